import type { EntryOf } from '../../../../src/trace/entry.ts';
import { ms } from '../../../../src/spec/time.ts';
import type { InitialToken } from '../../../../src/trace/initial-world.ts';
import { judgeRows } from '../../client/judge-rows.ts';
import { ask, create, list, type Part, report, submit } from '../../client/write-trace.ts';
import { acts, allowed, decided, injected } from './write-service.ts';

/** What rules say of a service that lets callers in, or does not: traces written by hand. */

type Action = EntryOf<'action'>['action'];

const after = (action: Action, ...others: readonly Part[]): readonly Part[] => [
  allowed(),
  acts('5m', action),
  ...others,
  create('6m'),
];

const by = (authorization: string): readonly Part[] => [allowed(), create('0s', { id: 'q1' }, { authorization })];

const bearer = (authorization: string): { readonly authorization: string } => ({
  authorization: `Bearer ${authorization}`,
});

const app = { application: 'app' } as const;
const hers = { customer: 'c1' } as const;
const granted = (): readonly Part[] => [
  allowed({ consents: [] }),
  acts('5m', { do: 'grantConsent', ...hers, for: 60_000 }),
];
const heldList = [allowed(), acts('5m', { do: 'holdAccount', ...hers }), list('6m')];
const blocked = { assumptions: { 'query.createOnHold': 'refused' } } as const;

judgeRows('S11', [
  ['all is there that is needed', 'held', [allowed(), create('0s')]],
  ['a listing', 'held', [allowed(), list('0s')]],
  ['nothing is told of who may do what', 'inconclusive', [create('0s')]],
  ['it was refused', 'inconclusive', [allowed(), create('0s', 'tokenExpired')]],
  ['a scenario let it in', 'inconclusive', [allowed(), injected(create('2h'))]],
  ['no header', 'broken', by('')],
  ['another scheme', 'broken', by('Basic t1')],
  ['a token that nobody issued', 'broken', by('Bearer t9')],
  ['a token for a store', 'broken', by('Bearer r1')],
  [
    'a token for another scope',
    'broken',
    [allowed(), create('0s', {}, { url: 'https://c.test/rentals/data-queries' })],
  ],
  ['a millisecond before its token expires', 'held', [allowed(), create('59m59s999ms')]],
  ['when its token expires', 'broken', [allowed(), create('1h')]],
  ['once its token was revoked', 'broken', after({ do: 'revokeToken', ...hers })],
  ['right before its token is revoked', 'held', [allowed(), create('5m'), acts('5m', { do: 'revokeToken', ...hers })]],
  ['once that of another was revoked', 'held', after({ do: 'revokeToken', customer: 'c2' })],
  ['once that by another application was revoked', 'held', after({ do: 'revokeToken', ...hers, application: 'other' })],
  ['once its token was expired', 'broken', after({ do: 'expireToken', ...hers })],
  ['right before its token is expired', 'held', [allowed(), create('5m'), acts('5m', { do: 'expireToken', ...hers })]],
  ['once its token yields no customer', 'broken', after({ do: 'blankToken', ...hers, lacks: 'customerId' })],
  ['once its token is garbled', 'broken', after({ do: 'garbleToken', ...hers, garbles: 'customerId' })],
  ['a store API, by its token', 'held', [allowed(), report('0s', {}, bearer('r1'))]],
  ['a store API, with no header', 'broken', [allowed(), submit('0s', {}, { authorization: '' })]],
  ['a store API, with another scheme', 'broken', [allowed(), submit('0s', {}, { authorization: 'Basic s1' })]],
  ['a store API, by a token that nobody issued', 'broken', [allowed(), submit('0s', {}, bearer('t9'))]],
  ['a store API, by the token of a customer', 'broken', [allowed(), submit('0s', {}, bearer('t1'))]],
  ['a store API, by the token for the other', 'broken', [allowed(), submit('0s', {}, bearer('r1'))]],
  [
    'a store API, once its token was revoked',
    'broken',
    [allowed(), acts('5m', { do: 'revokeStoreToken', store: 'reporting' }), report('6m', {}, bearer('r1'))],
  ],
  [
    'a store API that refuses who has no token',
    'inconclusive',
    [allowed(), submit('0s', 'storeRefusal', { authorization: '' })],
  ],
  [
    'a store API that a scenario opened',
    'inconclusive',
    [allowed(), injected(submit('0s', {}, { authorization: '' }))],
  ],
  ['consent was withdrawn', 'broken', after({ do: 'revokeConsent', ...hers })],
  ['consent was withdrawn for another scope', 'held', after({ do: 'revokeConsent', ...hers, scope: 'rentals' })],
  [
    'consent to another application was withdrawn',
    'held',
    after({ do: 'revokeConsent', ...hers, application: 'other' }),
  ],
  ['consent of another was withdrawn', 'held', after({ do: 'revokeConsent', customer: 'c2' })],
  ['consent has come to its end', 'broken', after({ do: 'expireConsent', ...hers })],
  [
    'consent was given again',
    'held',
    after({ do: 'revokeConsent', ...hers }, acts('5m1s', { do: 'grantConsent', ...hers })),
  ],
  ['consent for a minute, before that is over', 'held', [...granted(), create('5m59s999ms')]],
  ['consent for a minute, once that is over', 'broken', [...granted(), create('6m')]],
  ['nobody consented', 'broken', [allowed({ consents: [] }), create('0s')]],
  ['its profile was deleted', 'broken', after({ do: 'deleteProfile', ...app })],
  ['that of another was deleted', 'held', after({ do: 'deleteProfile', application: 'other' })],
  ['its profile was detached', 'broken', after({ do: 'detachProfile', ...app, api: 'portability' })],
  ['its profile was detached from another API', 'held', after({ do: 'detachProfile', ...app, api: 'reporting' })],
  ['it is not allowlisted any more', 'broken', after({ do: 'delistApp', ...app })],
  ['it is allowlisted again', 'held', after({ do: 'delistApp', ...app }, acts('5m1s', { do: 'allowlistApp', ...app }))],
  ['its scope was disabled', 'broken', after({ do: 'disableScope', ...app, scope: 'orders' })],
  ['another scope was disabled', 'held', after({ do: 'disableScope', ...app, scope: 'rentals' })],
  ['a profile made anew has nothing', 'broken', after({ do: 'createProfile', ...app })],
  ['its account is on hold', 'held', after({ do: 'holdAccount', ...hers })],
  ['its account is on hold, which refuses', 'broken', after({ do: 'holdAccount', ...hers }), blocked],
  ['the account of another is on hold', 'held', after({ do: 'holdAccount', customer: 'c2' }), blocked],
  [
    'its account was released',
    'held',
    after({ do: 'holdAccount', ...hers }, acts('5m1s', { do: 'releaseAccount', ...hers })),
    blocked,
  ],
  ['its account was on hold at first', 'broken', [allowed({ onHold: ['c1'] }), create('0s')], blocked],
  ['a listing of an account on hold, where only creates are refused', 'held', heldList, blocked],
  ['a listing of an account on hold', 'broken', heldList, { assumptions: { 'list.onHold': 'refused' } }],
  [
    'tokens of accounts on hold work no more',
    'broken',
    heldList,
    { assumptions: { 'login.holdBlocksTokens': 'tokens-blocked' } },
  ],
]);

const withTokens = { assumptions: { 'login.consentRevokesTokens': 'tokens-revoked' } } as const;
const vouching = { assumptions: { 'cache.meaning': 'authorization-only' } } as const;
const revoked = acts('1m', { do: 'revokeToken', ...hers });
const t3 = { authorization: 'Bearer t3' };

/** It was asked for and decided before its token was revoked, and answered after that. */
const slow = (entries: number): readonly Part[] => [
  allowed(),
  decided('30s', entries, create('30s', { id: 'q1' }, { answered: '2m' })),
  revoked,
];

judgeRows('S11', [
  [
    'its scope was enabled again',
    'held',
    after(
      { do: 'disableScope', ...app, scope: 'orders' },
      acts('5m1s', { do: 'enableScope', ...app, scope: 'orders' }),
    ),
  ],
  ['another scope was enabled besides', 'held', after({ do: 'enableScope', ...app, scope: 'rentals' })],
  [
    'its profile was attached again',
    'held',
    after(
      { do: 'detachProfile', ...app, api: 'portability' },
      acts('5m1s', { do: 'attachProfile', ...app, api: 'portability' }),
    ),
  ],
  [
    'consent was given again, and its token was revoked with the first',
    'broken',
    after({ do: 'revokeConsent', ...hers }, acts('5m1s', { do: 'grantConsent', ...hers })),
    withTokens,
  ],
  [
    'consent to another was withdrawn, with its tokens',
    'held',
    after({ do: 'revokeConsent', ...hers, application: 'other' }),
    withTokens,
  ],
  [
    'right before its token yields nothing',
    'held',
    [allowed(), create('5m'), acts('5m', { do: 'garbleToken', ...hers, garbles: 'customerId' })],
  ],
  ['decided before its token was revoked, and answered after', 'held', slow(2)],
  ['decided after its token was revoked', 'broken', slow(3)],
  ['an authorization is not remembered', 'broken', [allowed(), create('0s'), revoked, create('2m')]],
  [
    'an authorization is remembered, where it is',
    'held',
    [allowed(), create('0s'), revoked, create('4m59s999ms')],
    vouching,
  ],
  [
    'so it is where the operation may have refused',
    'held',
    [allowed(), list('0s', 'invalidParameters'), revoked, list('2m')],
    vouching,
  ],
  ['for five minutes', 'broken', [allowed(), create('0s'), revoked, create('5m')], vouching],
  ['for its token alone', 'broken', [allowed(), create('0s', {}, t3), revoked, create('2m')], vouching],
  ['for its parameters alone', 'broken', [allowed(), list('0s'), revoked, create('2m')], vouching],
  [
    'a refusal vouches for nothing',
    'broken',
    [allowed(), create('0s', 'tokenRevoked'), revoked, create('2m')],
    vouching,
  ],
  ['a scenario vouches for nothing', 'broken', [allowed(), injected(create('0s')), revoked, create('2m')], vouching],
]);

const theirs = { application: 'app', customer: 'c1', scope: 'orders' } as const;
const first = { token: 't1', ...theirs, expiresAt: ms('1h') } as const;
const authorizes =
  (at: string, given?: InitialToken): Part =>
  () => [{ kind: 'authorized', at: ms(at), ...theirs, code: 'k1', ...(given && { token: given }) }];
const exchanges = (at: string, code: string): Part =>
  ask(at, `grant_type=authorization_code&code=${code}&client_id=app`, token(60));
const renews = (at: string, refresh: string, answer: Readonly<Record<string, unknown>>): Part =>
  ask(at, `grant_type=refresh_token&refresh_token=${refresh}&client_id=app`, answer);
const renewable = allowed({ tokens: [{ ...first, refreshToken: 'f1' }] });
const byNew = create('3s', { id: 'q1' }, { authorization: 'Bearer n1' });

const token = (lifetime: number): Readonly<Record<string, unknown>> => ({ access_token: 'n1', expires_in: lifetime });
judgeRows('S11', [
  [
    'its token yielded no customer at first',
    'broken',
    [allowed({ tokens: [{ ...first, lacks: ['customerId'] }] }), create('0s')],
  ],
  ['its token was garbled at first', 'broken', [allowed({ tokens: [{ ...first, garbled: true }] }), create('0s')]],
  ['its token was revoked at first', 'broken', [allowed({ tokens: [{ ...first, revoked: true }] }), create('0s')]],
  ['a code was exchanged for its token', 'held', [allowed(), authorizes('0s'), exchanges('1s', 'k1'), byNew]],
  [
    'a code that nobody gave was exchanged for it',
    'broken',
    [allowed(), authorizes('0s'), exchanges('1s', 'k2'), byNew],
  ],
  [
    'a code was exchanged for its token, with a scope of a store besides, whose tokens were ended',
    'held',
    [
      allowed(),
      authorizes('0s'),
      exchanges('1s', 'k1&scope=reporting::store:marketer'),
      acts('2s', { do: 'expireStoreToken', store: 'reporting' }),
      byNew,
    ],
  ],
  ['its token came with the consent', 'held', [allowed(), authorizes('0s', { ...first, token: 'n1' }), byNew]],
  ['its token was renewed', 'held', [renewable, renews('1s', 'f1', token(60)), byNew]],
  ['its token was renewed by what nobody gave', 'broken', [renewable, renews('1s', 'f2', token(60)), byNew]],
  [
    'its token was renewed by a refresh token that was given for another',
    'held',
    [
      renewable,
      renews('1s', 'f1', { access_token: 'n0', expires_in: 60, refresh_token: 'f2' }),
      renews('2s', 'f2', token(60)),
      byNew,
    ],
  ],
]);

judgeRows('S13', [
  ['let in a millisecond before the end', 'held', [allowed(), create('59m59s999ms')]],
  ['let in at the end', 'broken', [allowed(), create('1h')]],
  [
    'let in at the end, where that lives',
    'held',
    [allowed(), create('1h')],
    { assumptions: { 'token.expiryBoundary': 'alive' } },
  ],
  ['refused as expired before', 'broken', [allowed(), create('59m59s999ms', 'tokenExpired')]],
  ['refused as expired at the end', 'held', [allowed(), create('1h', 'tokenExpired')]],
  ['refused for something else while it lives', 'inconclusive', [allowed(), create('1m', 'scopeThrottled')]],
  ['throttled although it is over', 'held', [allowed(), create('2h', 'scopeThrottled')]],
  ['got past the end to a conflict', 'broken', [allowed(), create('2h', 'requestConflict')]],
  ['refused by a scenario', 'inconclusive', [allowed(), injected(create('1m', 'tokenExpired'))]],
  ['a token that nobody knows', 'inconclusive', [allowed(), create('2h', {}, bearer('t9'))]],
  ['answered 404 with no row once it is over', 'broken', [allowed(), create('2h', 404)]],
  ['answered 403 with no row once it is over', 'inconclusive', [allowed(), create('2h', 403)]],
  ['answered 500 with no row once it is over', 'inconclusive', [allowed(), create('2h', 500)]],
  ['once a scenario has ended it', 'broken', after({ do: 'expireToken', ...hers })],
  ['reporting by a live token', 'held', [allowed(), report('59m59s999ms', {}, bearer('r1'))]],
  ['reporting by a dead one', 'broken', [allowed(), report('1h', {}, bearer('r1'))]],
  ['reporting refused to a dead one', 'held', [allowed(), report('1h', 'storeRefusal', bearer('r1'))]],
  ['reporting refused to a live one', 'broken', [allowed(), report('59m', 'storeRefusal', bearer('r1'))]],
  ['reporting by a token for submission', 'inconclusive', [allowed(), report('1m', 'storeRefusal', bearer('s1'))]],
  ['submission by a live token', 'held', [allowed(), submit('59m', {}, bearer('s1'))]],
  ['submission by a dead one', 'broken', [allowed(), submit('1h', {}, bearer('s1'))]],
  ['submission refused to a live one', 'broken', [allowed(), submit('59m', 'storeRefusal', bearer('s1'))]],
  ['submission by a token for reporting', 'inconclusive', [allowed(), submit('1m', {}, bearer('r1'))]],
  [
    'reporting refused once its token was revoked',
    'inconclusive',
    [allowed(), acts('1m', { do: 'revokeStoreToken', store: 'reporting' }), report('2m', 'storeRefusal', bearer('r1'))],
  ],
  [
    'reporting refused once its token was ended',
    'held',
    [allowed(), acts('1m', { do: 'expireStoreToken', store: 'reporting' }), report('2m', 'storeRefusal', bearer('r1'))],
  ],
  [
    'reporting refused once that for submission was ended',
    'broken',
    [
      allowed(),
      acts('1m', { do: 'expireStoreToken', store: 'submission' }),
      report('2m', 'storeRefusal', bearer('r1')),
    ],
  ],
  [
    'reporting refused once its profile was detached',
    'inconclusive',
    [
      allowed(),
      acts('1m', { do: 'detachProfile', ...app, api: 'reporting' }),
      report('2m', 'storeRefusal', bearer('r1')),
    ],
  ],
  ['recorded: a token lives from its answer', 'held', [ask('0s', '', token(60)), create('59s999ms', {}, bearer('n1'))]],
  [
    'recorded: nobody knows how long',
    'inconclusive',
    [ask('0s', '', { access_token: 'n1' }), create('2h', {}, bearer('n1'))],
  ],
  [
    'reporting by a token that is asked for',
    'broken',
    [
      allowed(),
      ask('0s', 'grant_type=client_credentials&client_id=app&scope=reporting::store:marketer', token(60)),
      report('1s', 'storeRefusal', bearer('n1')),
    ],
  ],
  ['recorded: and not longer', 'broken', [ask('0s', '', token(60)), create('1m', {}, bearer('n1'))]],
  [
    'recorded: while its answer was on its way, nobody can tell',
    'inconclusive',
    [ask('0s', '', token(60), { answered: '5s' }), create('1m', {}, { ...bearer('n1'), answered: '1m1s' })],
  ],
  ['let in at the end, as authorizations are remembered', 'held', [allowed(), create('59m'), create('1h')], vouching],
  [
    'reporting refused before its token is revoked',
    'broken',
    [allowed(), report('1m', 'storeRefusal', bearer('r1')), acts('2m', { do: 'revokeStoreToken', store: 'reporting' })],
  ],
  ['reporting refused to a dead one in other words', 'broken', [allowed(), report('1h', 403, bearer('r1'))]],
  ['reporting refused to a live one in other words', 'inconclusive', [allowed(), report('1m', 403, bearer('r1'))]],
]);

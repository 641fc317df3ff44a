import { describe, expect, test } from 'vitest';
import { otherRefusals } from '../../src/spec/other-refusals.ts';
import { type Answer, completed, hosts, type Story, tell } from './world.ts';

const eu = hosts.regions['eu-west-1'];

const under = (authorization: string): Answer =>
  tell().ask(`${eu}/orders/data-queries`, { method: 'POST', headers: { authorization } });

/** A create with something made of a good token. */
const spoilt = (spoil: (token: string) => string): Answer => {
  const story = tell();
  return story.create(spoil(story.login().token));
};

/** A listing that is two pages long, and the token of its second. */
const paged = (): { readonly story: Story; readonly token: string; readonly id: string; readonly next: string } => {
  const { story, token, id } = completed();
  return { story, token, id, next: String(story.list(token, id, '?maxResults=1').body.nextPageToken) };
};

const link = (
  change: (url: string) => string,
  headers: Readonly<Record<string, string>> = {},
  wait = false,
): Answer => {
  const { story, token, id } = completed();
  const file = String(story.list(token, id).body.records[0].file);
  if (wait) story.wait('5m');
  return story.ask(change(file), { headers });
};

/** Mistakes that people make, and what they are told of them. */
const mistakes: Readonly<Record<string, readonly [play: () => Answer, row: string, saw: string]>> = {
  'the scheme in lower case': [
    () => under('bearer abcdef'),
    'tokenFormatInvalid',
    'authorization: "bearer …", where "Bearer", one space and a token belong',
  ],
  'no scheme at all': [() => under('abcdef'), 'tokenFormatInvalid', 'authorization: "…", where "Bearer"'],
  'a scheme without a token': [() => under('Bearer'), 'tokenFormatInvalid', 'authorization: "Bearer", where'],
  'blanks alone': [() => under('  '), 'missingAuthorizationHeader', 'authorization: blanks alone'],
  'a variable that has no value': [
    () => under('Bearer undefined'),
    'tokenInvalid',
    'authorization: the text "undefined", which was issued to nobody',
  ],
  'quotes around the token': [
    () => spoilt((token) => `"${token}"`),
    'tokenInvalid',
    'with quotes or other signs around it',
  ],
  'a token that is cut off': [() => spoilt((token) => token.slice(0, 20)), 'tokenInvalid', 'cut off before its end'],
  'the refresh token in its place': [
    () => {
      const story = tell();
      return story.create(story.login().refresh);
    },
    'tokenInvalid',
    'authorization: a refresh token, where an access token belongs',
  ],
  'the client secret in its place': [
    () => tell().create('app-secret'),
    'tokenInvalid',
    'authorization: a client secret, where an access token belongs',
  ],
  'the code in its place': [
    () => {
      const story = tell();
      return story.create(story.code());
    },
    'tokenInvalid',
    'authorization: an authorization code, where an access token belongs',
  ],
  'the token of a store API': [
    () => {
      const story = tell();
      return story.create(story.storeToken('store::apps:readwrite'));
    },
    'accessNotAuthorized',
    'authorization: a token of the submission API, where the token of a customer belongs',
  ],
  'the token of another scope': [
    () => {
      const story = tell();
      return story.create(story.login('ann', 'profile').token);
    },
    'accessNotAuthorized',
    'authorization: the token of ann for "profile"; scopeId: "orders" in the path',
  ],
  'a token an hour and a second old': [
    () => {
      const story = tell();
      const { token } = story.login();
      story.wait('3601s');
      return story.create(token);
    },
    'tokenExpired',
    'which expired 1s ago',
  ],
  'the page token of another listing': [
    () => {
      const { story, token, next } = paged();
      story.wait('6m');
      const second = String(story.create(token).body.id);
      story.wait('10m');
      return story.list(token, second, `?maxResults=1&nextPageToken=${next}`);
    },
    'invalidNextPage',
    'which was given for the listing of query ',
  ],
  'a page token that was not encoded for the address': [
    () => {
      const { story, token, id } = completed({ 'list.tokenText': 'base64' });
      const next = String(story.list(token, id, '?maxResults=1').body.nextPageToken);
      return story.list(token, id, `?maxResults=1&nextPageToken=${next}`);
    },
    'invalidNextPage',
    'with a space for "+": it was not encoded for the address',
  ],
  'a page token that is too old': [
    () => {
      const { story, token, id } = completed({ 'list.tokenLifetime': '5m' });
      const next = String(story.list(token, id, '?maxResults=1').body.nextPageToken);
      story.wait('6m');
      return story.list(token, id, `?maxResults=1&nextPageToken=${next}`);
    },
    'invalidNextPage',
    'whose 5m are over',
  ],
  'a parameter that there is not': [
    () => {
      const story = tell({ 'query.unknownParameter': 'refused' });
      return story.create(story.login().token, 'orders', eu, '', {}, '?limit=10');
    },
    'invalidParameters',
    'parameter: "limit" in the address, which createDataQuery does not have',
  ],
  'more parameters than one reads': [
    () => {
      const story = tell({ 'query.unknownParameter': 'refused' });
      return story.create(story.login().token, 'orders', eu, '', {}, '?a=1&b=2&c=3&d=4&e=5&f=6');
    },
    'invalidParameters',
    'parameter: "a", "b", "c", "d", "e" or … in the address',
  ],
  'a token request that does not say what it is': [
    () => tell().ask(`${hosts.token}/auth/o2/token`, { method: 'POST', headers: {}, body: 'grant_type=x' }),
    'invalidRequest',
    'content-type: absent, where application/x-www-form-urlencoded belongs',
  ],
  'a token request without its grant': [
    () => tell().form({ scope: 'x' }),
    'unsupportedGrantType',
    'grant_type: absent, where',
  ],
  'a body where none belongs': [
    () => {
      const story = tell({ 'query.createBody': 'refused' });
      return story.create(story.login().token, 'orders', eu, '{}');
    },
    'invalidParameters',
    'body: 2 bytes, where none is taken',
  ],
  'a query that was canceled': [
    () => {
      const story = tell();
      const { token } = story.login();
      const id = String(story.create(token).body.id);
      story.act({ do: 'holdAccount', customer: 'ann' });
      story.act({ do: 'releaseAccount', customer: 'ann' });
      return story.list(token, id);
    },
    'queryNotCompleted',
    'which was canceled: the account was on hold',
  ],
  'a query of another customer': [
    () => {
      const { story, id } = completed();
      return story.list(story.login('bob').token, id);
    },
    'queryIdNotFound',
    'a query of ann by "app"; authorization: the token of bob for "app"',
  ],
  'an empty body': [() => tell().sendEmail('', { 'content-type': 'application/json' }), 'badRequest', 'body: empty'],
  'a body that is no JSON': [
    () => tell().sendEmail('to=me', { 'content-type': 'application/json' }),
    'badRequest',
    'body: "to=me", 5 bytes, no JSON object',
  ],
  'an address without an @': [
    () =>
      tell().sendEmail(
        { toEmailAddress: 'me', fromEmailAddress: 'a@b.example', emailContent: 'x' },
        { 'content-type': 'application/json' },
      ),
    'badRequest',
    'toEmailAddress: "me"',
  ],
  'an e-mail as a form': [
    () => tell({ 'email.contentType': 'json-required-415' }).sendEmail('{}', { 'content-type': 'text/plain' }),
    'emailUnsupported',
    'content-type: "text/plain", where application/json belongs',
  ],
  'an e-mail without a token': [
    () => tell({ 'email.authentication': 'bearer-token' }).sendEmail('{}'),
    'emailUnauthorized',
    'authorization: absent',
  ],
  'a refresh token of nobody': [
    () => tell().refresh('nobody'),
    'invalidGrant',
    'refresh_token: a text of 6 characters, which nobody holds: unknown, or replaced by a later one',
  ],
  'a refresh token for a scope that it was not given for': [
    () => {
      const story = tell();
      return story.form({ grant_type: 'refresh_token', refresh_token: story.login().refresh, scope: 'reviews' });
    },
    'invalidScope',
    'scope: "reviews", where the refresh token is that of ann for "orders"',
  ],
  'an access token to be refreshed': [
    () => {
      const story = tell();
      return story.refresh(story.login().token);
    },
    'invalidGrant',
    'refresh_token: an access token, where a refresh token belongs',
  ],
  'a code that was used': [
    () => {
      const story = tell();
      const code = story.code();
      story.exchange(code);
      return story.exchange(code);
    },
    'invalidGrant',
    'which waits for nobody to exchange it: unknown, or used already',
  ],
  'a client id that is unknown': [
    () => tell().form({ grant_type: 'client_credentials', client_id: 'ap', scope: 'x' }),
    'invalidClient',
    'client_id: "ap"; there is "app"',
  ],
  'a store call with the token of the other API': [
    () => {
      const story = tell();
      const authorization = `Bearer ${story.storeToken('reporting::store:marketer')}`;
      return story.ask(`${hosts.submission}/apps`, { headers: { authorization } });
    },
    'storeNotAuthorized',
    'authorization: a token of the reporting API, where a token of the submission API belongs',
  ],
  'a link of five minutes ago': [
    () => link((url) => url, {}, true),
    'linkExpired',
    'link: sent 5m ago, and good for 5m',
  ],
  'a link that is cut off': [
    () => link((url) => url.replace(/&.*/, '')),
    'linkUnknown',
    'link: without signature, as if the address were cut off',
  ],
  'a link that was changed': [
    () => link((url) => `${url}0`),
    'linkUnknown',
    'signature: not the one that belongs to the rest of the address',
  ],
  'a link with a parameter more': [
    () => link((url) => `${url}&_=169`),
    'linkUnknown',
    'link: with "_", which is no part of it',
  ],
  'a link with an authorization header': [
    () => {
      const { story, token, id } = completed({ 'links.extraAuthorization': 'refused-400' });
      const file = String(story.list(token, id).body.records[0].file);
      return story.ask(file, { headers: { authorization: `Bearer ${token}` } });
    },
    'linkRefused',
    'authorization: "Bearer …", where the link is signed already',
  ],
  'bytes that a file does not have': [
    () => {
      const { story, token, id } = completed({ 'links.range': 'partial' });
      const file = String(story.list(token, id).body.records[0].file);
      return story.ask(file, { headers: { range: 'bytes=999999-' } });
    },
    'linkRange',
    'range: "bytes=999999-", of a file of ',
  ],
  'an address where nothing is': [() => tell().ask(`${hosts.email}/send`), 'unknownRoute', 'address: GET "/send"'],
};

describe('of a mistake it says what came:', () => {
  test.each(Object.entries(mistakes))('%s', (_, [play, row, saw]) => {
    const answer = play();

    expect(answer.row).toBe(row);
    expect(answer.saw).toContain(saw);
  });

  test('every refusal that no table lists is among them', () => {
    const rows = new Set(Object.values(mistakes).map(([, row]) => row));

    expect(Object.keys(otherRefusals).filter((row) => !rows.has(row))).toEqual([]);
  });
});

describe('what it says', () => {
  test('never quotes a token, a secret or a code', () => {
    const story = tell();
    const { token, refresh } = story.login();
    const answers = [
      story.create(`${token}x`),
      story.create(refresh),
      story.create('app-secret'),
      story.ask(`${eu}/orders/data-queries`, { method: 'POST', headers: { authorization: token } }),
      story.ask(`${eu}/orders/nowhere?access_token=${token}`, { method: 'POST' }),
      story.form({ grant_type: 'refresh_token', refresh_token: token }),
      story.form({ grant_type: 'refresh_token', refresh_token: `${refresh}x` }),
      story.form({ grant_type: 'client_credentials', client_secret: 'hunter2hunter2' }),
      story.exchange(`${token}y`),
    ];

    for (const { saw = '' } of answers) {
      expect(saw).not.toBe('');
      for (const secret of [token, refresh, 'app-secret', 'hunter2']) expect(saw).not.toContain(secret);
    }
  });

  test('is nothing where a scenario has it refused, or nothing is refused', () => {
    const story = tell();
    const { token } = story.login();
    story.act({ do: 'fail', operation: 'createDataQuery', failure: { kind: 'row', row: 'tokenExpired' }, times: 1 });

    expect(story.create(token).saw).toBeUndefined();
    expect(story.create(token).saw).toBeUndefined();
  });

  test('relies on no assumption of its own', () => {
    const { story, token, id } = completed();
    const { leaned } = story.list(token, id, '?nextPageToken=next');

    expect(leaned).not.toContain('list.tokenText');
    expect(leaned).not.toContain('list.tokenLifetime');
  });
});

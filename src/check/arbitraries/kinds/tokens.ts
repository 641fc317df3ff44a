import type { Arbitrary } from 'fast-check';
import type { StepAction, Trigger } from '../../../language/ast.ts';
import type { ExchangeName } from '../../../spec/routes.ts';
import { errors } from '../../../spec/errors.ts';
import { isErrorName } from '../../../spec/refusals.ts';
import type { ClientProfile } from '../../client-profile.ts';
import { isRetried } from '../../refusals-at.ts';
import { faultsOf, listedRefusals } from '../actions.ts';
import type { Draft } from '../compose.ts';
import { type FC, oneOf } from '../odds.ts';
import { after, exchangesOf, on } from '../triggers.ts';
import type { Kinds, Plot } from './kind.ts';
import { beforePage, listings } from './pages.ts';

const expireToken: StepAction = { do: 'expireToken' };

/** The moments at which a token is missed at once. */
const deaths = (fc: FC): Arbitrary<Trigger> =>
  oneOf<Trigger>(
    fc,
    [2, fc.constant(on('listDataQueryRecords'))],
    [1, fc.constant(on('createDataQuery'))],
    [1, fc.constantFrom('1m', '5m').map((wait) => after('created', wait))],
    [1, fc.constantFrom(2, 3).map((page) => beforePage(page))],
  );

/** The token that was got for an expired one has expired when it comes to be used; or that of a call soon after has. */
const inARow = (fc: FC): Arbitrary<Plot> =>
  fc
    .record({
      exchange: fc.constantFrom('listDataQueryRecords' as const, 'createDataQuery' as const),
      nth: fc.constantFrom(1, 1, 2),
      deaths: fc.constantFrom(2, 2, 3),
    })
    .map(({ exchange, nth, deaths: count }) => ({
      drafts: Array.from({ length: count }, (_, more) => ({ trigger: on(exchange, nth + more), action: expireToken })),
      customers: [{ records: 3 }],
    }));

/** A token expires before the create, the next one before the listing, and a third before its second page: a new token for each call. */
const oneForEach: readonly Draft[] = [on('createDataQuery'), after('created', '5m'), beforePage(2)].map((trigger) => ({
  trigger,
  action: expireToken,
}));
const apart = (fc: FC, profile: ClientProfile): Arbitrary<Plot> =>
  listings(fc, profile, 2, 3).map(({ customers, assumptions }) => ({
    drafts: oneForEach,
    customers: customers.map((row) => ({ ...row, collects: '10m' })),
    assumptions,
  }));
const rotates = { 'login.refreshRotation': 'rotates' } as const;
const rotating =
  (draw: typeof apart): typeof apart =>
  (fc, profile) =>
    draw(fc, profile).map((plot) => ({ ...plot, assumptions: { ...plot.assumptions, ...rotates } }));

/** What goes wrong where a token is renewed. */
const renewals = (fc: FC): Arbitrary<StepAction> =>
  oneOf<StepAction>(
    fc,
    [3, faultsOf(fc, 'requestToken')],
    [1, fc.constantFrom('revokeConsent', 'revokeToken', 'rotateSecret').map((verb): StepAction => ({ do: verb }))],
  );

const renewalFaults = (fc: FC, profile: ClientProfile): Arbitrary<Plot> =>
  fc
    .record({
      death: deaths(fc),
      action: renewals(fc),
      nth: fc.constantFrom(1, 1, 1, 2),
      rotation: fc.boolean(),
      listing: listings(fc, profile, 2, 3),
    })
    .map(({ death, action, nth, rotation, listing: { customers, assumptions } }) => ({
      drafts: [
        { trigger: death, action: expireToken },
        { trigger: { ...on('requestToken', nth), where: { grant: 'refresh_token' } }, action },
      ],
      customers,
      assumptions: { ...assumptions, ...(rotation && rotates) },
    }));

const shortLives = (fc: FC, profile: ClientProfile): Arbitrary<Plot> =>
  fc
    .record({
      life: fc.constantFrom('1s' as const, '1s' as const, '60s' as const),
      listing: listings(fc, profile, 2, 4),
    })
    .map(({ life, listing: { customers, assumptions } }) => ({
      drafts: [],
      customers,
      assumptions: { ...assumptions, 'token.lifetime': life },
    }));

/** Refusals of interface C by which nothing more is to be had: those of 403 that are neither to be retried nor to be mended. */
const isFinal = (row: string): boolean =>
  isErrorName(row) && errors[row].status === 403 && !isRetried(row) && row !== 'tokenExpired';

/** More often than anybody should ask. */
const alwaysRefused = 50;

const takenAway: readonly StepAction[] = [
  { do: 'revokeToken' },
  { do: 'revokeConsent' },
  { do: 'expireConsent' },
  { do: 'delistApp' },
  { do: 'disableScope', scope: 'orders' },
  { do: 'revokeStoreToken', store: 'reporting' },
  { do: 'detachProfile', api: 'reporting' },
];

const refusedAnywhere = (fc: FC, profile: ClientProfile): Arbitrary<Plot> => {
  const exchanges = exchangesOf(profile);
  const called = exchanges.filter((name) => name === 'createDataQuery' || name === 'listDataQueryRecords');
  const told = (operation: 'createDataQuery' | 'listDataQueryRecords'): Arbitrary<StepAction> =>
    fc.record({
      do: fc.constant('fail'),
      failure: listedRefusals(fc, operation, isFinal),
      times: fc.constantFrom(1, alwaysRefused),
    });
  const before = (exchange: ExchangeName): Arbitrary<Trigger> =>
    exchange === 'listDataQueryRecords'
      ? fc.constantFrom(1, 2, 3).map((page) => beforePage(page))
      : fc.constantFrom(1, 1, 2).map((nth) => on(exchange, nth));
  const taken = fc.record({
    trigger: fc.constantFrom(...exchanges).chain(before),
    action: fc.constantFrom(...takenAway),
  });
  const injected = (): Arbitrary<Draft> =>
    fc.constantFrom(...called).chain((exchange) => fc.record({ trigger: before(exchange), action: told(exchange) }));
  return fc
    .record({
      draft: called.length === 0 ? taken : oneOf<Draft>(fc, [1, taken], [1, injected()]),
      listing: listings(fc, profile, 2, 3),
    })
    .map(({ draft, listing: { customers, assumptions } }) => ({ drafts: [draft], customers, assumptions }));
};

const needs = ['createDataQuery', 'listDataQueryRecords'] as const;

/** Scenarios of tokens, of their renewal, and of what takes away the right to the data. */
export const tokenKinds = {
  expiriesInARow: {
    what: 'A token expires, and the one that was got for it.',
    weight: 2,
    needs,
    draws: { any: inARow, recoverable: apart },
  },
  rotatedRefreshToken: {
    what: 'A refresh token gives way to a new one, which is the one to be used the next time.',
    weight: 2,
    needs,
    draws: {
      any: rotating(inARow),
      recoverable: rotating(apart),
    },
  },
  renewalFault: {
    what: 'Something goes wrong at the token address while a token is renewed.',
    weight: 4,
    needs,
    draws: { any: renewalFaults },
  },
  shortTokens: {
    what: 'Tokens live for a second, or for a minute.',
    weight: 1,
    needs,
    draws: { any: shortLives },
  },
  accessRefused: {
    what: 'An operation is refused for good: the token is revoked, or access is not authorized any more.',
    weight: 4,
    draws: { any: refusedAnywhere },
  },
} as const satisfies Kinds;

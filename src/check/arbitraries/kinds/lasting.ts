import type { Arbitrary } from 'fast-check';
import type { Failure } from '../../../core/action.ts';
import type { StepAction, Trigger } from '../../../language/ast.ts';
import { unbounded } from '../../../language/words.ts';
import type { OperationName } from '../../../spec/routes.ts';
import type { ClientProfile } from '../../client-profile.ts';
import { isRetried, refusalsAt } from '../../refusals-at.ts';
import { listedRefusals } from '../actions.ts';
import type { Draft } from '../compose.ts';
import { type FC, oneOf } from '../odds.ts';
import { after, exchangesOf, on } from '../triggers.ts';
import type { Kinds, Plot } from './kind.ts';
import { beforePage, listings } from './pages.ts';

const called = ['createDataQuery', 'listDataQueryRecords'] as const;

/** For longer than anybody should try. */
const always = (failure: Failure): StepAction => ({ do: 'fail', failure, times: unbounded, for: '10d' });

const expireToken: StepAction = { do: 'expireToken' };

/** What is to be retried, or may be. */
const retried = (fc: FC, operation: OperationName): Arbitrary<Failure> => {
  const status = fc.record({ kind: fc.constant('status'), status: fc.constantFrom(500, 503) });
  return refusalsAt(operation).some(isRetried) ? listedRefusals(fc, operation, isRetried) : status;
};

const refusedAlways = (fc: FC, profile: ClientProfile): Arbitrary<Plot> => {
  const refused = (operation: OperationName): Arbitrary<readonly Draft[]> =>
    retried(fc, operation).map((failure) => {
      const draft = { trigger: on(operation), action: always(failure) };
      // Only where a token has died, one is asked for.
      return operation === 'requestToken' ? [{ trigger: on('createDataQuery'), action: expireToken }, draft] : [draft];
    });
  const others = exchangesOf(profile).filter(
    (name): name is OperationName => name !== 'notification' && !called.some((one) => one === name),
  );
  const ofC = fc.constantFrom(...called).chain(refused);
  return oneOf(fc, [2, ofC], [1, fc.constantFrom('requestToken' as const, ...others).chain(refused)]).map((drafts) => ({
    drafts,
    customers: [{ records: 1, collects: '10m' }],
  }));
};

/** Every token is said to be expired, also the one that was got for it. */
const expiredAlways = (fc: FC): Arbitrary<Plot> =>
  fc.constantFrom(...called).map((operation) => ({
    drafts: [{ trigger: on(operation), action: always({ kind: 'row', row: 'tokenExpired' }) }],
    customers: [{ records: 1, collects: '10m' }],
  }));

/** The query that is in the way is one that nobody knows of, or the client's own, whose id it never had. */
const conflictsAlways = (fc: FC): Arbitrary<Plot> =>
  fc.constantFrom<Plot>(
    {
      drafts: [{ trigger: on('createDataQuery'), action: always({ kind: 'row', row: 'requestConflict' }) }],
      customers: [{ records: 1, collects: '10m' }],
    },
    {
      drafts: [{ trigger: on('createDataQuery'), action: { do: 'fault', fault: 'truncated', times: 1 } }],
      customers: [{ records: 1, collects: 'held' }],
      assumptions: { 'cache.beforeConflict': 'conflict' },
    },
  );

/** Nobody says that the data is there, and a client that only waits would wait for ever. */
const neverNotified: Draft = { trigger: on('notification'), action: { do: 'loseNotification', times: 1 } };

/** A customer takes the authorization back; the refresh token that came with it ends along with it, or works on. */
const revocations = (fc: FC, profile: ClientProfile): Arbitrary<Plot> =>
  fc
    .record({
      trigger: oneOf<Trigger>(
        fc,
        [3, fc.constantFrom(1, 2, 3).map((page) => beforePage(page))],
        [1, fc.constantFrom(on('createDataQuery'), after('created', '1m'))],
      ),
      family: fc.constantFrom('access-token-only' as const, 'access-token-only' as const, 'refresh-token-too' as const),
      listing: listings(fc, profile, 2, 3),
    })
    .map(({ trigger, family, listing: { customers, assumptions } }) => ({
      drafts: [{ trigger, action: { do: 'revokeToken' } }],
      customers: customers.map((row) => ({ ...row, collects: '10m' })),
      assumptions: { ...assumptions, 'login.revokedFamily': family },
    }));

/** Scenarios of what does not pass by itself, however long a client tries. */
export const lastingKinds = {
  lastingRefusal: {
    what: 'An operation fails as often as it is called.',
    weight: 2,
    needs: called,
    draws: { any: refusedAlways },
  },
  lastingExpiry: {
    what: 'A token has expired as often as it is renewed.',
    weight: 1,
    needs: called,
    draws: { any: expiredAlways },
  },
  lastingConflict: {
    what: 'A conflict does not end.',
    weight: 1,
    needs: ['createDataQuery'],
    draws: { any: conflictsAlways },
  },
  lostNotification: {
    what: 'The notification of a query does not come.',
    weight: 1,
    needs: ['notification'],
    draws: { any: (fc) => fc.constant({ drafts: [neverNotified] }) },
  },
  revokedToken: {
    what: 'A token is revoked, and its refresh token may still work.',
    weight: 2,
    needs: called,
    draws: { any: revocations },
  },
} as const satisfies Kinds;

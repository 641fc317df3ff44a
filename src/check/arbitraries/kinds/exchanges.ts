import type { Arbitrary } from 'fast-check';
import type { StepAction, Trigger } from '../../../language/ast.ts';
import { type ExchangeFaultName, exchangeFaultNames, exchangeFaultRow } from '../../../spec/faults.ts';
import type { OperationName } from '../../../spec/routes.ts';
import type { StoreFamily } from '../../../spec/scopes.ts';
import type { ClientProfile } from '../../client-profile.ts';
import type { Draft } from '../compose.ts';
import { writeDuration } from '../durations.ts';
import { type FC, onceIn, oneOf } from '../odds.ts';
import { exchangesOf, on } from '../triggers.ts';
import type { Kinds, Plot } from './kind.ts';
import { beforePage, listings } from './pages.ts';
import { toldWhen } from './told-when.ts';

const inject = (fault: ExchangeFaultName, times = 1): StepAction => ({ do: 'fault', fault, times });

/** The connection breaks, and a second try meets another one. A certificate is not the affair of a second try. */
const breaks = exchangeFaultNames.filter((name) => {
  const { sees, phase, by } = exchangeFaultRow(name);
  return (sees === 'error' || sees === 'end' || sees === 'part') && phase !== 'handshake' && by === undefined;
});

/** The service has acted, and its answer cannot be read. */
const losses = exchangeFaultNames.filter((name) => {
  const { acts, sees } = exchangeFaultRow(name);
  return acts === 'once' && ['error', 'end', 'part', 'nothing', 'another body'].includes(sees);
});

/** Those after which a client may try again at once. */
const lostByBreak = breaks.filter((name) => losses.includes(name));

const lost = (fc: FC): Arbitrary<StepAction> =>
  oneOf<StepAction>(
    fc,
    [
      4,
      fc
        .record({ fault: fc.constantFrom(...losses), times: fc.constantFrom(1, 1, 1, 2) })
        .map(({ fault, times }) => inject(fault, times)),
    ],
    [1, fc.constantFrom('31s', '61s', '6m').map((by) => ({ do: 'fault', fault: 'late', by, times: 1 }))],
  );

/** The query exists, and nobody knows its id: what answers a second create, is open. */
const lostCreates = (fc: FC): Arbitrary<Plot> =>
  fc
    .record({
      action: lost(fc),
      conflicts: fc.boolean(),
      collects: fc.constantFrom('10m', '1m', '1h', '0s'),
      records: fc.constantFrom(2, 1),
    })
    .map(({ action, conflicts, ...row }) => ({
      drafts: [{ trigger: on('createDataQuery'), action }],
      customers: [row],
      assumptions: conflicts ? { 'cache.beforeConflict': 'conflict' } : {},
    }));

const lostMails = (fc: FC): Arbitrary<Plot> =>
  fc.record({ action: lost(fc), records: fc.constantFrom(1, 2) }).map(({ action, records }) => ({
    drafts: [{ trigger: on('sendEmail'), action }],
    customers: [{ records }],
  }));

/** At any of what a client calls, but not on the way of a token that nobody asks for. */
const brokenOnce = (fc: FC, profile: ClientProfile): Arbitrary<Plot> =>
  fc
    .record({
      listing: listings(fc, profile, 2, 4),
      trigger: oneOf<Trigger>(
        fc,
        [3, fc.constantFrom(1, 2, 3).map((page) => beforePage(page))],
        [2, fc.constant(on('createDataQuery'))],
      ),
      fault: fc.constantFrom(...breaks),
    })
    .map(({ listing: { customers, assumptions }, trigger, fault }) => ({
      drafts: [{ trigger, action: inject(fault) }],
      customers,
      assumptions,
    }));

const slowly = (fc: FC): Arbitrary<StepAction> =>
  oneOf<StepAction>(
    fc,
    [
      2,
      fc.integer({ min: 1, max: 5000 }).map((by) => ({ do: 'fault', fault: 'late', by: writeDuration(by), times: 1 })),
    ],
    [1, fc.constantFrom('drip', 'slowHeaders', 'connectionClose').map((fault) => inject(fault as ExchangeFaultName))],
  );

/** More than there are of one operation, or tries at it. */
const allOfThem = 100;

/** All of one operation take their time, or one answer does. */
const slowFor = (fc: FC): Arbitrary<StepAction> =>
  oneOf<StepAction>(
    fc,
    [3, slowly(fc)],
    [1, fc.constantFrom('2s', '5s').map((by) => ({ do: 'fault', fault: 'late', by, times: allOfThem }))],
  );

/** One of them is slow, and a renewal is to be had only of a token that has died. */
const slowAnywhere = (fc: FC, profile: ClientProfile): Arbitrary<Plot> => {
  const called = exchangesOf(profile).filter((name): name is OperationName => name !== 'notification');
  return fc
    .record({
      exchange: fc.constantFrom(...called),
      nth: fc.constantFrom(1, 1, 2),
      action: slowFor(fc),
      other: onceIn(fc, 2, fc.record({ exchange: fc.constantFrom(...called), action: slowly(fc) })),
    })
    .map(({ exchange, nth, action, other }) => {
      const drafts: Draft[] = [{ trigger: on(exchange, nth), action }];
      if (other !== undefined) drafts.push({ trigger: on(other.exchange, 2), action: other.action });
      const renews = drafts.some(({ trigger }) => trigger.kind === 'on' && trigger.exchange === 'requestToken');
      const death: Draft = { trigger: on('listDataQueryRecords'), action: { do: 'expireToken' } };
      return { drafts: renews ? [death, ...drafts] : drafts, customers: [{ records: 2 }] };
    });
};

/** "After that a request to the API fails with HTTP 403": the client gets a new token. (Authentication, interface B) */
const deadAtStore =
  (call: 'callReporting' | 'callSubmission', store: StoreFamily) =>
  (fc: FC): Arbitrary<Plot> =>
    fc.constantFrom(1, 2).map((records) => ({
      drafts: [{ trigger: on(call), action: { do: 'expireStoreToken', store } }],
      customers: [{ records }],
    }));

/** Scenarios of single exchanges: of answers that are lost or slow, and of connections that break. */
export const exchangeKinds = {
  lostCreate: {
    what: 'The answer to a create is lost, and the query is under way.',
    weight: 3,
    needs: ['createDataQuery'],
    draws: {
      any: lostCreates,
      recoverable: (fc) =>
        fc.constantFrom(...lostByBreak).map((fault) => ({
          drafts: [{ trigger: on('createDataQuery'), action: inject(fault) }],
          customers: [{ records: 2 }],
        })),
    },
  },
  lostMail: {
    what: 'The answer to a mail is lost.',
    weight: 2,
    needs: ['sendEmail'],
    draws: { any: lostMails },
  },
  brokenConnection: {
    what: 'One connection to interface C breaks.',
    weight: 3,
    needs: ['listDataQueryRecords'],
    draws: { recoverable: brokenOnce },
  },
  slowAnswer: {
    what: 'Answers of any operation are a few seconds late, one of them or all; or a call is told when to come back.',
    weight: 3,
    draws: { recoverable: (fc, profile) => oneOf(fc, [2, slowAnywhere(fc, profile)], [1, toldWhen(fc)]) },
  },
} as const satisfies Kinds;

/** Scenarios of the store APIs. */
export const storeKinds = {
  reportingToken: {
    what: 'The token for the reporting API has expired when it comes to be used.',
    weight: 1,
    needs: ['callReporting'],
    draws: { recoverable: deadAtStore('callReporting', 'reporting') },
  },
  submissionToken: {
    what: 'The token for the submission API has expired when it comes to be used.',
    weight: 1,
    needs: ['callSubmission'],
    draws: { recoverable: deadAtStore('callSubmission', 'submission') },
  },
} as const satisfies Kinds;

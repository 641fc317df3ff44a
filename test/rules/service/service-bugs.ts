import type { RuleId } from '../../../src/rules/catalogue.ts';
import { admissionBugs } from './admission-bugs.ts';
import { listingBugs } from './listing-bugs.ts';
import { bodyOf, change, changeAnswer, type EntryOf, instead, newId, refused, reissued } from './tamper.ts';
import type { Run } from './whole-run.ts';

/** Bugs a service could have, each as one entry that a run would then have had in place of another. */
export interface ServiceBug {
  readonly bug: string;
  readonly breaks: RuleId;
  readonly plant: (run: Run) => Run;
}

const notified = (into: (entry: EntryOf<'notification'>) => EntryOf<'notification'>) => (run: Run) =>
  change(run, 'notification', () => true, into);

const states: readonly ServiceBug[] = [
  {
    bug: 'a query completes that never collected',
    breaks: 'S1',
    plant: (run) =>
      change(
        run,
        'transition',
        ({ to }) => to === 'completed',
        (entry) => ({ ...entry, from: 'none' }),
      ),
  },
  {
    bug: 'a query that is there is not found',
    breaks: 'S1',
    plant: (run) => changeAnswer(run, 15, (entry) => refused(entry, 'queryIdNotFound')),
  },
  {
    bug: 'a second query begins beside the first',
    breaks: 'S2',
    plant: (run) =>
      change(
        run,
        'due',
        () => true,
        ({ at }, all) => {
          const first = all.find((entry) => entry.kind === 'transition');
          if (first?.kind !== 'transition') throw new Error('no query began');
          return { ...first, at, query: newId };
        },
      ),
  },
  {
    bug: 'a query begins where another stands in the way',
    breaks: 'S3',
    plant: (run) => changeAnswer(run, 7, (entry) => instead(entry, 201, { id: newId })),
  },
  {
    bug: 'the first query is refused for a conflict with nothing',
    breaks: 'S3',
    plant: (run) => {
      const { entries } = run;
      const without = { ...run, entries: entries.filter((entry) => !('exchange' in entry) || entry.exchange !== 2) };
      return changeAnswer(without, 1, (entry) => refused(entry, 'requestConflict'));
    },
  },
];

const notifications: readonly ServiceBug[] = [
  {
    bug: 'the notification comes from another region',
    breaks: 'S4',
    plant: notified((entry) => ({ ...entry, region: 'us-west-2' })),
  },
  {
    bug: 'the notification goes to another application',
    breaks: 'S4',
    plant: notified((entry) => ({ ...entry, application: 'another' })),
  },
  {
    bug: 'the notification is delivered in another region',
    breaks: 'S4',
    plant: (run) =>
      change(
        run,
        'delivered',
        () => true,
        (entry) => ({ ...entry, endpoint: 'us-west-2' }),
      ),
  },
  {
    bug: 'the notification names another query',
    breaks: 'S4',
    plant: notified((entry) => ({ ...entry, body: entry.body.replace(entry.query, newId) })),
  },
  {
    bug: 'the notification says CANCELED of a query that completed',
    breaks: 'S4',
    plant: notified((entry) => ({ ...entry, body: entry.body.replace('COMPLETED', 'CANCELED') })),
  },
  {
    bug: 'the notification has another subject',
    breaks: 'S4',
    plant: notified((entry) => ({ ...entry, body: entry.body.replace('Notification 1.0', 'Notification 2.0') })),
  },
  {
    bug: 'the notification is larger than a kilobyte',
    breaks: 'S4',
    plant: notified((entry) => ({ ...entry, body: entry.body.padEnd(1001) })),
  },
  {
    bug: 'a notification is sent twice',
    breaks: 'S4',
    plant: (run) =>
      change(
        run,
        'delivered',
        () => true,
        ({ at }, all) => {
          const first = all.find((entry) => entry.kind === 'notification');
          if (first?.kind !== 'notification') throw new Error('nothing was announced');
          return { ...first, at, notification: 2 };
        },
      ),
  },
];

const memories: readonly ServiceBug[] = [
  {
    bug: 'an answer is forgotten within its five minutes',
    breaks: 'S6',
    plant: (run) => changeAnswer(run, 9, (entry) => instead(entry, 200, reissued(entry.answer.body))),
  },
  {
    bug: 'an answer is remembered for more than five minutes',
    breaks: 'S7',
    plant: (run) =>
      changeAnswer(run, 15, (entry, all) => ({ ...instead(entry, 200, bodyOf(all, 8)), rememberedSince: 11 * 60_000 })),
  },
  {
    bug: 'an answer to other parameters is given from memory',
    breaks: 'S7',
    plant: (run) => changeAnswer(run, 21, (entry, all) => instead(entry, 200, bodyOf(all, 10))),
  },
];

const lookups: readonly ServiceBug[] = [
  {
    bug: 'an answer is remembered that was given to nobody',
    breaks: 'S7',
    plant: (run) => changeAnswer(run, 9, (entry) => ({ ...entry, rememberedSince: 5 })),
  },
  {
    bug: 'a link works that was never given',
    breaks: 'S9',
    plant: (run) =>
      change(
        run,
        'request',
        ({ exchange }) => exchange === 13,
        (entry) => ({ ...entry, request: { ...entry.request, url: entry.request.url.replace(/signature=\w/, '$&0') } }),
      ),
  },
  ...['Bearer', 'Bearer nobody-issued-this', 'bearer x', ''].map(
    (authorization): ServiceBug => ({
      bug: `records are listed for the header "${authorization}"`,
      breaks: 'S11',
      plant: (run) =>
        change(
          run,
          'request',
          ({ exchange }) => exchange === 15,
          (entry) => ({
            ...entry,
            request: { ...entry.request, headers: { ...entry.request.headers, authorization } },
          }),
        ),
    }),
  ),
];

/** What a scenario did right after the notification, to which the service paid no attention. */
const unheeded: readonly ServiceBug[] = (
  [
    { do: 'delistApp', application: 'application-1' },
    { do: 'detachProfile', application: 'application-1', api: 'portability' },
    { do: 'disableScope', application: 'application-1', scope: 'orders' },
    { do: 'deleteProfile', application: 'application-1' },
    { do: 'blankToken', customer: 'customer-1', lacks: 'customerId' },
    { do: 'garbleToken', customer: 'customer-1', garbles: 'profileId' },
    { do: 'revokeConsent', customer: 'customer-1' },
    { do: 'expireConsent', customer: 'customer-1', scope: 'orders', application: 'application-1' },
  ] as const
).map((action) => ({
  bug: `${action.do} has no effect`,
  breaks: 'S11',
  plant: (run) =>
    change(
      run,
      'delivered',
      () => true,
      ({ at }) => ({ at, kind: 'action', action, place: 'test' }),
    ),
}));

const orders: readonly ServiceBug[] = [
  {
    bug: 'time runs back',
    breaks: 'S15',
    plant: (run) =>
      change(
        run,
        'delivered',
        () => true,
        (entry) => ({ ...entry, at: entry.at - 1 }),
      ),
  },
  {
    bug: 'an answer comes to what nobody asked',
    breaks: 'S15',
    plant: (run) => changeAnswer(run, 5, (entry) => ({ ...entry, exchange: 99 })),
  },
  {
    bug: 'an exchange is answered twice',
    breaks: 'S15',
    plant: (run) => changeAnswer(run, 6, (entry) => ({ ...entry, exchange: 5 })),
  },
  {
    bug: 'a delivery is told of a notification that was never sent',
    breaks: 'S15',
    plant: (run) =>
      change(
        run,
        'delivered',
        () => true,
        (entry) => ({ ...entry, notification: 7 }),
      ),
  },
];

export const serviceBugs: readonly ServiceBug[] = [
  ...states,
  ...notifications,
  ...listingBugs,
  ...memories,
  ...lookups,
  ...unheeded,
  ...admissionBugs,
  ...orders,
];

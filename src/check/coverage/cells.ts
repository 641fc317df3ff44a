import type { Action } from '../../core/action.ts';
import type { LostRequirement } from '../../core/world.ts';
import { exchangeFaultNames, notificationFaults } from '../../spec/faults.ts';
import { operationNames } from '../../spec/routes.ts';
import type { EntryOf } from '../../trace/entry.ts';
import type { ClientProfile } from '../client-profile.ts';
import { refusalsAt } from '../refusals-at.ts';
import type { Trial } from '../trial/trial.ts';
import { boundaryCells, findBoundaries } from './boundaries.ts';

/** A query, as an action finds it. */
export const states = ['before a query', 'while collecting', 'once completed', 'once canceled'] as const;
type QueryState = (typeof states)[number];

/** Actions that are worth an injection whatever the state of the query. */
const injected = [
  'expireToken',
  'revokeToken',
  'revokeConsent',
  'expireConsent',
  'grantConsent',
  'holdAccount',
  'elapse',
] as const satisfies readonly (Action['do'] | 'elapse')[];

/** What made a query end without its data, in the words of the actions. */
export const causes: Readonly<Record<LostRequirement, Action['do']>> = {
  revoked: 'revokeConsent',
  expired: 'expireConsent',
  held: 'holdAccount',
};

/** How a client ends. */
export const ends = { success: 'the client succeeds', failure: 'the client gives up' } as const;

/** An answer that is late leaves no more than the time of its arrival. */
const shown = exchangeFaultNames.filter((name) => name !== 'late');

/** All that a run came across, each once. */
export const findCells = (trial: Trial): ReadonlySet<string> => {
  const operations = new Map<number, string>();
  let state: QueryState = 'before a query';
  const cells = trial.raw.flatMap((entry): readonly string[] => {
    switch (entry.kind) {
      case 'request':
        operations.set(entry.exchange, entry.operation);
        return [];
      case 'answer':
        return answerCells(operations.get(entry.exchange) ?? 'unknown', entry);
      case 'fault':
        return [`${operations.get(entry.exchange) ?? 'unknown'}: ${entry.fault.name}`];
      case 'notificationFault':
        return [`notification: ${entry.fault.name}`];
      case 'transition':
        state = stateAfter(entry);
        return entry.because === undefined ? [] : [`CANCELED after ${causes[entry.because]}`];
      case 'action':
        // Faults that wait for an exchange are seen by what they do to it.
        return 'times' in entry.action ? [] : [`${entry.action.do} ${state}`];
      case 'slept':
        return [`elapse ${state}`];
      default:
        return [];
    }
  });
  const end = trial.outcome.ok ? ends.success : ends.failure;
  return new Set([...cells, end, ...findBoundaries(trial)]);
};

const answerCells = (operation: string, { row, answer, rememberedSince }: EntryOf<'answer'>): readonly string[] => [
  `${operation}: ${row ?? answer.status}`,
  ...(rememberedSince === undefined ? [] : [`${operation}: remembered`]),
];

const stateAfter = ({ to }: EntryOf<'transition'>): QueryState => {
  switch (to) {
    case 'inProgress':
      return 'while collecting';
    case 'completed':
      return 'once completed';
    case 'canceled':
      return 'once canceled';
    default:
      return to satisfies never;
  }
};

/** All that a client with this profile can come across. */
export const expectedCells = ({ exchanges }: ClientProfile): readonly string[] => {
  const has = (name: keyof typeof exchanges): boolean => (exchanges[name] ?? 0) > 0;
  const when = (isSo: boolean, ...cells: readonly string[]): readonly string[] => (isSo ? cells : []);
  return [
    ...operationNames
      .filter(has)
      .flatMap((operation) => [
        ...refusalsAt(operation).map((row) => `${operation}: ${row}`),
        ...shown.map((fault) => `${operation}: ${fault}`),
      ]),
    ...when(
      has('createDataQuery'),
      ...injected.flatMap((action) => states.map((state) => `${action} ${state}`)),
      ...Object.values(causes).map((cause) => `CANCELED after ${cause}`),
    ),
    ...when(has('notification'), ...Object.values(notificationFaults).map(({ traced }) => `notification: ${traced}`)),
    ...when(
      has('listDataQueryRecords'),
      ...boundaryCells('tokenLife', 'listingHour'),
      ...boundaryCells('onePageOfRecords').slice(1),
    ),
    ...when(has('downloadFile'), ...boundaryCells('linkLife')),
    ends.success,
    ends.failure,
  ];
};

import type { Action } from '../../core/action.ts';
import type { Entry } from '../../trace/entry.ts';
import { findBoundaries } from './boundaries.ts';
import type { Trial } from '../trial/trial.ts';

/** A query, as the lever that is pulled finds it. */
export type QueryState = 'before a query' | 'while collecting' | 'once completed' | 'once canceled';

type Of<Kind extends Entry['kind']> = Extract<Entry, { kind: Kind }>;

/** The levers that change what a client may do; faults of single exchanges are seen by what they do to them. */
const isLever = ({ do: verb }: Action): boolean => !faults.has(verb) && !verb.endsWith('Notification');

const faults: ReadonlySet<Action['do']> = new Set(['fail', 'fault']);

/** What made a query end without its data, in the words of the levers. */
const causes: Readonly<Record<string, string>> = {
  revoked: 'revokeConsent',
  expired: 'expireConsent',
  held: 'holdAccount',
};

/** All that a run came across, each once. */
export const findCells = ({ trace, outcome, scenario }: Trial): ReadonlySet<string> => {
  const cells = new Set<string>();
  const { entries } = trace;
  const asked = new Map<number, Of<'request'>>();
  let state: QueryState = 'before a query';
  for (const entry of entries) {
    switch (entry.kind) {
      case 'request':
        asked.set(entry.exchange, entry);
        break;
      case 'answer': {
        const operation = asked.get(entry.exchange)?.operation ?? 'unknown';
        cells.add(`${operation}: ${entry.row ?? entry.answer.status}`);
        if (entry.rememberedSince !== undefined) cells.add(`${operation}: remembered`);
        break;
      }
      case 'fault':
        cells.add(`${asked.get(entry.exchange)?.operation ?? 'unknown'}: ${entry.fault.name}`);
        break;
      case 'notificationFault':
        cells.add(`notification: ${entry.fault.name}`);
        break;
      case 'transition':
        state = stateAfter(entry);
        if (entry.to === 'canceled') cells.add(`CANCELED after ${causes[entry.because ?? ''] ?? 'its end'}`);
        break;
      case 'action':
        if (isLever(entry.action)) cells.add(`${entry.action.do} ${state}`);
        break;
      case 'slept':
        cells.add(`elapse ${state}`);
        break;
      default:
    }
  }
  cells.add(outcome.ok ? 'the client succeeds' : 'the client gives up');
  for (const cell of findBoundaries(entries, scenario)) cells.add(cell);
  return cells;
};

const stateAfter = ({ to }: Of<'transition'>): QueryState => {
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

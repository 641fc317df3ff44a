import type { Mail } from '../core/world.ts';
import type { ExchangeName } from '../spec/routes.ts';
import type { Entry } from '../trace/entry.ts';
import type { QueryState } from '../language/ast.ts';
import { countArrived } from './arrived.ts';

/** What of a run expectations ask for. */
export interface Observations {
  /** When exchanges of each kind began, in milliseconds since the simulation did. None is as good as an empty list. */
  readonly times: Partial<Readonly<Record<ExchangeName, readonly number[]>>>;
  /** How many records of each customer came to the client, data and schema, each counted once. */
  readonly arrived: Readonly<Record<string, number>>;
  readonly queries: Readonly<Record<QueryState, number>>;
  /** The e-mails that were accepted, oldest first. */
  readonly mails: readonly Mail[];
}

export const observe = (entries: readonly Entry[], mails: readonly Mail[]): Observations => ({
  times: listTimes(entries),
  arrived: countArrived(entries),
  queries: countQueries(entries),
  mails,
});

const listTimes = (entries: readonly Entry[]): Observations['times'] => {
  const times: Partial<Record<ExchangeName, number[]>> = {};
  for (const entry of entries) {
    const name =
      entry.kind === 'request' ? entry.operation : entry.kind === 'notification' ? 'notification' : 'unknown';
    if (name !== 'unknown') (times[name] ??= []).push(entry.at);
  }
  return times;
};

const countQueries = (entries: readonly Entry[]): Observations['queries'] => {
  const states = new Map<string, QueryState>();
  for (const entry of entries) if (entry.kind === 'transition') states.set(entry.query, entry.to);
  const counts = { inProgress: 0, completed: 0, canceled: 0 };
  for (const state of states.values()) counts[state] += 1;
  return counts;
};

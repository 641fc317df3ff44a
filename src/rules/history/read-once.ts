import type { History } from '../history.ts';

/** By history, and then by what reads it: a table of weak keys for each reading would keep the garbage collector busy. */
const known = new WeakMap<History, Map<unknown, unknown>>();

/** What several rules read of a history is read by the first that asks. */
export const readOnce =
  <Reading>(read: (history: History) => Reading): ((history: History) => Reading) =>
  (history) => {
    let readings = known.get(history);
    if (readings === undefined) known.set(history, (readings = new Map()));
    if (!readings.has(read)) readings.set(read, read(history));
    return readings.get(read) as Reading;
  };

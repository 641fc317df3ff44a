import type { Entry } from '../trace/entry.ts';

/*
 * How far somebody has come in a trace is counted in what was recorded: one that keeps its newest entries alone has a mark in the
 * place of the others, and that counts for as many as it says.
 */

/** Where the mark stands, behind what there was at first, and by how much the entries from it on are ahead of their places. */
const findMark = (entries: readonly Entry[]): { readonly at: number; readonly ahead: number } => {
  for (const [at, entry] of entries.slice(0, 2).entries()) {
    if (entry.kind === 'dropped') return { at, ahead: entry.entries - 1 };
  }
  return { at: entries.length, ahead: 0 };
};

/** How many are known to whoever knows the first so many of those that are there. */
export const countKnown = (entries: readonly Entry[], length = entries.length): number => {
  const { at, ahead } = findMark(entries);
  return length > at ? length + ahead : length;
};

/** Those that are there and not known yet; with the mark where some were dropped that nobody told. */
export const entriesAfter = (entries: readonly Entry[], known: number): readonly Entry[] => {
  const { at, ahead } = findMark(entries);
  return entries.slice(known - ahead > at ? known - ahead : Math.min(known, at));
};

import type { Entry } from './entry.ts';
import type { InitialToken } from './initial-world.ts';

/** The tokens of a trace that no answer gave: those that there were at first, and those of customers who authorized later. */
export const givenTokens = (entries: readonly Entry[]): readonly InitialToken[] =>
  entries.flatMap((entry) => {
    if (entry.kind === 'began') return entry.world?.tokens ?? [];
    return entry.kind === 'authorized' && entry.token !== undefined ? [entry.token] : [];
  });

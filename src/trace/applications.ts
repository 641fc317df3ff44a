import type { Entry } from './entry.ts';

/** The applications that a trace tells of, those whose profiles were made in its course too: names are worth saying where there are several. */
export const applicationsIn = (entries: readonly Entry[]): ReadonlySet<string> =>
  new Set(
    entries.flatMap((entry) => {
      if (entry.kind === 'began') return entry.world?.applications.map(({ id }) => id) ?? [];
      return entry.kind === 'action' && entry.action.do === 'createProfile' ? [entry.action.application] : [];
    }),
  );

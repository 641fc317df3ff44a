import { limits } from '../spec/limits.ts';
import type { Entry } from '../trace/entry.ts';

/** How many records a client asks for at a time, as its first listing says. */
export const findPageSize = (entries: readonly Entry[]): number => {
  const list = entries.find((entry) => entry.kind === 'request' && entry.operation === 'listDataQueryRecords');
  const size = list?.kind === 'request' ? Number(/[?&]maxResults=(\d+)/.exec(list.request.url)?.[1]) : Number.NaN;
  const { least, value } = limits.pageSize;
  return size >= least && size <= value ? size : value;
};

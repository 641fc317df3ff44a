import { applicationsIn } from '../../trace/initial-world.ts';
import type { Entry } from '../../trace/entry.ts';
import type { Lane, Row } from './row.ts';
import { sayEntry, sayQuery } from './sayings.ts';

/** The line of a request, to which what happens at the same instant belongs. */
interface Asked {
  readonly index: number;
  readonly operation: string;
}

/** The lines of a timeline, oldest first, none left out: an answer stands beside its request where no time lies between. */
export const readRows = (entries: readonly Entry[]): readonly Row[] => {
  const rows: Row[] = [];
  const asked = new Map<number, Asked>();
  const regions = new Set(entries.flatMap((entry) => (entry.kind === 'request' ? (entry.region ?? []) : [])));
  const customers = new Set(entries.flatMap((entry) => (entry.kind === 'transition' ? entry.customer : [])));
  const several = { customers: customers.size > 1, applications: applicationsIn(entries).size > 1 };

  /** Of an exchange: joins the line of its request, or begins one that says which it is about. */
  const put = (at: number, exchange: number, lane: Lane, text: string): void => {
    const { index = -1, operation } = asked.get(exchange) ?? {};
    const row = rows[index];
    if (row?.at === at && row.cells[lane] === undefined) {
      rows[index] = { ...row, cells: { ...row.cells, [lane]: text } };
    } else {
      rows.push({ at, exchange, ...(operation && { operation }), cells: { [lane]: `#${exchange} ${text}` } });
    }
  };

  let isOpen = false;
  for (const [index, entry] of entries.entries()) {
    const said = sayEntry(entry, several);
    if (said === undefined || isAnsweredNext(entry, entries[index + 1])) continue;
    const [lane, text] = said;
    const { at } = entry;
    const last = rows.at(-1);
    if (entry.kind === 'request') {
      const { exchange, operation, region } = entry;
      asked.set(exchange, { index: rows.length, operation });
      const where = regions.size > 1 && region !== undefined ? ` ${region}` : '';
      rows.push({ at, exchange, operation, cells: { [lane]: `#${exchange} ${text}${where}` } });
    } else if (entry.kind === 'answer') {
      const before = entries[index - 1];
      put(at, entry.exchange, lane, `${text}${isAnsweredNext(before, entry) ? `, ${sayQuery(before.query)}` : ''}`);
    } else if ('exchange' in entry) put(at, entry.exchange, lane, text);
    else if (entry.kind === 'action' && isOpen && last?.at === at && last.exchange !== undefined) {
      // What a scenario does right before a request is dealt with stands above it.
      const { operation = '' } = last;
      asked.set(last.exchange, { index: rows.length, operation });
      rows.splice(-1, 1, { at, cells: { [lane]: text } }, last);
    } else rows.push({ at, ...(entry.kind === 'ended' && { isEnd: true as const }), cells: { [lane]: text } });
    isOpen = entry.kind === 'request' || (entry.kind === 'action' && isOpen);
  }
  return rows;
};

/** A query that begins is told by the answer that gives its id. */
const isAnsweredNext = (
  entry: Entry | undefined,
  next: Entry | undefined,
): entry is Extract<Entry, { kind: 'transition' }> =>
  entry?.kind === 'transition' && entry.to === 'inProgress' && next?.kind === 'answer' && next.at === entry.at;

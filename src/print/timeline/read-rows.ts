import { applicationsIn } from '../../trace/initial-world.ts';
import type { Entry, EntryOf } from '../../trace/entry.ts';
import type { Lane, Row } from './row.ts';
import { sayEntry, sayQuery, type Several } from './sayings.ts';

/** The line of a request, to which what happens at the same instant belongs. */
interface Asked {
  readonly index: number;
  readonly operation: string;
}

/** The lines of a timeline, oldest first, none left out: an answer stands beside its request where no time lies between. */
export const readRows = (entries: readonly Entry[]): readonly Row[] => {
  const rows = new Rows();
  const several = severalIn(entries);
  let isOpen = false;
  for (const [index, entry] of entries.entries()) {
    const said = sayEntry(entry, several);
    if (said === undefined || isAnsweredNext(entry, entries[index + 1])) continue;
    const [lane, text] = said;
    const before = entries[index - 1];
    if (entry.kind === 'request') rows.request(entry, text, several.regions);
    else if (entry.kind === 'answer' && isAnsweredNext(before, entry))
      rows.join(entry.at, entry.exchange, lane, `${text}, ${sayQuery(before.query)}`);
    else if ('exchange' in entry) rows.join(entry.at, entry.exchange, lane, text);
    else if (entry.kind !== 'action' || !isOpen || !rows.putAbove(entry.at, lane, text))
      rows.put({ at: entry.at, ...(entry.kind === 'ended' && { isEnd: true as const }), cells: { [lane]: text } });
    isOpen = entry.kind === 'request' || (entry.kind === 'action' && isOpen);
  }
  return rows.all;
};

const severalIn = (entries: readonly Entry[]): Several & { readonly regions: boolean } => {
  const regions = new Set(entries.flatMap((entry) => (entry.kind === 'request' ? (entry.region ?? []) : [])));
  const customers = new Set(entries.flatMap((entry) => (entry.kind === 'transition' ? entry.customer : [])));
  return { regions: regions.size > 1, customers: customers.size > 1, applications: applicationsIn(entries).size > 1 };
};

/** Lines as they grow, and which of them each exchange has. */
class Rows {
  readonly all: Row[] = [];
  readonly #asked = new Map<number, Asked>();

  put(row: Row): void {
    this.all.push(row);
  }

  request({ at, exchange, operation, region }: EntryOf<'request'>, text: string, areSeveral: boolean): void {
    this.#asked.set(exchange, { index: this.all.length, operation });
    const where = areSeveral && region !== undefined ? ` ${region}` : '';
    this.put({ at, exchange, operation, cells: { client: `#${exchange} ${text}${where}` } });
  }

  /** Of an exchange: joins the line of its request, or begins one that says which it is about. */
  join(at: number, exchange: number, lane: Lane, text: string): void {
    const { index = -1, operation } = this.#asked.get(exchange) ?? {};
    const row = this.all[index];
    if (row?.at === at && row.cells[lane] === undefined)
      this.all[index] = { ...row, cells: { ...row.cells, [lane]: text } };
    else this.put({ at, exchange, ...(operation && { operation }), cells: { [lane]: `#${exchange} ${text}` } });
  }

  /** What a scenario does right before a request is dealt with stands above it, if that is the last line. */
  putAbove(at: number, lane: Lane, text: string): boolean {
    const last = this.all.at(-1);
    if (last?.at !== at || last.exchange === undefined) return false;
    const { exchange, operation = '' } = last;
    this.#asked.set(exchange, { index: this.all.length, operation });
    this.all.splice(-1, 1, { at, cells: { [lane]: text } }, last);
    return true;
  }
}

/** A query that begins is told by the answer that gives its id. */
const isAnsweredNext = (
  entry: Entry | undefined,
  next: Entry | undefined,
): entry is Extract<Entry, { kind: 'transition' }> =>
  entry?.kind === 'transition' && entry.to === 'inProgress' && next?.kind === 'answer' && next.at === entry.at;

import { type ExchangeFaultName, exchangeFaultRow, type SeenOfExchange } from '../spec/faults.ts';
import type { Entry, EntryOf } from '../trace/entry.ts';

/**
 * How many records of each customer arrived: those whose data and schema were answered, and arrived whole. The same record
 * of a customer's scope counts once, whichever queries its two files come from.
 */
export const countArrived = (entries: readonly Entry[]): Readonly<Record<string, number>> => {
  const owners = ownersOfQueries(entries);
  const files = new Map(entries.flatMap((entry) => askedFor(entry, owners)));
  const spoiled = new Set(entries.flatMap((entry) => (isSpoiled(entry) ? [entry.exchange] : [])));
  const records = new Map<string, { readonly customer: string; readonly parts: Set<Part> }>();
  for (const entry of entries) {
    if (entry.kind !== 'answer' || entry.answer.status !== 200 || spoiled.has(entry.exchange)) continue;
    const file = files.get(entry.exchange);
    if (file === undefined) continue;
    const { record, customer, part } = file;
    const known = records.get(record) ?? { customer, parts: new Set() };
    known.parts.add(part);
    records.set(record, known);
  }
  const arrived: Record<string, number> = {};
  for (const { customer, parts } of records.values()) {
    if (parts.size === 2) arrived[customer] = (arrived[customer] ?? 0) + 1;
  }
  return arrived;
};

interface Owner {
  readonly customer: string;
  readonly scope: string;
}

const ownersOfQueries = (entries: readonly Entry[]): ReadonlyMap<string, Owner> =>
  new Map(
    entries.flatMap((entry) =>
      entry.kind === 'transition' ? [[entry.query, { customer: entry.customer, scope: entry.scope }] as const] : [],
    ),
  );

type Part = 'files' | 'schemas';

interface File {
  readonly part: Part;
  readonly customer: string;
  /** Whose it is, and its position. */
  readonly record: string;
}

const askedFor = (entry: Entry, owners: ReadonlyMap<string, Owner>): readonly (readonly [number, File])[] => {
  if (entry.kind !== 'request' || entry.request.method === 'HEAD') return [];
  if (entry.operation !== 'downloadFile' && entry.operation !== 'downloadSchema') return [];
  const [, query = '', position = ''] = /\/(?:files|schemas)\/([^/?]+)\.(\d+)(?:\?|$)/.exec(entry.request.url) ?? [];
  const { customer = '', scope = query } = owners.get(query) ?? {};
  const part = entry.operation === 'downloadFile' ? 'files' : 'schemas';
  return [[entry.exchange, { part, customer, record: JSON.stringify([customer, scope, position]) }]];
};

/** Whether a file has arrived as it is, be it late, by what is seen of its answer. */
const arrives = {
  nothing: false,
  error: false,
  end: false,
  redirect: false,
  part: false,
  'another body': false,
  pieces: true,
  late: true,
  whole: true,
} as const satisfies Record<SeenOfExchange, boolean>;

/** After a fault of its connection it has come in spite of that, if it has come at all. */
const isHarmless = (name: ExchangeFaultName): boolean => {
  const { place, sees } = exchangeFaultRow(name);
  return place === 'connection' || arrives[sees];
};

/** Whether an answer did not arrive, or not as it was. */
const isSpoiled = (entry: Entry): entry is EntryOf<'hungUp' | 'fault'> =>
  entry.kind === 'hungUp' || (entry.kind === 'fault' && !isHarmless(entry.fault.name));

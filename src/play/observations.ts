import type { Mail } from '../core/world.ts';
import { type ExchangeFaultName, exchangeFaultRow, type SeenOfExchange } from '../spec/faults.ts';
import type { ExchangeName } from '../spec/routes.ts';
import type { Entry } from '../trace/entry.ts';
import type { QueryState } from '../language/ast.ts';

/** What of a run expectations ask for. */
export interface Observations {
  /** When exchanges of each kind began, in milliseconds since the simulation did. None is as good as an empty list. */
  readonly times: Partial<Readonly<Record<ExchangeName, readonly number[]>>>;
  /** How many records came to the client, each counted once. */
  readonly imported: number;
  readonly queries: Readonly<Record<QueryState, number>>;
  /** The e-mails that were accepted, oldest first. */
  readonly mails: readonly Mail[];
}

export const observe = (entries: readonly Entry[], mails: readonly Mail[]): Observations => ({
  times: listTimes(entries),
  imported: countImported(entries),
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

/** Records whose data file was answered and arrived whole. The same record of a customer's scope counts once. */
const countImported = (entries: readonly Entry[]): number => {
  const files = filesAskedFor(entries);
  const spoiled = new Set(entries.flatMap((entry) => (isSpoiled(entry) ? [entry.exchange] : [])));
  const whole = entries.flatMap((entry) =>
    entry.kind === 'answer' && entry.answer.status === 200 && !spoiled.has(entry.exchange)
      ? (files.get(entry.exchange) ?? [])
      : [],
  );
  return new Set(whole).size;
};

/** The record whose file each exchange asks for: whose it is, and its position. */
const filesAskedFor = (entries: readonly Entry[]): ReadonlyMap<number, string> => {
  const owners = new Map<string, string>();
  const files = new Map<number, string>();
  for (const entry of entries) {
    if (entry.kind === 'transition') owners.set(entry.query, JSON.stringify([entry.customer, entry.scope]));
    if (entry.kind !== 'request' || entry.operation !== 'downloadFile' || entry.request.method === 'HEAD') continue;
    const [, query = '', position = ''] = /\/files\/([^/?]+)\.(\d+)(?:\?|$)/.exec(entry.request.url) ?? [];
    files.set(entry.exchange, `${owners.get(query) ?? query} ${position}`);
  }
  return files;
};

/** Whether an answer did not arrive, or not as it was. */
const isSpoiled = (entry: Entry): entry is Extract<Entry, { kind: 'hungUp' | 'fault' }> =>
  entry.kind === 'hungUp' || (entry.kind === 'fault' && !isHarmless(entry.fault.name));

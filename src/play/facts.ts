import type { Mail } from '../core/world.ts';
import { type ExchangeFaultName, setupFaultNames } from '../spec/faults.ts';
import type { ExchangeName } from '../engine/engine.ts';
import type { Entry } from '../trace/entry.ts';
import type { QueryState } from '../language/ast.ts';

/** What of a run expectations ask for. */
export interface Facts {
  /** When exchanges of each kind began, in milliseconds since the simulation did. None is as good as an empty list. */
  readonly times: Partial<Readonly<Record<ExchangeName, readonly number[]>>>;
  /** How many records came to the client, each counted once. */
  readonly imported: number;
  /** How many queries are in which state in the end. */
  readonly queries: Readonly<Record<QueryState, number>>;
  /** The e-mails that were accepted, oldest first. */
  readonly mails: readonly Mail[];
}

export const readFacts = (entries: readonly Entry[], mails: readonly Mail[]): Facts => ({
  times: listTimes(entries),
  imported: countImported(entries),
  queries: countQueries(entries),
  mails,
});

const listTimes = (entries: readonly Entry[]): Facts['times'] => {
  const times: Partial<Record<ExchangeName, number[]>> = {};
  for (const entry of entries) {
    const name =
      entry.kind === 'request' ? entry.operation : entry.kind === 'notification' ? 'notification' : 'unknown';
    if (name !== 'unknown') (times[name] ??= []).push(entry.at);
  }
  return times;
};

const countQueries = (entries: readonly Entry[]): Facts['queries'] => {
  const states = new Map<string, QueryState>();
  for (const entry of entries) if (entry.kind === 'transition') states.set(entry.query, entry.to);
  const counts = { inProgress: 0, completed: 0, canceled: 0 };
  for (const state of states.values()) counts[state] += 1;
  return counts;
};

/** Faults after which a file has arrived as it is, be it late; before a connection is there, if it has come at all. */
const harmless: ReadonlySet<ExchangeFaultName> = new Set([
  'late',
  'doubledRequest',
  'connectionClose',
  'slowHeaders',
  'drip',
  ...setupFaultNames,
]);

/** Records whose data file was answered and arrived whole. The same record of a customer's scope counts once. */
const countImported = (entries: readonly Entry[]): number => {
  const owners = new Map<string, string>();
  const files = new Map<number, string>();
  const spoiled = new Set<number>();
  for (const entry of entries) {
    if (entry.kind === 'transition') owners.set(entry.query, JSON.stringify([entry.customer, entry.scope]));
    else if (entry.kind === 'request' && entry.operation === 'downloadFile' && entry.request.method !== 'HEAD') {
      const [, query = '', position = ''] = /\/files\/([^/?]+)\.(\d+)(?:\?|$)/.exec(entry.request.url) ?? [];
      files.set(entry.exchange, `${owners.get(query) ?? query} ${position}`);
    } else if (entry.kind === 'hungUp') spoiled.add(entry.exchange);
    else if (entry.kind === 'fault' && !harmless.has(entry.fault.name)) spoiled.add(entry.exchange);
  }
  const whole = new Set<string>();
  for (const entry of entries) {
    if (entry.kind !== 'answer' || entry.answer.status !== 200 || spoiled.has(entry.exchange)) continue;
    const file = files.get(entry.exchange);
    if (file !== undefined) whole.add(file);
  }
  return whole.size;
};

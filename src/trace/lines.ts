import { sizeOf } from '../core/ranges.ts';
import { exchangeFaults } from '../spec/faults.ts';
import type { Region } from '../spec/regions.ts';
import { showDuration } from '../spec/time.ts';
import { applicationsIn } from './initial-world.ts';
import type { Entry, EntryOf } from './entry.ts';
import { sayAction, sayNotificationFault } from './say-action.ts';
import { sayDue } from './say-due.ts';
import { sayRequest } from './say-request.ts';
import { short } from './short.ts';
import type { Told } from './told.ts';

/** A trace the way people read it: a column of virtual time, then who did what. */
export const formatLines = (entries: readonly Entry[]): readonly string[] =>
  linesOf(entries).map(({ at, who, text }) => `${showDuration(at).padStart(14)}  ${who.padEnd(8)}  ${text}`);

/** What is told of a moment: when, who, what. `entry` is the entry that tells it, counted from 0. */
export interface Line {
  readonly at: number;
  readonly who: Who;
  readonly text: string;
  readonly entry: number;
}

export const linesOf = (entries: readonly Entry[]): readonly Line[] => {
  const lines: Line[] = [];
  const asked = new Map<number, EntryOf<'request'>>();
  const areSeveral = applicationsIn(entries).size > 1;
  for (const [index, entry] of entries.entries()) {
    const next = entries[index + 1];
    if (entry.kind === 'request') {
      asked.set(entry.exchange, entry);
      const answeredNext = next?.kind === 'answer' && next.exchange === entry.exchange && next.at === entry.at;
      if (!answeredNext) lines.push({ at: entry.at, who: 'client', text: `${what(entry)} …`, entry: index });
    } else {
      const [who, text] = say(entry, { asked, areSeveral });
      lines.push({ at: entry.at, who, text, entry: index });
    }
  }
  return lines;
};

type Who = 'client' | 'network' | 'service' | 'scenario' | 'clock';

const what = (asked: EntryOf<'request'>): string => `#${asked.exchange} ${sayRequest(asked)}`;

/** What is said of an entry may need what was said before. */
interface Context {
  readonly asked: ReadonlyMap<number, EntryOf<'request'>>;
  /** Whether there are several applications, so that it is worth saying which. */
  readonly areSeveral: boolean;
}

type Sayer<Kind extends Entry['kind']> = (entry: EntryOf<Kind>, context: Context) => string;

/** Who does it, and what is said of it. A request is told with its answer. */
const sayers: { readonly [Kind in Exclude<Entry['kind'], 'request'>]: readonly [Who, Sayer<Kind>] } = {
  began: ['clock', ({ epoch, seed }) => `begins at ${epoch}, seed ${seed}`],
  authorized: ['scenario', ({ customer, application, scope }) => `${customer} authorizes ${application} for ${scope}`],
  answer: ['client', (entry, { asked }) => sayAnswer(entry, asked.get(entry.exchange))],
  hungUp: ['client', ({ exchange }) => `#${exchange} hung up before the answer`],
  fault: ['network', ({ exchange, fault }) => `#${exchange} ${fault.name}: ${exchangeFaults[fault.name].what}`],
  arrived: ['service', ({ exchange }) => `the answer to #${exchange} arrives`],
  transition: [
    'service',
    ({ query, customer, scope, from, to, because }) =>
      `query ${short(query)} ${customer}/${scope}: ${from} → ${to}${because === undefined ? '' : ` (${because})`}`,
  ],
  notification: [
    'service',
    ({ notification, application, query, status, region }, { areSeveral }) => {
      const whose = areSeveral && application !== undefined ? ` for ${application}` : '';
      return `notification ${notification}${whose}: ${short(query)} is ${status} (${region})`;
    },
  ],
  notificationFault: [
    'network',
    ({ notification, fault }) => `notification ${notification} ${sayNotificationFault(fault)}`,
  ],
  delivered: [
    'client',
    ({ notification, status, endpoint, why }) =>
      `notification ${notification} answered ${status}${sayEndpoint(endpoint)}${why === undefined ? '' : `: ${why}`}`,
  ],
  undelivered: [
    'client',
    ({ notification, endpoint, why }) => `notification ${notification} not taken${sayEndpoint(endpoint)}: ${why}`,
  ],
  action: ['scenario', ({ action }) => sayAction(action)],
  due: ['clock', (entry) => `due: ${sayDue(entry)}`],
  dropped: ['clock', ({ entries }) => `${entries} entries that stood here are not kept`],
  slept: ['scenario', ({ duration }) => `${showDuration(duration)} pass while the client sleeps`],
  ended: [
    'client',
    ({ outcome, error, told }) => (outcome === 'fulfilled' ? `finished${sayTold(told)}` : `failed: ${error ?? ''}`),
  ],
};

const say = (entry: Exclude<Entry, { kind: 'request' }>, context: Context): [Who, string] => {
  // The row is that of the entry's own kind, which the compiler cannot follow through the union.
  const [who, sayer] = sayers[entry.kind] as readonly [Who, (entry: Entry, context: Context) => string];
  return [who, sayer(entry, context)];
};

/** In a line there is room for a small result. */
const sayTold = (told: Told | undefined): string => {
  if (told?.value === undefined) return told?.unread === undefined ? '' : `; of what it returned: ${told.unread}`;
  const text = JSON.stringify(told.value);
  return text.length > longestResult ? `: ${text.slice(0, longestResult)}…` : `: ${text}`;
};

const longestResult = 100;

/** The endpoint is worth a word where it is that of another region. */
const sayEndpoint = (endpoint: Region | undefined): string =>
  endpoint === undefined ? '' : ` at the endpoint of ${endpoint}`;

const sayAnswer = (entry: EntryOf<'answer'>, request: EntryOf<'request'> | undefined): string => {
  const notes = [
    entry.row,
    entry.injected && 'injected',
    entry.leftover !== undefined && `${entry.leftover} of another simulation`,
    entry.rememberedSince !== undefined && `remembered since ${showDuration(entry.rememberedSince)}`,
    entry.answer.more !== undefined && `${sizeOf(entry.answer)} bytes`,
  ].filter((note) => typeof note === 'string');
  const subject = request === undefined ? `#${entry.exchange}` : what(request);
  return `${subject} → ${entry.answer.status}${notes.length > 0 ? ` ${notes.join(', ')}` : ''}`;
};

import type { Entry } from '../trace/entry.ts';
import type { InitialWorld } from '../trace/initial-world.ts';
import { readInstant } from '../trace/read-instant.ts';
import type { Ground } from './rule.ts';
import { type Answer, ReadAnswer } from './history/answer.ts';
import { type Beat, putInOrder } from './history/beat.ts';
import type { EntryOf } from './history/entry-of.ts';
import { type Exchange, ReadExchange } from './history/exchange.ts';
import { type QueryStory, readQueries } from './history/queries.ts';
import { readStanding, type Standing } from './history/standing.ts';
import { collect } from './history/collect.ts';

export type { Answer } from './history/answer.ts';
export type { Beat, Mark } from './history/beat.ts';
export type { Exchange } from './history/exchange.ts';
export type { Notice, QueryStory } from './history/queries.ts';
export type { Standing, TokenStory } from './history/standing.ts';

/** A trace, read once for all rules. Times are virtual milliseconds since the simulation began. */
export interface Story {
  readonly entries: readonly Entry[];
  readonly ground: Ground;
  /** The beginning of the trace, where it has one; `epoch` as milliseconds. */
  readonly began: EntryOf<'began'> | undefined;
  readonly epoch: number | undefined;
  /** Who and what was there at first. Without it, as in a recording of the real service, much cannot be told. */
  readonly world: InitialWorld | undefined;
  /** The trace begins in the middle: what was answered before is not in it. */
  readonly continues: boolean;
  /** In the order in which they were sent. */
  readonly exchanges: readonly Exchange[];
  /** Those that the service answered, in the order in which it decided. */
  readonly answered: readonly Answered[];
  /** Exchanges by number. */
  readonly exchange: (number: number) => Exchange | undefined;
  /** All that the service decided or was done to it, in order. */
  readonly beats: readonly Beat[];
  /** Queries by id. */
  readonly queries: ReadonlyMap<string, QueryStory>;
  /** Applications, consents, accounts and tokens, at any moment. */
  readonly standing: Standing;
  /** How the client's promise settled; undefined while it has not. */
  readonly end: EntryOf<'ended'> | undefined;
  /** Until when it was watched: that of the last entry, or later. */
  readonly lastAt: number;
}

/** An exchange that the service answered. */
export type Answered = Exchange & { readonly answer: Answer };

export const readStory = (entries: readonly Entry[], ground: Ground): Story => {
  const began = entries.find((entry) => entry.kind === 'began');
  const world = began?.world;
  const exchanges = readExchanges(entries, world, ground);
  const beats = putInOrder(entries, exchanges);
  return {
    entries,
    ground,
    began,
    epoch: began === undefined ? undefined : readInstant(began.epoch),
    world,
    continues: world?.continues === true,
    exchanges: [...exchanges.values()],
    answered: collect(beats, (beat) => (beat.kind === 'decided' ? [beat.exchange] : [])),
    exchange: (number) => exchanges.get(number),
    beats,
    queries: readQueries(beats, world),
    standing: readStanding(beats, world, ground),
    end: entries.findLast((entry) => entry.kind === 'ended'),
    lastAt: Math.max(entries.at(-1)?.at ?? 0, ground.until ?? 0),
  };
};

const readExchanges = (
  entries: readonly Entry[],
  world: InitialWorld | undefined,
  { assumptions }: Ground,
): ReadonlyMap<number, ReadExchange> => {
  const exchanges = new Map<number, ReadExchange>();
  for (const [place, entry] of entries.entries()) {
    if (entry.kind === 'request') {
      exchanges.set(entry.exchange, new ReadExchange(entry, world, assumptions));
      continue;
    }
    if (!('exchange' in entry)) continue;
    const exchange = exchanges.get(entry.exchange);
    if (exchange === undefined) continue;
    const { at } = entry;
    if (entry.kind === 'answer') {
      exchange.answer ??= new ReadAnswer(entry, place);
      exchange.sent ??= { at, place };
    } else if (entry.kind === 'fault') exchange.fault = entry.fault;
    else if (entry.kind === 'hungUp') exchange.hungUp ??= { at, place };
    else exchange.arrived ??= { at, place };
  }
  return exchanges;
};

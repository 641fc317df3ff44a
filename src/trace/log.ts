import type { Usage } from '../core/limits.ts';
import type { Entry } from './entry.ts';
import { createSharing } from './once.ts';

/**
 * Entries as they are held. What differs every time stands by itself, and what is left of entries that are alike is held once:
 * who asks the same again and is refused again costs two short rows. Whoever reads gets entries that are made of it.
 */
export interface Log {
  add(entry: Entry): void;
  /** One in the place of so many. */
  replace(from: number, count: number, by: Entry): void;
  readonly length: number;
  /** The instant of one of them. */
  at(index: number): number;
  /** All, as they were recorded. */
  readonly raw: readonly Entry[];
  /** `mask` makes of entries, their numbers left out, what is shown of them; it is given each once. */
  mask(mask: (entries: readonly Entry[]) => readonly Entry[]): void;
  /** All that were masked. */
  readonly shown: readonly Entry[];
}

export const createLog = (): Log => {
  const instants: number[] = [];
  const exchanges: number[] = [];
  const usages: (Usage | undefined)[] = [];
  const said: Entry[] = [];
  const shown: Entry[] = [];
  const share = createSharing();
  const build = (what: Entry, index: number): Entry => {
    const [at, exchange, usage] = [instants[index] ?? 0, exchanges[index] ?? 0, usages[index]];
    if (!('exchange' in what)) return { ...what, at };
    return usage === undefined ? { ...what, at, exchange } : ({ ...what, at, exchange, usage } as Entry);
  };
  const [raw, masked] = [createReading(said, build), createReading(shown, build)];
  return {
    add: (entry) => {
      instants.push(entry.at);
      exchanges.push('exchange' in entry ? entry.exchange : 0);
      usages.push(entry.kind === 'answer' ? entry.usage : undefined);
      said.push(share(withoutNumbers(entry)));
    },
    replace: (from, count, by) => {
      instants.splice(from, count, by.at);
      exchanges.splice(from, count, 0);
      usages.splice(from, count, undefined);
      said.splice(from, count, by);
      if (shown.length > from) shown.splice(from, count, by);
      raw.forget();
      masked.forget();
    },
    get length() {
      return said.length;
    },
    at: (index) => instants[index] ?? 0,
    get raw() {
      return raw.read();
    },
    mask: (mask) => {
      if (shown.length === said.length) return;
      for (const entry of mask(said.slice(shown.length))) shown.push(entry);
    },
    get shown() {
      return masked.read();
    },
  };
};

/** What stands by itself is put back in its place. */
const withoutNumbers = (entry: Entry): Entry => {
  if (!('exchange' in entry)) return { ...entry, at: 0 };
  return entry.kind === 'answer' && entry.usage !== undefined
    ? { ...entry, at: 0, exchange: 0, usage: none }
    : { ...entry, at: 0, exchange: 0 };
};

const none: Usage = {};

/** Up to so many that were made are kept, for some read again and again; a longer trace is read once, at its end. */
const mostMade = 65_536;

const createReading = (held: readonly Entry[], build: (what: Entry, index: number) => Entry) => {
  let made: Entry[] = [];
  return {
    read: (): readonly Entry[] => {
      if (held.length > mostMade) {
        made = [];
        return held.map(build);
      }
      for (let index = made.length; index < held.length; index++) made.push(build(held[index] as Entry, index));
      return made;
    },
    forget: (): void => {
      made = [];
    },
  };
};

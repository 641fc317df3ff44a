import type { Usage } from '../core/limits.ts';
import type { Entry } from './entry.ts';
import { createSharing } from './once.ts';

type Mask = (entries: readonly Entry[]) => readonly Entry[];

/** So many lie as they came: to find what is alike takes longer than to hold it, and most traces are short, and never shown. */
const mostLoose = 1000;

/**
 * Entries as they are held. The newest lie as they came. Of the others what differs every time stands by itself, and what is left
 * of entries that are alike is held once: who asks the same again and is refused again costs two short rows. Whoever reads gets
 * entries that are made of it. That is done for many at a time, and before they are shown, for what is alike is masked once.
 */
export class Log {
  readonly #instants: number[] = [];
  readonly #exchanges: number[] = [];
  readonly #usages: (Usage | undefined)[] = [];
  readonly #said: Entry[] = [];
  #loose: Entry[] = [];
  readonly #masked: Entry[] = [];
  readonly #share = createSharing();
  /** What was made for those who read. */
  #raw: Entry[] = [];
  #shown: Entry[] = [];

  add(entry: Entry): void {
    this.#loose.push(entry);
    if (this.#loose.length >= mostLoose) this.#compare();
  }

  #compare(): void {
    for (const entry of this.#loose) {
      this.#instants.push(entry.at);
      this.#exchanges.push('exchange' in entry ? entry.exchange : 0);
      this.#usages.push(entry.kind === 'answer' ? entry.usage : undefined);
      this.#said.push(this.#share(withoutNumbers(entry)));
    }
    this.#loose = [];
  }

  /** One in the place of so many. */
  replace(from: number, count: number, by: Entry): void {
    this.#compare();
    this.#instants.splice(from, count, by.at);
    this.#exchanges.splice(from, count, 0);
    this.#usages.splice(from, count, undefined);
    this.#said.splice(from, count, by);
    if (this.#masked.length > from) this.#masked.splice(from, count, by);
    this.#raw = [];
    this.#shown = [];
  }

  get length(): number {
    return this.#said.length + this.#loose.length;
  }

  get beginning(): Entry | undefined {
    return this.#said[0] ?? this.#loose[0];
  }

  /** The instant of one of them. */
  at(index: number): number {
    return this.#instants[index] ?? this.#loose[index - this.#said.length]?.at ?? 0;
  }

  /** `mask` makes of entries, their numbers left out, what is shown of them; it is given each once. */
  mask(mask: Mask): void {
    this.#compare();
    for (const entry of mask(this.#said.slice(this.#masked.length))) this.#masked.push(entry);
  }

  /** All, as they were recorded. */
  get raw(): readonly Entry[] {
    const all = this.#read(this.#said, this.#raw);
    for (let index = all.length - this.#said.length; index < this.#loose.length; index++) {
      all.push(this.#loose[index] as Entry);
    }
    this.#raw = keep(all);
    return all;
  }

  /** All that were masked. */
  get shown(): readonly Entry[] {
    const all = this.#read(this.#masked, this.#shown);
    this.#shown = keep(all);
    return all;
  }

  #read(held: readonly Entry[], made: Entry[]): Entry[] {
    for (let index = made.length; index < held.length; index++) made.push(this.#build(held[index] as Entry, index));
    return made;
  }

  #build(what: Entry, index: number): Entry {
    const at = this.at(index);
    if (!('exchange' in what)) return { ...what, at };
    const [exchange, usage] = [this.#exchanges[index] as number, this.#usages[index]];
    return usage === undefined ? { ...what, at, exchange } : ({ ...what, at, exchange, usage } as Entry);
  }
}

/** Up to so many that were made are kept, for some read again and again; a longer trace is read once, at its end. */
const mostMade = 65_536;

const keep = (made: Entry[]): Entry[] => (made.length > mostMade ? [] : made);

/** What stands by itself is put back in its place. */
const withoutNumbers = (entry: Entry): Entry => {
  if (!('exchange' in entry)) return { ...entry, at: 0 };
  return entry.kind === 'answer' && entry.usage !== undefined
    ? { ...entry, at: 0, exchange: 0, usage: none }
    : { ...entry, at: 0, exchange: 0 };
};

const none: Usage = {};

import type { Instant } from '../spec/time.ts';

interface Entry {
  readonly at: Instant;
  readonly order: number;
  readonly fire: () => void;
  /** Where the entry sits in the heap; -1 once it has left. */
  index: number;
}

const isBefore = (one: Entry, other: Entry): boolean =>
  one.at === other.at ? one.order < other.order : one.at < other.at;

/** The due times of a service, earliest first; those of one instant in the order they were made. A binary heap. */
export class Agenda {
  readonly #heap: Entry[] = [];
  #made = 0;

  add(at: Instant, fire: () => void): () => void {
    const entry: Entry = { at, order: this.#made++, fire, index: this.#heap.length };
    this.#heap.push(entry);
    this.#raise(entry);
    return () => this.#remove(entry);
  }

  firstAt(): Instant | undefined {
    return this.#heap[0]?.at;
  }

  takeFirst(): (() => void) | undefined {
    const first = this.#heap[0];
    if (first === undefined) return undefined;
    this.#remove(first);
    return first.fire;
  }

  clear(): void {
    for (const entry of this.#heap) entry.index = -1;
    this.#heap.length = 0;
  }

  #remove(entry: Entry): void {
    const hole = entry.index;
    if (hole < 0) return;
    entry.index = -1;
    const last = this.#heap.pop();
    if (last === undefined || last === entry) return;
    this.#put(last, hole);
    this.#raise(last);
    this.#sink(last);
  }

  #raise(entry: Entry): void {
    while (entry.index > 0) {
      const parent = this.#heap[(entry.index - 1) >> 1];
      if (parent === undefined || isBefore(parent, entry)) return;
      this.#swap(entry, parent);
    }
  }

  #sink(entry: Entry): void {
    for (;;) {
      const left = this.#heap[entry.index * 2 + 1];
      const right = this.#heap[entry.index * 2 + 2];
      const child = left !== undefined && right !== undefined && isBefore(right, left) ? right : left;
      if (child === undefined || isBefore(entry, child)) return;
      this.#swap(entry, child);
    }
  }

  #swap(one: Entry, other: Entry): void {
    const place = one.index;
    this.#put(one, other.index);
    this.#put(other, place);
  }

  #put(entry: Entry, index: number): void {
    this.#heap[index] = entry;
    entry.index = index;
  }
}

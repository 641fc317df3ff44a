/** Real milliseconds for which more of a reply may follow what has arrived, where nobody knows its end. */
const pause = 250;

/** Real milliseconds of silence that a reply may have in all. */
const patience = 2000;

/** How the parts of a reply come in. */
export class Pace {
  #latest: number | undefined;
  #silent = 0;
  #expected: number | undefined;

  /** From here on silence counts, before anything has come. */
  expect(now: number): void {
    this.#expected = now;
  }

  hear(now: number): void {
    this.#silent = this.#silence(now);
    this.#latest = now;
  }

  get hasBegun(): boolean {
    return this.#latest !== undefined;
  }

  /** Silent for so long, all gaps together, that this seems to be no reply with an end, but talk that goes on for ever. */
  isEndless(now: number): boolean {
    return this.#silence(now) > patience;
  }

  /** Whether the next part may be on its way. */
  mayGoOn(now: number): boolean {
    return this.#gap(now) <= pause && !this.isEndless(now);
  }

  #gap(now: number): number {
    return now - (this.#latest ?? this.#expected ?? now);
  }

  #silence(now: number): number {
    return this.#silent + this.#gap(now);
  }
}

/** Real milliseconds. */
const patience = 2000;

/** How the parts of a reply come in. */
export class Pace {
  #latest: number | undefined;
  #silent = 0;

  hear(now: number): void {
    this.#silent = this.#silence(now);
    this.#latest = now;
  }

  get hasBegun(): boolean {
    return this.#latest !== undefined;
  }

  /** How long ago the latest part came. */
  gap(now: number): number {
    return now - (this.#latest ?? now);
  }

  /** Silent for so long, all gaps together, that this seems to be no reply with an end, but talk that goes on for ever. */
  isEndless(now: number): boolean {
    return this.#silence(now) > patience;
  }

  #silence(now: number): number {
    return this.#silent + this.gap(now);
  }
}

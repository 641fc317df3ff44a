import { performance } from 'node:perf_hooks';
import type { ControlledPace } from '../../control/controlled.ts';
import type { Simulation } from '../../simulation/simulation.ts';

/** What shows that a step of a scenario hit. */
const hits: ReadonlySet<string> = new Set(['action', 'fault', 'notificationFault', 'slept']);

/** Keeps the time of one client after the other as somebody wants it who looks on. It begins paused, so that nothing is missed. */
export class Pacer implements ControlledPace {
  #isPaused = true;
  #isOver = false;
  #length = 0;
  #restsUntil = 0;
  /** How many have told time to move. */
  #moving = 0;
  #sim: Simulation | undefined;
  /** Whether a step is at its end. */
  #isThere: (() => boolean) | undefined;
  #release: () => void = () => undefined;

  get isPaused(): boolean {
    return this.#isPaused;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  get length(): number {
    return this.#length;
  }

  setLength(length: number): void {
    this.#length = length;
  }

  pause(): void {
    this.#isPaused = true;
    this.#isThere = undefined;
  }

  goOn(): void {
    this.#go(undefined);
  }

  step(until: 'move' | 'trigger'): void {
    const [before, from] = [this.#count(until), this.#sim?.elapsed];
    this.#go(() => this.#count(until) !== before || (until === 'move' && this.#sim?.elapsed !== from));
  }

  /** Whether time may make a move. */
  mayMove(): boolean {
    if (this.#moving > 0) return true;
    if (this.#isThere?.() === true) this.pause();
    const now = performance.now();
    if (this.#isPaused || now < this.#restsUntil) return false;
    this.#restsUntil = now + this.#length;
    return true;
  }

  /** Lets time move to where it was told to, whatever else is wanted. */
  async move<T>(work: () => Promise<T>): Promise<T> {
    this.#moving += 1;
    try {
      return await work();
    } finally {
      this.#moving -= 1;
    }
  }

  /** Another client begins: settles when it may. */
  async begin(sim: Simulation): Promise<void> {
    this.#sim = sim;
    this.#isOver = false;
    if (this.#isPaused) await this.#wait();
  }

  /** The client has ended: settles when it has been looked at enough. */
  async end(): Promise<void> {
    this.#isOver = true;
    await this.#wait();
  }

  #go(isThere: (() => boolean) | undefined): void {
    this.#isThere = isThere;
    this.#isPaused = false;
    this.#release();
  }

  #wait(): Promise<void> {
    return new Promise((resolve) => {
      this.#release = resolve;
    });
  }

  #count(until: 'move' | 'trigger'): number {
    const entries = this.#sim?.trace.entries ?? [];
    return until === 'move' ? entries.length : entries.filter(({ kind }) => hits.has(kind)).length;
  }
}

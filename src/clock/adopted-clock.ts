import type { Instant } from '../spec/time.ts';
import type { Chance } from './random.ts';
import type { Alarm, Armed, Clock } from './clock.ts';
import type { ForeignClock } from './fake-timers.ts';

/** A clock of somebody else's, for those timers of the client that his fakes would leave real. */
export class AdoptedClock implements Clock {
  innerDrives = 0;
  readonly chance: Chance | undefined;
  readonly #foreign: ForeignClock;
  readonly #startedAt: Instant;
  readonly #armed = new Set<Armed>();
  #isOver = false;

  constructor(foreign: ForeignClock, chance?: Chance) {
    this.chance = chance;
    this.#foreign = foreign;
    this.#startedAt = foreign.now();
  }

  get isLive(): boolean {
    return !this.#isOver && this.#foreign.isOn();
  }

  get now(): Instant {
    return this.#foreign.now();
  }

  sinceStart(): number {
    return this.now - this.#startedAt;
  }

  hrtime(previous: [number, number] = [0, 0]): [number, number] {
    const passed = this.sinceStart() - previous[0] * 1000 - Math.round(previous[1] / 1e6);
    return [Math.floor(passed / 1000), (passed - Math.floor(passed / 1000) * 1000) * 1e6];
  }

  arm(alarm: Alarm, delay: number): Armed {
    const armed: Armed = { alarm, at: this.now + delay, handle: undefined };
    const ring = (): void => {
      this.#armed.delete(armed);
      alarm.ring();
    };
    armed.handle = this.#foreign.setTimeout(ring, delay);
    this.#armed.add(armed);
    return armed;
  }

  disarm(armed: Armed): void {
    this.#foreign.clearTimeout(armed.handle);
    this.#armed.delete(armed);
  }

  end(): void {
    this.#isOver = true;
    for (const armed of this.#armed) {
      this.#foreign.clearTimeout(armed.handle);
      if (armed.alarm.isLasting) armed.alarm.moveOn();
    }
    this.#armed.clear();
  }
}

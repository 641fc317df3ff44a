import { createClock, type TimerId } from '@sinonjs/fake-timers';
import type { Instant } from '../spec/time.ts';
import type { Chance } from './random.ts';
import type { Alarm, Armed, Clock } from './clock.ts';

/** What is used of fake-timers' clock; its own types leave the callbacks' arguments open. */
interface FakeClock {
  now: Instant;
  readonly performance: { now(): number };
  /** No call tells the earliest timer, and advancing to find out would overtake the service: so it is read off the heap. */
  readonly timerHeap?: { peek(): { readonly callAt: Instant; readonly args: readonly [Armed] } | undefined };
  hrtime(previous?: readonly [number, number]): [number, number];
  setTimeout(callback: (armed: Armed) => void, delay: number, armed: Armed): TimerId;
  clearTimeout(timer: TimerId): void;
  countTimers(): number;
  next(): number;
  jump(milliseconds: number): number;
  reset(): void;
}

/** The client's timers in one simulation, and the instant it is now. It moves only when told to. */
export class ClientClock implements Clock {
  isLive = true;
  innerDrives = 0;
  readonly chance: Chance | undefined;
  readonly #clock: FakeClock;
  readonly #lasting = new Set<Alarm>();
  readonly #fallen: Armed[] = [];
  readonly #fall = (armed: Armed): void => {
    this.#fallen.push(armed);
  };

  constructor(epoch: Instant, chance?: Chance) {
    this.chance = chance;
    this.#clock = createClock(epoch) as unknown as FakeClock;
  }

  get now(): Instant {
    return this.#clock.now;
  }

  sinceStart(): number {
    return this.#clock.performance.now();
  }

  hrtime(previous?: [number, number]): [number, number] {
    return this.#clock.hrtime(previous);
  }

  arm(alarm: Alarm, delay: number): Armed {
    const armed: Armed = { alarm, at: this.#clock.now + delay, handle: undefined };
    armed.handle = this.#clock.setTimeout(this.#fall, delay, armed);
    if (alarm.isLasting) this.#lasting.add(alarm);
    return armed;
  }

  disarm(armed: Armed): void {
    if (armed.handle !== undefined) this.#clock.clearTimeout(armed.handle as TimerId);
    this.#lasting.delete(armed.alarm);
  }

  earliest(): { readonly at: Instant; readonly alarm: Alarm } | undefined {
    if (this.#clock.countTimers() === 0) return undefined;
    const first = this.#clock.timerHeap?.peek();
    if (first === undefined) throw new Error('this version of @sinonjs/fake-timers keeps its timers in another way');
    return { at: first.callAt, alarm: first.args[0].alarm };
  }

  /** Moves to the earliest timer and takes it off the clock. */
  takeEarliest(): Alarm | undefined {
    this.#clock.next();
    const alarm = this.#fallen.pop()?.alarm;
    if (alarm !== undefined) this.#lasting.delete(alarm);
    return alarm;
  }

  /** Moves on without waking anybody. */
  moveTo(instant: Instant): void {
    this.#clock.now = Math.max(instant, this.#clock.now);
  }

  /** Moves on as the clock of a process that slept: timers due on the way are due now, in the order they were due. */
  wakeAt(instant: Instant): void {
    this.#clock.jump(Math.max(0, instant - this.#clock.now));
    for (const armed of this.#fallen.splice(0).sort((one, other) => one.at - other.at)) {
      armed.handle = this.#clock.setTimeout(this.#fall, 0, armed);
    }
  }

  end(): void {
    this.isLive = false;
    const { now } = this.#clock;
    this.#clock.reset();
    this.#clock.now = now;
    for (const alarm of this.#lasting) alarm.moveOn();
    this.#lasting.clear();
  }
}

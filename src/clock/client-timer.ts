import { AsyncResource } from 'node:async_hooks';
import type { Alarm, Armed, Clock } from './clock.ts';
import { noteClientProgress } from './client-progress.ts';
import { noteDropped, noteSet } from './dropped-timers.ts';
import { nativeTimers, throwLater } from './real-time.ts';
import { anyLiveClock, withClock, currentClock } from './current-clock.ts';

type Callback = (...args: unknown[]) => void;

export interface TimerPlan {
  readonly callback: Callback;
  readonly args?: readonly unknown[];
  readonly delay: number;
  readonly repeats?: boolean;
  /** That it outlasts its simulation; as its callback says where nothing is given. */
  readonly isLasting?: boolean;
  /** The function the client called; stack frames from it upwards are ours. */
  readonly madeBy: (...args: never[]) => unknown;
}

const none: readonly unknown[] = [];
const timersById = new Map<number, ClientTimer>();
/** Timers that belong to a module, wherever they wait. */
const ofModules = new Set<ClientTimer>();
let lastId = 0;

/**
 * The timer a client gets from `setTimeout` and `setInterval` inside a simulation; in place of Node's `Timeout`. There may be a
 * hundred thousand of them at a time, so each holds as little as it can.
 */
export class ClientTimer implements Alarm {
  readonly isLasting: boolean;
  readonly #callback: Callback;
  readonly #args: readonly unknown[];
  readonly #delay: number;
  readonly #repeats: boolean;
  readonly #scope = new AsyncResource('Timeout');
  #site: CallSite | undefined;
  #clock: Clock | undefined;
  /** While it waits, on its clock or in real time. */
  #armed: Armed | undefined;
  #timeout: NodeJS.Timeout | undefined;
  #isReferenced = true;
  #isClosed = false;
  #id: number | undefined;

  constructor(plan: TimerPlan, clock: Clock) {
    const { callback, args = none, delay, repeats = false, madeBy } = plan;
    this.#callback = callback;
    this.#args = args.length === 0 ? none : args;
    this.#delay = delay;
    this.#repeats = repeats;
    this.isLasting = plan.isLasting ?? isModuleTimer(callback, delay);
    if (repeats) this.#site = callerOf(madeBy);
    this.#arm(clock, madeBy);
    noteSet(callback, delay, repeats);
    noteClientProgress(1);
  }

  ref(): this {
    this.#isReferenced = true;
    this.#timeout?.ref();
    return this;
  }

  unref(): this {
    this.#isReferenced = false;
    this.#timeout?.unref();
    return this;
  }

  hasRef(): boolean {
    return this.#isReferenced;
  }

  /** Starts anew, on the clock of whoever calls: one timer of a module may serve many simulations, one after the other. */
  refresh(): this {
    if (this.#isClosed) return this;
    this.#disarm();
    const clock = currentClock() ?? (this.isLasting ? anyLiveClock() : this.#clock);
    this.#arm(clock, refresh);
    return this;
  }

  close(): this {
    if (this.#armed !== undefined) noteClientProgress(-1);
    this.#isClosed = true;
    this.#disarm();
    if (this.#id !== undefined) timersById.delete(this.#id);
    return this;
  }

  [Symbol.toPrimitive](): number {
    this.#id ??= firstId + lastId++;
    timersById.set(this.#id, this);
    return this.#id;
  }

  [Symbol.dispose](): void {
    this.close();
  }

  ring(): void {
    this.#forget();
    try {
      this.#scope.runInAsyncScope(() => withClock(this.#clock, () => this.#callBack()));
    } finally {
      const goesOn = this.#repeats && !this.#isClosed && this.#clock?.isLive !== false;
      if (goesOn && !this.isWaiting) this.#arm(this.#clock);
      if (this.#id !== undefined && !this.isWaiting) timersById.delete(this.#id);
    }
  }

  /** Whoever hears of what the client throws hears of it where the timer was made, and in its time. */
  #callBack(): void {
    throwLater(() => this.#callback.apply(this, [...this.#args]));
  }

  /** Whether it waits for a time that somebody moves. */
  get isMoving(): boolean {
    return this.#armed !== undefined && this.#clock?.mover.isDriven === true;
  }

  /** On its clock, or in real time. */
  get isWaiting(): boolean {
    return this.#armed !== undefined || this.#timeout !== undefined;
  }

  moveOn(): void {
    this.#disarm();
    this.#arm(anyLiveClock());
  }

  drop(): void {
    if (!this.#isReferenced) return;
    const [callback, delay, repeats] = [this.#callback, this.#delay, this.#repeats];
    noteDropped({ callback, delay, repeats }, this.#site?.line() ?? '');
  }

  place(): string {
    return this.#site?.line() ?? 'a timer';
  }

  /** `by` is what the client has called, where it is the client that sets the timer. */
  #arm(clock: Clock | undefined, by?: (...args: never[]) => unknown): void {
    const delay = this.#delay;
    this.#clock = clock;
    if (this.isLasting) ofModules.add(this);
    if (clock?.isLive === true) {
      if (by !== undefined && clock.mayRunAway(delay)) this.#site ??= callerOf(by);
      this.#armed = clock.arm(this, delay);
    } else {
      this.#timeout = withClock(undefined, () => nativeTimers.setTimeout(() => this.ring(), delay));
      if (!this.#isReferenced) this.#timeout.unref();
    }
  }

  #disarm(): void {
    if (this.#armed !== undefined) this.#clock?.disarm(this.#armed);
    nativeTimers.clearTimeout(this.#timeout);
    this.#forget();
  }

  #forget(): void {
    this.#armed = undefined;
    this.#timeout = undefined;
    ofModules.delete(this);
  }
}

const refresh = Reflect.get(ClientTimer.prototype, 'refresh') as (...args: never[]) => unknown;

/** Far from the numbers Node gives to its own timers. */
const firstId = 1e12;

/** The timer that `clearTimeout` was given: the object, or the number it had been turned into. */
export const findClientTimer = (given: unknown): ClientTimer | undefined => {
  if (given instanceof ClientTimer) return given;
  return typeof given === 'number' || typeof given === 'string' ? timersById.get(Number(given)) : undefined;
};

/**
 * Brings the timers that belong to modules to a simulation whose time is moved: from real time, and from another one that is
 * alive while nobody moves it.
 */
export const fetchModuleTimers = (): void => {
  // Each that moves is put behind the others again.
  const left = [...ofModules].filter(({ isMoving }) => !isMoving);
  for (const timer of left) timer.moveOn();
};

/**
 * undici keeps one timer for the whole process, for all its time limits, and only ever refreshes it; the copy in Node and
 * those from npm have it by this name and delay. Were it to die with a simulation, the next one's time limits would be dead.
 * While there is any simulation it runs in virtual time: for a request in flight to somewhere real, time stands still anyway.
 */
export const isModuleTimer = (callback: unknown, delay: unknown): boolean =>
  delay === 499 && typeof callback === 'function' && callback.name === 'onTick';

/** Where in the client's code something was made. */
interface CallSite {
  line(): string;
}

const depth = 10;

/** The stack is captured now and put into words only when asked for, which is what makes it cheap. */
const callerOf = (ours: (...args: never[]) => unknown): CallSite => {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = depth;
  const holder: { stack?: string } = {};
  Error.captureStackTrace(holder, ours);
  Error.stackTraceLimit = limit;
  return { line: () => firstOutside(String(holder.stack)) };
};

const firstOutside = (stack: string): string => {
  const frames = stack.split('\n').filter((line) => line.trimStart().startsWith('at '));
  const frame = frames.find((line) => !line.includes('node:')) ?? frames[0] ?? 'at an unknown place';
  return frame.trim();
};

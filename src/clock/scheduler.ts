import { AsyncResource } from 'node:async_hooks';
import type { Instant } from '../spec/time.ts';
import { fetchModuleTimers } from './client-timer.ts';
import type { MovableClock, Mover } from './clock.ts';
import { withClock } from './current-clock.ts';
import { disposed, runaway, stuck } from './errors.ts';
import { remedyForRealDate } from './real-dates.ts';

export interface SchedulerOptions {
  readonly label: string;
  readonly epoch: Instant;
  /** Real milliseconds. */
  readonly stuckAfter: number;
  /** Virtual milliseconds. */
  readonly horizon: number;
  readonly describeWaiting: () => readonly string[];
  /** What to do about a clock that is stuck, where that is known beforehand. */
  readonly remedy?: string;
}

/** What a scheduler is told of the process each time that it is idle. */
export interface IdleMoment {
  readonly realNow: () => number;
  /** Something had happened since the moment before. */
  readonly wasDisturbed: boolean;
  /** What the process is at work on, in words. */
  readonly describeBusy: () => readonly string[];
}

/** Moves time until its work has settled. */
interface Run {
  readonly reject: (reason: unknown) => void;
  /** Where it began; moved by leaps, which are meant and no runaway. */
  startedAt: Instant;
  /** Passes the outcome on, once there is one. */
  settle: (() => void) | undefined;
}

/** Moves time up to an instant. */
interface Elapse {
  readonly until: Instant;
  readonly resolve: () => void;
  readonly reject: (reason: unknown) => void;
}

/** Moves time while the client is asleep; once begun, it knows where it ends. */
interface Leap extends Omit<Elapse, 'until'> {
  readonly by: number;
  until: Instant | undefined;
}

export interface Hold {
  readonly why: string;
}

/** Moves the time of one simulation: for those who wait for it, unless it is held. */
export class Scheduler implements Mover {
  readonly clock: MovableClock;
  readonly #options: SchedulerOptions;
  readonly #holds: Set<Hold>;
  readonly #runs = new Set<Run>();
  readonly #elapses = new Set<Elapse>();
  readonly #leaps: Leap[] = [];
  /** What gets to the client when it is awake again. */
  #kept: (() => void)[] = [];
  /** Where the simulation was begun. */
  readonly #context = new AsyncResource('Simulation');
  #stillSince: number | undefined;
  #mayMove: () => boolean = () => true;

  constructor(clock: MovableClock, options: SchedulerOptions, holds: Set<Hold> = new Set()) {
    this.clock = clock;
    clock.mover = this;
    this.#options = options;
    this.#holds = holds;
  }

  /** Whether anybody waits for time to move. */
  get isDriven(): boolean {
    return this.#runs.size + this.#elapses.size + this.#leaps.length > 0;
  }

  run<T>(work: () => T | PromiseLike<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const run: Run = { reject, startedAt: this.clock.serviceNow, settle: undefined };
      if (this.#runs.size === 0) this.clock.runsAwayAt = run.startedAt + this.#options.horizon;
      this.#runs.add(run);
      fetchModuleTimers();
      const settleBy = (settle: () => void): void => {
        run.settle = settle;
      };
      // With the waiting: what is only like a promise may begin its work when it is awaited.
      void withClock(this.clock, () => outcomeOf(work)).then(
        (value) => settleBy(() => resolve(value)),
        (reason: unknown) => settleBy(() => reject(reason)),
      );
    });
  }

  elapse(milliseconds: number): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#elapses.add({ until: this.clock.serviceNow + milliseconds, resolve, reject });
      fetchModuleTimers();
    });
  }

  leap(milliseconds: number): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#leaps.push({ by: milliseconds, until: undefined, resolve, reject });
      fetchModuleTimers();
    });
  }

  awake(): Promise<void> | undefined {
    if (this.#leaps.length === 0) return undefined;
    return new Promise((resolve) => this.#kept.push(() => resolve(this.awake())));
  }

  hold(why: string): () => void {
    const hold = { why };
    this.#holds.add(hold);
    return () => void this.#holds.delete(hold);
  }

  /** From now on it is asked before each step, and one that may not be taken is no sign that a client is stuck. */
  brake(mayMove: () => boolean): void {
    this.#mayMove = mayMove;
  }

  /** Takes the one next step, the process being idle; false when there was none to take. */
  step(moment: IdleMoment): boolean {
    if (this.clock.innerRuns > 0) {
      this.#stillSince = undefined;
      return false;
    }
    if (this.#finish()) return true;
    const failure = this.clock.failure();
    if (failure !== undefined) {
      this.fail(failure);
      return true;
    }
    if (!this.#mayMove()) {
      this.#stillSince = undefined;
      return false;
    }
    if (this.#holds.size > 0) return this.#standStill(moment);
    const hasMoved = this.#leaps[0] === undefined ? this.#advance() : this.#leap(this.#leaps[0]);
    if (hasMoved) this.#stillSince = undefined;
    return hasMoved || this.#standStill(moment);
  }

  /** Calls the service when something of its is due; what it throws ends all who wait. */
  callService(work: () => void): void {
    try {
      this.#context.runInAsyncScope(() => withClock(this.clock, work));
    } catch (bug) {
      this.fail(bug);
    }
  }

  /** Ends all who wait for time to move. */
  fail(reason: unknown): void {
    for (const waiting of [...this.#runs, ...this.#elapses, ...this.#leaps]) waiting.reject(reason);
    this.#runs.clear();
    this.#elapses.clear();
    this.#leaps.length = 0;
    this.#wake();
    this.#stillSince = undefined;
  }

  end(): void {
    this.clock.end();
    this.#kept = [];
    if (this.isDriven) this.fail(disposed(this.#options.label));
  }

  #advance(): boolean {
    let stop = Number.POSITIVE_INFINITY;
    for (const { until } of this.#elapses) stop = Math.min(stop, until);
    return this.clock.advance(stop, (next, name) => this.#stopRunaways(next, name));
  }

  #leap(leap: Leap): boolean {
    leap.until ??= this.clock.serviceNow + leap.by;
    if (!this.clock.leap(leap.until)) return true;
    for (const run of this.#runs) run.startedAt += leap.by;
    if (this.#leaps[0] === leap) this.#leaps.shift();
    leap.resolve();
    this.#wake();
    return true;
  }

  /** One after the other, and each when nothing more comes of what was before. */
  #wake(): void {
    for (const arrive of this.#kept) this.clock.at(this.clock.serviceNow, arrive);
    this.#kept = [];
  }

  /** Lets go of those whose wish has come true; true when there was one. */
  #finish(): boolean {
    let hasFinished = false;
    for (const run of this.#leaps.length > 0 && this.#holds.size === 0 ? [] : this.#runs) {
      if (run.settle === undefined) continue;
      if (this.#isDueNow() && this.#advance()) return true;
      this.#runs.delete(run);
      run.settle();
      hasFinished = true;
    }
    for (const elapse of this.#elapses) {
      if (elapse.until > this.clock.serviceNow || this.clock.isAnythingDue()) continue;
      this.#elapses.delete(elapse);
      elapse.resolve();
      hasFinished = true;
    }
    return hasFinished;
  }

  /** Whether something of the service's is due in this very instant: a run that ends in it is over when that has happened. */
  #isDueNow(): boolean {
    return this.#holds.size === 0 && (this.clock.dueAt() ?? Number.POSITIVE_INFINITY) <= this.clock.serviceNow;
  }

  #stopRunaways(next: Instant, name: () => string): boolean {
    const { label, horizon, epoch } = this.#options;
    let hasStopped = false;
    for (const run of this.#runs) {
      if (next <= run.startedAt + horizon) continue;
      this.#runs.delete(run);
      run.reject(runaway(label, horizon, next - epoch, name()));
      hasStopped = true;
    }
    return hasStopped;
  }

  #standStill({ realNow, wasDisturbed, describeBusy }: IdleMoment): boolean {
    if (wasDisturbed) this.#stillSince = undefined;
    const now = realNow();
    this.#stillSince ??= now;
    const { label, epoch, stuckAfter, describeWaiting, remedy = remedyForRealDate(this.clock) } = this.#options;
    if (now - this.#stillSince < stuckAfter) return false;
    const holds = [...this.#holds].map(({ why }) => why);
    const passed = this.clock.serviceNow - epoch;
    const busy = describeBusy();
    this.fail(stuck({ label, passed, after: stuckAfter, holds, waiting: describeWaiting(), busy, remedy }));
    return true;
  }
}

export const outcomeOf = async <T>(work: () => T | PromiseLike<T>): Promise<T> => await work();

import { AsyncLocalStorage } from 'node:async_hooks';
import type { Instant } from '../spec/time.ts';
import type { Clock } from './clock.ts';
import { disposed, runaway, stuck } from './errors.ts';
import type { Elapse, Leap, Run } from './drives.ts';
import type { Motion } from './motion.ts';
import { inTimeOf } from './current-clock.ts';

export interface CourseRules {
  readonly label: string;
  readonly epoch: Instant;
  /** Real milliseconds. */
  readonly stuckAfter: number;
  /** Virtual milliseconds. */
  readonly horizon: number;
  readonly describeWaiting: () => readonly string[];
  /** What to do about a clock that is stuck, where its motion knows better than its looks. */
  readonly remedy?: string;
}

/** What a course is told of the process each time that it is idle. */
export interface Moment {
  readonly realNow: number;
  /** Something had happened since the moment before. */
  readonly wasDisturbed: boolean;
  /** What the process is at work on, in words. */
  readonly describeBusy: () => readonly string[];
}

/** How the time of one simulation passes: who drives it, what keeps it. */
export class Course {
  readonly runs = new Set<Run>();
  readonly elapses = new Set<Elapse>();
  readonly leaps: Leap[] = [];
  readonly holds: Set<{ readonly why: string }>;
  readonly clock: Clock;
  readonly motion: Motion;
  readonly #rules: CourseRules;
  readonly #runInContext = AsyncLocalStorage.snapshot();
  #stillSince: number | undefined;

  constructor(clock: Clock, motion: Motion, rules: CourseRules, holds: Set<{ readonly why: string }> = new Set()) {
    this.clock = clock;
    this.motion = motion;
    this.holds = holds;
    this.#rules = rules;
  }

  get isDriven(): boolean {
    return this.runs.size + this.elapses.size + this.leaps.length > 0;
  }

  /** Takes the one next step, the process being idle; false when there was none to take. */
  step(moment: Moment): boolean {
    if (this.clock.innerDrives > 0) return this.#stayStill();
    if (this.#finish()) return true;
    const trouble = this.motion.trouble();
    if (trouble !== undefined) {
      this.fail(trouble);
      return true;
    }
    if (this.holds.size > 0) return this.#standStill(moment);
    const hasMoved = this.leaps[0] === undefined ? this.#advance() : this.#leap(this.leaps[0]);
    if (hasMoved) this.#stillSince = undefined;
    return hasMoved || this.#standStill(moment);
  }

  /** Calls the service when something of its is due; what it throws ends all who wait. */
  callService(work: () => void): void {
    try {
      this.#runInContext(() => inTimeOf(this.clock, work));
    } catch (bug) {
      this.fail(bug);
    }
  }

  /** Ends all who wait for time to move. */
  fail(reason: unknown): void {
    for (const waiting of [...this.runs, ...this.elapses, ...this.leaps]) waiting.reject(reason);
    this.runs.clear();
    this.elapses.clear();
    this.leaps.length = 0;
    this.#stillSince = undefined;
  }

  end(): void {
    this.motion.end();
    this.fail(disposed(this.#rules.label));
  }

  #advance(): boolean {
    let stop = Number.POSITIVE_INFINITY;
    for (const { until } of this.elapses) stop = Math.min(stop, until);
    return this.motion.advance(stop, (next, name) => this.#stopRunaways(next, name));
  }

  #leap(leap: Leap): boolean {
    const until = (leap.until ??= this.motion.now + leap.by);
    if (!this.motion.leap({ ...leap, until })) return true;
    for (const run of this.runs) run.startedAt += leap.by;
    if (this.leaps[0] === leap) this.leaps.shift();
    leap.resolve();
    return true;
  }

  /** Lets go of those whose wish has come true; true when there was one. */
  #finish(): boolean {
    let hasFinished = false;
    for (const run of this.leaps.length > 0 && this.holds.size === 0 ? [] : this.runs) {
      if (run.settle === undefined) continue;
      this.runs.delete(run);
      run.settle();
      hasFinished = true;
    }
    for (const elapse of this.elapses) {
      if (elapse.until > this.motion.now || this.motion.isAnythingDue()) continue;
      this.elapses.delete(elapse);
      elapse.resolve();
      hasFinished = true;
    }
    return hasFinished;
  }

  #stopRunaways(next: Instant, name: () => string): boolean {
    const { label, horizon, epoch } = this.#rules;
    let hasStopped = false;
    for (const run of this.runs) {
      if (next <= run.startedAt + horizon) continue;
      this.runs.delete(run);
      run.reject(runaway(label, horizon, next - epoch, name()));
      hasStopped = true;
    }
    return hasStopped;
  }

  #stayStill(): boolean {
    this.#stillSince = undefined;
    return false;
  }

  #standStill({ realNow, wasDisturbed, describeBusy }: Moment): boolean {
    if (wasDisturbed) this.#stillSince = undefined;
    this.#stillSince ??= realNow;
    const { label, epoch, stuckAfter, describeWaiting, remedy } = this.#rules;
    if (realNow - this.#stillSince < stuckAfter) return false;
    const holds = [...this.holds].map(({ why }) => why);
    const passed = this.motion.now - epoch;
    const busy = describeBusy();
    this.fail(stuck({ label, passed, after: stuckAfter, holds, waiting: describeWaiting(), busy, remedy }));
    return true;
  }
}

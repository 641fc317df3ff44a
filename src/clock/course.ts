import type { Instant } from '../spec/time.ts';
import { Agenda } from './agenda.ts';
import type { ClientClock } from './client-clock.ts';
import { disposed, runaway, stuck } from './complaints.ts';
import type { Elapse, Leap, Run } from './drives.ts';
import { inTimeOf } from './present.ts';

export interface CourseRules {
  readonly label: string;
  readonly epoch: Instant;
  /** Real milliseconds. */
  readonly stuckAfter: number;
  /** Virtual milliseconds. */
  readonly horizon: number;
  readonly describeWaiting: () => readonly string[];
}

/** What a course is told of the process each time that it is idle. */
export interface Moment {
  readonly realNow: number;
  /** Something had happened since the moment before. */
  readonly wasDisturbed: boolean;
  /** What the process is at work on, in words. */
  readonly describeBusy: () => readonly string[];
}

/** How the time of one simulation passes: who drives it, what keeps it, what is due next. */
export class Course {
  readonly agenda = new Agenda();
  readonly runs = new Set<Run>();
  readonly elapses = new Set<Elapse>();
  readonly leaps: Leap[] = [];
  readonly holds = new Set<{ readonly why: string }>();
  readonly clock: ClientClock;
  readonly #rules: CourseRules;
  readonly #runInContext: (work: () => void) => void;
  #stillSince: number | undefined;

  constructor(clock: ClientClock, rules: CourseRules, runInContext: (work: () => void) => void) {
    this.clock = clock;
    this.#rules = rules;
    this.#runInContext = runInContext;
  }

  get isDriven(): boolean {
    return this.clock.isLive && this.runs.size + this.elapses.size + this.leaps.length > 0;
  }

  /** Takes the one next step, the process being idle; false when there was none to take. */
  step(moment: Moment): boolean {
    if (this.clock.innerDrives > 0) return this.#stayStill();
    if (this.#finish()) return true;
    if (this.holds.size > 0) return this.#standStill(moment);
    const hasMoved = this.leaps[0] === undefined ? this.#advance() : this.#leap(this.leaps[0]);
    if (hasMoved) this.#stillSince = undefined;
    return hasMoved || this.#standStill(moment);
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
    this.agenda.clear();
    this.clock.end();
    this.fail(disposed(this.#rules.label));
  }

  #advance(): boolean {
    const service = this.agenda.firstAt() ?? Number.POSITIVE_INFINITY;
    const client = this.clock.earliest();
    const next = Math.max(this.clock.now, Math.min(service, client?.at ?? Number.POSITIVE_INFINITY));
    const stop = Math.min(...[...this.elapses].map(({ until }) => until));
    if (next > stop) {
      this.clock.moveTo(stop);
      return true;
    }
    if (next === Number.POSITIVE_INFINITY) return false;
    if (this.#stopRunaways(next, () => (service <= next ? "the service's due time" : (client?.alarm.place() ?? '')))) {
      return true;
    }
    if (service <= next) this.#fireService(next);
    else this.#ring();
    return true;
  }

  #fireService(at: Instant): void {
    this.clock.moveTo(at);
    const fire = this.agenda.takeFirst();
    try {
      this.#runInContext(() => inTimeOf(this.clock, () => fire?.()));
    } catch (bug) {
      this.fail(bug);
    }
  }

  #ring(): void {
    try {
      this.clock.takeEarliest()?.ring();
    } catch (error) {
      // As in Node, what a timer throws is an uncaught exception, and no affair of the other timers.
      process.nextTick(() => {
        throw error;
      });
    }
  }

  #leap(leap: Leap): boolean {
    leap.until ??= this.clock.now + leap.by;
    const due = this.agenda.firstAt();
    if (due !== undefined && due <= leap.until) {
      this.#fireService(Math.max(due, this.clock.now));
      return true;
    }
    this.clock.wakeAt(leap.until);
    for (const run of this.runs) run.startedAt += leap.by;
    this.leaps.shift();
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
      if (elapse.until > this.clock.now || this.#isAnythingDue()) continue;
      this.elapses.delete(elapse);
      elapse.resolve();
      hasFinished = true;
    }
    return hasFinished;
  }

  #isAnythingDue(): boolean {
    const { now } = this.clock;
    return (this.agenda.firstAt() ?? now + 1) <= now || (this.clock.earliest()?.at ?? now + 1) <= now;
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
    const { label, epoch, stuckAfter, describeWaiting } = this.#rules;
    if (realNow - this.#stillSince < stuckAfter) return false;
    const holds = [...this.holds].map(({ why }) => why);
    const passed = this.clock.now - epoch;
    this.fail(stuck({ label, passed, after: stuckAfter, holds, waiting: describeWaiting(), busy: describeBusy() }));
    return true;
  }
}

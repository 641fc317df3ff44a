import type { MovableClock } from './clock.ts';
import { currentClock, withClock } from './current-clock.ts';
import { noteClientProgress } from './client-progress.ts';
import { refuse } from '../misuse.ts';
import { disposed } from './errors.ts';
import type { IdleLoop } from './idle-loop.ts';
import type { RandomSource } from './random.ts';
import type { Scheduler, SchedulerOptions } from './scheduler.ts';
import { type Instant, ms } from '../spec/time.ts';

/** The virtual time of one simulation: one instant for the service and its client, moved only when nothing else can happen. */
export interface Timeline {
  /** The virtual instant it is now. */
  now(): Instant;
  /**
   * Calls `fire` when virtual time reaches `at` (at once, on the next advance, when that is past). This is the service's
   * side: due times fire at their exact instant even while the client is asleep, and before client timers of the same instant.
   * Returns the cancellation.
   */
  at(at: Instant, fire: () => void): () => void;
  /**
   * Calls `happen` with `about` at this very instant, but not before nothing more can happen without it, whether or not anybody
   * moves time. For requests, that is when all that are sent at this instant have come: they are let in one after the other, by
   * `place` and then as they came. For answers, it is when nobody sends a request but who is given one: they are let go one at a
   * time. In real time it is called as soon as what the client does just now is done. It must not throw, and gives true where
   * nothing has been set off by it that goes on by itself: then it is as quiet as before.
   */
  quiet<About>(
    kind: 'request' | 'answer',
    happen: (about: About) => boolean,
    about: About,
    place?: (about: About) => string,
  ): void;
  /** Runs `work` as part of this simulation: its timers and its `Date`, and those of all it starts, are virtual. */
  enter<T>(work: () => T): T;
  /** Runs `work` and advances time by itself until its promise has settled. */
  run<T>(work: () => T | PromiseLike<T>): Promise<T>;
  /** Advances by hand, firing everything due on the way in order; ends when the last instant is idle. */
  elapse(milliseconds: number): Promise<void>;
  /**
   * Lets time pass while the client is asleep, as a suspended process is: once all is idle, the clock moves on by so much,
   * service due times fire at their instants, and client timers that fell due meanwhile fire late, at the end.
   */
  leap(milliseconds: number): Promise<void>;
  /**
   * Settles when the client is awake again, and what woke it has gone on, before its late timers fire; undefined while it is
   * awake. For what would get to it.
   */
  awake(): Promise<void> | undefined;
  /**
   * Settles when virtual time is there, or at once when the signal is aborted. Nothing moves time for it, but where it leaps by
   * itself when a client says that it sleeps.
   */
  sleepUntil(at: Instant, signal?: AbortSignal): Promise<void>;
  /** When something of the service's is due next. */
  nextDue(): Instant | undefined;
  /** When the last timer of the client goes off that keeps its process from ending; undefined where there is none, or nobody knows. */
  keptAliveUntil(): Instant | undefined;
  /** Keeps time from moving until the returned release is called: for work that nothing else can see. */
  hold(why: string): () => void;
  /** Asks before each move of a time that moves by itself: for people who look on, and have it stand, or move slowly. */
  brake(mayMove: () => boolean): void;
  /** Forgets all timers; pending `run`s reject. The last one to go takes the patches of the process with it. */
  dispose(): Promise<void>;
}

export interface TimelineOptions {
  /** The virtual instant at which the timeline begins. */
  readonly epoch: Instant;
  /** Names the simulation in errors. */
  readonly label: string;
  /** Real milliseconds without anything due or happening after which a `run` fails with `CLOCK_STUCK`; 2000. */
  readonly stuckAfter?: number;
  /** Virtual milliseconds a `run` may take before it fails with `CLOCK_RUNAWAY`; 30 days. */
  readonly horizon?: number;
  /** Lines for the error of a stuck clock: what the simulation itself is waiting for. */
  readonly describeWaiting?: () => readonly string[];
  /** Whether something is under way that needs no time: where the client cannot be looked into, time is not moved meanwhile. */
  readonly isBusy?: () => boolean;
  /** What code of the simulation draws random numbers from, in place of the engine's. */
  readonly random?: RandomSource;
}

export const schedulerOptions = (options: TimelineOptions): SchedulerOptions => {
  const { label, epoch, stuckAfter = 2000, horizon = ms('30d'), describeWaiting = () => [] } = options;
  return { label, epoch, stuckAfter, horizon, describeWaiting };
};

export const checkEpoch = (label: string, epoch: Instant): void => {
  if (!Number.isSafeInteger(epoch))
    throw refuse(label, `${epoch} is not an epoch`, 'give whole milliseconds since 1970');
};

export const checkLength = (label: string, milliseconds: number): void => {
  if (Number.isSafeInteger(milliseconds) && milliseconds >= 0) return;
  throw refuse(label, `${milliseconds} is not a length of time`, 'give whole milliseconds, zero or more');
};

const sleep = (clock: MovableClock, until: Instant, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve) => {
    const cancel = clock.at(until, resolve);
    const wake = (): void => {
      cancel();
      resolve();
    };
    if (signal?.aborted === true) wake();
    else signal?.addEventListener('abort', wake, { once: true });
  });

export interface ScheduledTimelineParts {
  readonly label: string;
  readonly scheduler: Scheduler;
  readonly loop: IdleLoop;
  /** To be called before code is entered. */
  readonly noteEntry: () => void;
  /** Takes out of the process what was put there. */
  readonly release: () => void;
}

/** The place in line of what has none. */
const nowhere = (): string => '';

/** A timeline that a scheduler moves, whenever the idle loop says so. */
export const scheduledTimeline = ({ label, scheduler, loop, noteEntry, release }: ScheduledTimelineParts): Timeline => {
  const { clock } = scheduler;
  let isOver = false;
  loop.add(scheduler);

  const begin = <T>(wait: () => Promise<T>): Promise<T> => {
    if (isOver) return Promise.reject(disposed(label));
    const promise = wait();
    loop.start();
    return promise;
  };

  /** A simulation around this one stands still meanwhile, for its client waits for us. */
  const holdingOuter = <T>(wait: () => Promise<T>): Promise<T> => {
    const outer = currentClock();
    const promise = begin(wait);
    if (isOver || outer === undefined || outer === clock) return promise;
    outer.innerRuns++;
    return promise.finally(() => outer.innerRuns--);
  };

  return {
    now: () => clock.serviceNow,
    at: (at, fire) => (isOver ? () => undefined : clock.at(at, fire)),
    quiet: (kind, happen, about, place = nowhere) => {
      if (isOver) queueMicrotask(() => happen(about));
      else loop.wait({ scheduler, kind, place, happen, about });
    },
    enter: (work) => {
      noteEntry();
      noteClientProgress(1);
      return withClock(clock, work);
    },
    run: (work) => holdingOuter(() => scheduler.run(work)),
    elapse: async (milliseconds) => {
      checkLength(label, milliseconds);
      await holdingOuter(() => scheduler.elapse(milliseconds));
    },
    leap: async (milliseconds) => {
      checkLength(label, milliseconds);
      await begin(() => scheduler.leap(milliseconds));
    },
    awake: () => scheduler.awake(),
    sleepUntil: (at, signal) => (isOver ? Promise.resolve() : sleep(clock, at, signal)),
    nextDue: () => clock.dueAt(),
    keptAliveUntil: () => clock.keptAliveUntil(),
    hold: (why) => scheduler.hold(why),
    brake: (mayMove) => scheduler.brake(mayMove),
    dispose: async () => {
      if (isOver) return;
      isOver = true;
      loop.remove(scheduler);
      scheduler.end();
      release();
    },
  };
};

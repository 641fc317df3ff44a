import { AsyncLocalStorage } from 'node:async_hooks';
import { type Instant, ms } from '../spec/time.ts';
import { ClientClock } from './client-clock.ts';
import { fetchStrays } from './client-timer.ts';
import { badOption, disposed, fakeTimersActive } from './complaints.ts';
import { Course } from './course.ts';
import type { Run } from './drives.ts';
import { isTimeFaked } from './foreign-clocks.ts';
import { allSignals, useInstallation } from './installation.ts';
import { lendUndiciTimers } from './patches/undici-timer.ts';
import { announce, inTimeOf, presentClock } from './present.ts';
import type { StartSignal } from './signals/signal.ts';
import type { Timeline } from './timeline.ts';

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
}

/**
 * Begins the virtual time of one simulation. From the first timeline to the `dispose` of the last, the process's timers,
 * `Date` and idle signals are replaced by ones that stay real for all code that was not started by `enter` or `run`.
 *
 * Throws `Misuse`: `FAKE_TIMERS_ACTIVE` while the fake timers of a test runner are on, `BAD_OPTION`. What the timeline
 * returns rejects with `CLOCK_STUCK`, `CLOCK_RUNAWAY` or `DISPOSED`.
 *
 * @example
 * const timeline = createTimeline({ epoch: Date.UTC(2026, 0, 1), label: 'an hour' });
 * await timeline.run(() => new Promise((resolve) => setTimeout(resolve, 3_600_000)));
 * new Date(timeline.now()).toISOString(); // '2026-01-01T01:00:00.000Z', some real milliseconds later
 * await timeline.dispose();
 */
export const createTimeline = (options: TimelineOptions): Timeline => createTimelineWith(allSignals, options);

/** The same with a choice of idle signals; they count for the whole process, and the first timeline of all decides. */
export const createTimelineWith = (signals: readonly StartSignal[], options: TimelineOptions): Timeline => {
  const { epoch, label, stuckAfter = 2000, horizon = ms('30d'), describeWaiting = () => [] } = options;
  if (!Number.isSafeInteger(epoch)) {
    throw badOption(label, `${epoch} is not an epoch`, 'give whole milliseconds since 1970');
  }
  if (isTimeFaked()) throw fakeTimersActive(label);
  const { pump, noteEntry, release } = useInstallation(signals);
  const clock = new ClientClock(epoch);
  const retract = announce(clock);
  fetchStrays();
  lendUndiciTimers(clock);
  const course = new Course(
    clock,
    { label, epoch, stuckAfter, horizon, describeWaiting },
    AsyncLocalStorage.snapshot(),
  );
  pump.add(course);

  /** Begins to wait for time to move. A simulation around this one stands still meanwhile, for its client waits for us. */
  const drive = <T>(begin: (resolve: (value: T) => void, reject: (reason: unknown) => void) => void): Promise<T> => {
    const outer = presentClock();
    const promise = new Promise<T>((resolve, reject) => {
      if (clock.isLive) begin(resolve, reject);
      else reject(disposed(label));
    });
    if (!clock.isLive) return promise;
    pump.start();
    if (outer === undefined || outer === clock) return promise;
    outer.innerDrives++;
    return promise.finally(() => outer.innerDrives--);
  };

  const checkLength = (milliseconds: number): void => {
    if (Number.isSafeInteger(milliseconds) && milliseconds >= 0) return;
    throw badOption(label, `${milliseconds} is not a length of time`, 'give whole milliseconds, zero or more');
  };

  return {
    now: () => clock.now,
    at: (at, fire) => (clock.isLive ? course.agenda.add(at, fire) : () => undefined),
    enter: (work) => {
      noteEntry();
      return inTimeOf(clock, work);
    },
    run: (work) =>
      drive((resolve, reject) => {
        const run: Run = { reject, startedAt: clock.now, settle: undefined };
        course.runs.add(run);
        void outcomeOf(() => inTimeOf(clock, work)).then(
          (value) => (run.settle = () => resolve(value)),
          (reason: unknown) => (run.settle = () => reject(reason)),
        );
      }),
    elapse: async (milliseconds) => {
      checkLength(milliseconds);
      await drive<void>((resolve, reject) => {
        course.elapses.add({ until: clock.now + milliseconds, resolve, reject });
      });
    },
    leap: async (milliseconds) => {
      checkLength(milliseconds);
      if (!clock.isLive) throw disposed(label);
      await new Promise<void>((resolve, reject) => {
        course.leaps.push({ by: milliseconds, until: undefined, resolve, reject });
        pump.start();
      });
    },
    hold: (why) => {
      const hold = { why };
      course.holds.add(hold);
      return () => void course.holds.delete(hold);
    },
    dispose: async () => {
      if (!clock.isLive) return;
      pump.remove(course);
      retract();
      course.end();
      release();
    },
  };
};

const outcomeOf = async <T>(work: () => T | PromiseLike<T>): Promise<T> => await work();

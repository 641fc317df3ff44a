import { type Instant, ms } from '../spec/time.ts';
import type { Chance } from './random.ts';
import { ClientClock } from './own-clock.ts';
import { fetchStrays } from './client-timer.ts';
import { badOption, fakeTimersActive, fakeTimersSwitchedOn } from './errors.ts';
import { Course } from './scheduler.ts';
import { followCourse } from './course-timeline.ts';
import { isDateSet, isTimeFaked } from './fake-timers.ts';
import { allSignals, useChance, useInstallation } from './installation.ts';
import { OwnMotion } from './own-motion.ts';
import { undoAll } from './patches/patch.ts';
import { lendUndiciTimers } from './patches/undici-timer.ts';
import { announce } from './current-clock.ts';
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
  /** What code of the simulation draws chance from, in place of the engine's. */
  readonly chance?: Chance;
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
  const { epoch, label, stuckAfter = 2000, horizon = ms('30d'), describeWaiting = () => [], chance } = options;
  if (!Number.isSafeInteger(epoch)) {
    throw badOption(label, `${epoch} is not an epoch`, 'give whole milliseconds since 1970');
  }
  if (isTimeFaked()) throw fakeTimersActive(label);
  const wasDateSet = isDateSet();
  const { pump, noteEntry, release } = useInstallation(signals);
  const releaseChance = useChance(chance);
  const clock = new ClientClock(epoch, chance);
  const retract = announce(clock);
  fetchStrays();
  lendUndiciTimers(clock);
  const motion = new OwnMotion({
    clock,
    fire: (work) => course.callService(work),
    trouble: () => (isTimeFaked() || isDateSet() !== wasDateSet ? fakeTimersSwitchedOn(label) : undefined),
  });
  const course = new Course(clock, motion, { label, epoch, stuckAfter, horizon, describeWaiting });
  return followCourse({ label, course, pump, noteEntry, release: () => undoAll([release, retract, releaseChance]) });
};

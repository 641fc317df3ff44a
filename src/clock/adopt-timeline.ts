import { ms } from '../spec/time.ts';
import { AdoptedClock } from './adopted-clock.ts';
import { AdoptedMotion } from './adopted-motion.ts';
import { fetchStrays } from './client-timer.ts';
import { notOurs } from './errors.ts';
import { Course } from './scheduler.ts';
import { followCourse } from './course-timeline.ts';
import type { TimelineOptions } from './create-timeline.ts';
import { findForeignClock } from './fake-timers.ts';
import { useChance, watchProcess } from './installation.ts';
import { undoAll } from './patches/patch.ts';
import { lendUndiciTimers } from './patches/undici-timer.ts';
import { leaveToUndici } from './patches/undici-fakes.ts';
import { announceEverywhere } from './current-clock.ts';
import type { Timeline } from './timeline.ts';

/** Simulations on one clock keep it for each other. */
const holdsOn = new WeakMap<object, Set<{ readonly why: string }>>();

const byTick = 'the fake timers of node:test are moved by mock.timers.tick alone';

/**
 * Begins a simulation in the time of fake timers that are switched on already. It is their instant that it begins at, and
 * whoever moves them moves it: `run` and `elapse`, or the user by `advanceTimersByTime` and the like. What fake timers leave
 * real, `AbortSignal.timeout`, `node:timers/promises` and the time limits of simulated sockets, follows them as well.
 *
 * Throws `Misuse`: `FAKE_TIMERS_MISSING`, `FAKE_TIMERS_HANG`, `FAKE_TIMERS_ACTIVE`. With those of node:test, `elapse` and
 * `leap` reject with `CLOCK_NOT_OURS`.
 *
 * @example
 * vi.useFakeTimers();
 * const timeline = adoptTimeline({ label: 'an hour' });
 * timeline.at(Date.now() + 3_600_000, () => console.log('an hour has passed'));
 * vi.advanceTimersByTime(3_600_000);
 * await timeline.dispose();
 */
export const adoptTimeline = (options: Omit<TimelineOptions, 'epoch'>): Timeline => {
  const { label, stuckAfter = 2000, horizon = ms('30d'), describeWaiting = () => [], chance } = options;
  const foreign = findForeignClock(label);
  const epoch = foreign.now();
  const { driven } = foreign;
  const { pump, noteEntry, release } = watchProcess();
  const clock = new AdoptedClock(foreign, chance);
  const undos = [release, useChance(chance), announceEverywhere(clock), leaveToUndici(driven)];
  fetchStrays();
  lendUndiciTimers(clock);
  const motion = new AdoptedMotion({ label, foreign, clock, fire: (work) => course.callService(work) });
  const remedy = driven === undefined ? { remedy: `${byTick}: call it while the run is pending` } : {};
  const rules = { label, epoch, stuckAfter, horizon, describeWaiting, ...remedy };
  const holds = holdsOn.get(foreign.identity) ?? new Set();
  holdsOn.set(foreign.identity, holds);
  const course = new Course(clock, motion, rules, holds);
  const timeline = followCourse({
    label,
    course,
    pump,
    noteEntry: () => {
      noteEntry();
      motion.catchUp();
    },
    release: () => undoAll(undos),
  });
  return driven === undefined ? { ...timeline, elapse: refuse(label), leap: refuse(label) } : timeline;
};

const refuse =
  (label: string) =>
  async (milliseconds: number): Promise<void> => {
    throw notOurs(label, byTick, `call mock.timers.tick(${milliseconds})`);
  };

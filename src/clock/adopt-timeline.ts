import { AdoptedClock } from './adopted-clock.ts';
import { fetchModuleTimers } from './client-timer.ts';
import { registerForProcess } from './current-clock.ts';
import { notOurs } from './errors.ts';
import { findFakeTimers } from './fake-timers.ts';
import { useRandomSource, watchProcess } from './installation.ts';
import { undoAll } from './patches/patch.ts';
import { lendUndiciTimers } from './patches/undici-timer.ts';
import { leaveToUndici } from './patches/undici-fakes.ts';
import { type Hold, Scheduler } from './scheduler.ts';
import { scheduledTimeline, schedulerOptions, type Timeline, type TimelineOptions } from './timeline.ts';

/** Simulations on one clock keep it for each other. */
const holdsOn = new WeakMap<object, Set<Hold>>();

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
  const { label, random } = options;
  const fakes = findFakeTimers(label);
  const { clock: driven, identity } = fakes;
  const epoch = fakes.now();
  const { loop, noteEntry, release } = watchProcess();
  const clock = new AdoptedClock({ label, fakes, random, fire: (work) => scheduler.callService(work) });
  const undos = [release, useRandomSource(random), registerForProcess(clock), leaveToUndici(driven)];
  fetchModuleTimers();
  lendUndiciTimers(clock);
  const remedy =
    driven === undefined
      ? {
          remedy: `${byTick}: call it while the run is pending, or leave them off, since a run has virtual time of its own`,
        }
      : {};
  const holds = holdsOn.get(identity) ?? new Set();
  holdsOn.set(identity, holds);
  const scheduler = new Scheduler(clock, { ...schedulerOptions({ ...options, epoch }), ...remedy }, holds);
  const enter = (): void => {
    noteEntry();
    clock.catchUp();
  };
  const timeline = scheduledTimeline({ label, scheduler, loop, noteEntry: enter, release: () => undoAll(undos) });
  return driven === undefined ? { ...timeline, elapse: refuse(label), leap: refuse(label) } : timeline;
};

const refuse =
  (label: string) =>
  async (milliseconds: number): Promise<void> => {
    throw notOurs(label, byTick, `call mock.timers.tick(${milliseconds})`);
  };

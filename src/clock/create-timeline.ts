import type { Instant } from '../spec/time.ts';
import { adoptTimeline } from './adopt-timeline.ts';
import { fetchModuleTimers } from './client-timer.ts';
import { registerClock } from './current-clock.ts';
import { refuse } from '../misuse.ts';
import { fakeTimersActive, fakeTimersSwitchedOn } from './errors.ts';
import { findFakeTimers, isDateSet, isTimeFaked } from './fake-timers.ts';
import { allSignals, useInstallation, useRandomSource } from './installation.ts';
import { OwnClock } from './own-clock.ts';
import { type PacedClock, paceNames, paceOf } from './pace.ts';
import { PacedTimeline } from './paced-timeline.ts';
import { undoAll } from './patches/patch.ts';
import { lendUndiciTimers } from './patches/undici-timer.ts';
import { needNode } from '../runtime.ts';
import { Scheduler } from './scheduler.ts';
import type { StartSignal } from './signals/signal.ts';
import { checkEpoch, scheduledTimeline, schedulerOptions, type Timeline, type TimelineOptions } from './timeline.ts';

/**
 * Whose time a simulation runs in: a virtual one of its own; that of fake timers the user has switched on, which the
 * simulation is moved by and moves; or, for clients in other processes, real time or one at another pace.
 */
export type ClockChoice = 'own' | 'adopt' | PacedClock;

export interface ChosenTime {
  /** The instant it begins at. */
  readonly epoch: Instant;
  readonly begin: (options: Omit<TimelineOptions, 'epoch'>) => Timeline;
}

export interface TimeWanted {
  /** Fake timers that are switched on decide when nothing is said. */
  readonly clock: ClockChoice | undefined;
  readonly epoch: Instant;
  /** Whether the user has said when to begin. */
  readonly isEpochGiven: boolean;
  /** Whether the world was saved at the epoch, and must not go back behind it. */
  readonly isSaved: boolean;
}

const choices: readonly unknown[] = ['own', 'adopt', ...paceNames] satisfies ClockChoice[];
const place = 'simulate({ clock })';

/** Chooses the time of a simulation. Throws Misuse as the timelines do. */
export const chooseTimeline = ({ clock, epoch, isEpochGiven, isSaved }: TimeWanted): ChosenTime => {
  const pace = paceOf(clock, place);
  if (pace !== undefined) return { epoch, begin: (options) => new PacedTimeline({ ...options, epoch }, pace) };
  if (clock !== undefined && !choices.includes(clock)) {
    const known = choices.map((one) => `"${String(one)}"`).join(', ');
    const said = typeof clock === 'string' ? JSON.stringify(clock) : 'this';
    throw refuse(place, `${said} is no clock`, `write ${known} or { scaled: 60 }`);
  }
  if (clock === 'own' || (clock === undefined && !isTimeFaked())) {
    return { epoch, begin: (options) => createTimeline({ epoch, ...options }) };
  }
  needNode(place, 'fake timers cannot be run on', 'switch them off before simulate()');
  const now = findFakeTimers(place).now();
  const isAmiss = isSaved ? now < epoch : isEpochGiven && now !== epoch;
  if (!isAmiss) return { epoch: now, begin: adoptTimeline };
  const written = new Date(epoch).toISOString();
  throw refuse(
    isSaved ? 'simulate({ from })' : 'simulate({ epoch })',
    `the fake timers say that it is ${new Date(now).toISOString()}, and this wants ${written}`,
    `set them with vi.setSystemTime('${written}')${isSaved ? ' or later' : ', or leave "epoch" out'}`,
  );
};

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
 *
 * The idle signals count for the whole process, and the first timeline of all decides which there are.
 */
export const createTimeline = (options: TimelineOptions, signals: readonly StartSignal[] = allSignals): Timeline => {
  const { epoch, label, random } = options;
  checkEpoch(label, epoch);
  if (isTimeFaked()) throw fakeTimersActive(label);
  const wasDateSet = isDateSet();
  const { loop, noteEntry, release } = useInstallation(signals);
  const releaseRandom = useRandomSource(random);
  const clock = new OwnClock({
    epoch,
    random,
    fire: (work) => scheduler.callService(work),
    failure: () => (isTimeFaked() || isDateSet() !== wasDateSet ? fakeTimersSwitchedOn(label) : undefined),
  });
  const unregister = registerClock(clock);
  fetchModuleTimers();
  lendUndiciTimers(clock);
  const scheduler = new Scheduler(clock, schedulerOptions(options));
  const undos = [release, unregister, releaseRandom];
  return scheduledTimeline({ label, scheduler, loop, noteEntry, release: () => undoAll(undos) });
};

import type { Instant } from '../spec/time.ts';
import { adoptTimeline } from './adopt-timeline.ts';
import { badOption } from './errors.ts';
import { createTimeline, type TimelineOptions } from './create-timeline.ts';
import { findForeignClock, isTimeFaked } from './fake-timers.ts';
import { createRealTimeline } from './real-timeline.ts';
import { needNode } from '../runtime.ts';
import type { Timeline } from './timeline.ts';

/**
 * Whose time a simulation runs in: a virtual one of its own; that of fake timers the user has switched on, which the
 * simulation is moved by and moves; or real time.
 */
export type ClockChoice = 'own' | 'adopt' | 'real';

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

const choices: readonly unknown[] = ['own', 'adopt', 'real'] satisfies ClockChoice[];
const label = 'simulate({ clock })';

/** Chooses the time of a simulation. Throws Misuse as the timelines do. */
export const chooseTimeline = ({ clock, epoch, isEpochGiven, isSaved }: TimeWanted): ChosenTime => {
  if (clock !== undefined && !choices.includes(clock)) {
    throw badOption(label, `"${clock}" is no clock`, 'write "own", "adopt" or "real"');
  }
  if (clock === 'real') return { epoch, begin: (options) => createRealTimeline({ ...options, epoch }) };
  if (clock === 'own' || (clock === undefined && !isTimeFaked())) {
    return { epoch, begin: (options) => createTimeline({ ...options, epoch }) };
  }
  needNode(label, 'fake timers cannot be run on', 'switch them off before simulate()');
  const now = findForeignClock(label).now();
  const isAmiss = isSaved ? now < epoch : isEpochGiven && now !== epoch;
  if (!isAmiss) return { epoch: now, begin: adoptTimeline };
  const written = new Date(epoch).toISOString();
  throw badOption(
    isSaved ? 'simulate({ from })' : 'simulate({ epoch })',
    `the fake timers say that it is ${new Date(now).toISOString()}, and this wants ${written}`,
    `set them with vi.setSystemTime('${written}')${isSaved ? ' or later' : ', or leave "epoch" out'}`,
  );
};

import { AsyncLocalStorage } from 'node:async_hooks';
import process from 'node:process';
import type { Clock } from './clock.ts';

/** The async context says whose time it is, so that simulations can live side by side, and real time around them. */
const present = new AsyncLocalStorage<Clock | undefined>();

const live = new Set<Clock>();

/** Clocks that run on fake timers of somebody else, which are for the whole process: the context does not matter. */
const everywhere: Clock[] = [];

/** The clock the running code belongs to; undefined in real time. */
export const currentClock = (): Clock | undefined => {
  const clock = present.getStore();
  if (clock?.isLive === true) return clock;
  return everywhere.length === 0 ? undefined : everywhere.find(({ isLive }) => isLive);
};

/** The same by the context alone, also where somebody's fake timers are the clock of the whole process. */
export const contextClock = (): Clock | undefined => {
  const clock = present.getStore();
  return clock?.isLive === true ? clock : undefined;
};

/** Runs `work`, and all it starts, in the time of `clock`; in real time when that is undefined, or over. */
export const withClock = <T>(clock: Clock | undefined, work: () => T): T => {
  const time = clock?.isLive === true ? clock : undefined;
  return present.getStore() === time ? work() : present.run(time, work);
};

/** Any simulation that is still alive, and one whose time is moved rather than another. */
export const anyLiveClock = (): Clock | undefined => {
  let alive: Clock | undefined;
  for (const clock of live) {
    if (clock.isLive && clock.mover.isDriven) return clock;
    if (clock.isLive) alive ??= clock;
  }
  return alive;
};

/**
 * Announces a clock; the returned function takes it back. With the last of them goes what follows the context, too: up to Node 22 it
 * makes every promise of the process dearer.
 */
export const registerClock = (clock: Clock): (() => void) => {
  live.add(clock);
  return () => {
    if (live.delete(clock) && live.size === 0) forget();
  };
};

/** Node keeps the context on whatever it calls back, and on the process where that is nothing: a mark of ours would stay there. */
const forget = (): void => {
  present.disable();
  const mark: unknown = Reflect.get(present, 'kResourceStore');
  if (typeof mark === 'symbol') Reflect.deleteProperty(process, mark);
};

/** Announces a clock that is the whole process's; the returned function takes it back. */
export const registerForProcess = (clock: Clock): (() => void) => {
  const retract = registerClock(clock);
  everywhere.push(clock);
  return () => {
    retract();
    everywhere.splice(everywhere.indexOf(clock), 1);
  };
};

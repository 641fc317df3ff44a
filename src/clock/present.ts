import { AsyncLocalStorage } from 'node:async_hooks';
import type { ClientClock } from './client-clock.ts';

/** The async context says whose time it is, so that simulations can live side by side, and real time around them. */
const present = new AsyncLocalStorage<ClientClock | undefined>();

const live = new Set<ClientClock>();

/** The clock the running code belongs to; undefined in real time. */
export const presentClock = (): ClientClock | undefined => {
  const clock = present.getStore();
  return clock?.isLive === true ? clock : undefined;
};

/** Runs `work`, and all it starts, in the time of `clock`; in real time when that is undefined. */
export const inTimeOf = <T>(clock: ClientClock | undefined, work: () => T): T => present.run(clock, work);

/** Any simulation that is still alive. */
export const anyLiveClock = (): ClientClock | undefined => live.values().next().value;

/** Announces a clock; the returned function takes it back. */
export const announce = (clock: ClientClock): (() => void) => {
  live.add(clock);
  return () => live.delete(clock);
};

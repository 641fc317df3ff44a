import process from 'node:process';
import type { StartSignal } from './signal.ts';

const count = (): number => {
  let found = 0;
  for (const name of process.getActiveResourcesInfo()) if (name === 'Immediate') found++;
  return found;
};

/** Sees callbacks of `setImmediate`: turns of the event loop that somebody wants to take. */
export const watchImmediates: StartSignal = () => ({
  busy: count,
  ended: () => 0,
  seesNoEnds: true,
  isTurning: true,
  describe: () => (count() === 0 ? [] : [`${count()} × Immediate`]),
  stop: () => undefined,
});

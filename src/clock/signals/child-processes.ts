import process from 'node:process';
import type { StartSignal } from './signal.ts';

const count = (): number => {
  let found = 0;
  for (const name of process.getActiveResourcesInfo()) if (name === 'ProcessWrap') found++;
  return found;
};

/** Sees child processes, except those that were there before. */
export const watchChildProcesses: StartSignal = () => {
  let before = count();
  let last = before;
  let ended = 0;
  const busy = (): number => {
    const running = count();
    ended += Math.max(0, last - running);
    last = running;
    before = Math.min(before, running);
    return running - before;
  };
  return {
    busy,
    ended: () => ended,
    isElsewhere: true,
    describe: () => (busy() === 0 ? [] : [`${busy()} × child process`]),
    stop: () => undefined,
  };
};

import { realTime } from '../clock/real-time.ts';

/** Tells how many real milliseconds have passed, whatever fakes the time of the process. */
export const startStopwatch = (): (() => number) => {
  const began = realTime.now();
  return () => realTime.now() - began;
};

import { setTimeout as sleep } from 'node:timers/promises';

/** Waits until one more call stays within a limit: at most so many in any stretch of so many milliseconds. */
export type Pace = () => Promise<void>;

export const createPace = (most: number, stretch: number, signal: AbortSignal): Pace => {
  let recent: number[] = [];
  return async () => {
    for (;;) {
      const now = Date.now();
      recent = recent.filter((at) => now - at < stretch);
      const [oldest] = recent;
      if (oldest === undefined || recent.length < most) break;
      await sleep(oldest + stretch - now, undefined, { signal });
    }
    recent.push(Date.now());
  };
};

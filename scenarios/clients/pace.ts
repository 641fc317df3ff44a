import { setTimeout as sleep } from 'node:timers/promises';

/** Waits until one more call stays within all limits. */
export type Pace = () => Promise<void>;

interface Limit {
  readonly most: number;
  /** Milliseconds; no stretch as long sees more calls than `most`. */
  readonly within: number;
}

export const createPace = (limits: readonly Limit[], signal: AbortSignal): Pace => {
  const longest = Math.max(...limits.map(({ within }) => within));
  let recent: number[] = [];
  return async () => {
    for (;;) {
      const now = Date.now();
      recent = recent.filter((at) => now - at < longest);
      const waits = limits.map(({ most, within }) => (recent.at(-most) ?? now - within) + within - now);
      const wait = Math.max(...waits);
      if (wait <= 0) break;
      await sleep(wait, undefined, { signal });
    }
    recent.push(Date.now());
  };
};

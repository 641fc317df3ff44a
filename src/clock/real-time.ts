import { nativeTimers } from './native-timers.ts';

/** The means of real time, whatever stands in their place in the meantime. */
export interface RealTime {
  /** One turn of the event loop. */
  turn(): Promise<void>;
  sleep(milliseconds: number): Promise<void>;
  /** Milliseconds from an arbitrary start, never running back. */
  now(): number;
}

export const captureRealTime = (): RealTime => {
  const { setImmediate, setTimeout, hrtime } = nativeTimers;
  return {
    turn: () => new Promise((resolve) => setImmediate(resolve)),
    sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
    now: () => Number(hrtime() / 1000n) / 1000,
  };
};

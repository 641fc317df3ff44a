import process from 'node:process';

/** The means of real time, as they were before this library put its own in their place. */
export interface RealTime {
  /** One turn of the event loop. */
  turn(): Promise<void>;
  sleep(milliseconds: number): Promise<void>;
  /** Milliseconds from an arbitrary start, never running back. */
  now(): number;
}

/** Takes hold of real time. To be called while nothing has replaced it. */
export const captureRealTime = (): RealTime => {
  const { setImmediate, setTimeout } = globalThis;
  const hrtime = process.hrtime.bigint.bind(process.hrtime);
  return {
    turn: () => new Promise((resolve) => setImmediate(resolve)),
    sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
    now: () => Number(hrtime() / 1000n) / 1000,
  };
};

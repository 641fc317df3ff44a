import { createTimeline } from '../../src/clock/create-timeline.ts';
import type { Timeline, TimelineOptions } from '../../src/clock/timeline.ts';

export const epoch = Date.UTC(2026, 0, 1);

/** A timeline that begins at `epoch`, until whoever has it `using` is done. */
export const openTimeline = (options: Partial<TimelineOptions> = {}): Timeline & AsyncDisposable => {
  const timeline = createTimeline({ epoch, label: 'test', ...options });
  return { ...timeline, [Symbol.asyncDispose]: () => timeline.dispose() };
};

/** What comes of work on such a timeline, which is over by then. */
export const onTimeline = async <T>(work: (timeline: Timeline) => T | Promise<T>): Promise<T> => {
  await using timeline = openTimeline();
  return await work(timeline);
};

export const sleep = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => void setTimeout(resolve, milliseconds));

/** Virtual milliseconds since the epoch. */
export const passed = (): number => Date.now() - epoch;

/** How far time goes on beside real work, for a client in a timeline that has something to do all the time. */
export const passedBeside = async (work: () => Promise<unknown>): Promise<number> => {
  // By now time moves without any look at the process.
  for (let steps = 0; steps < 3; steps++) await sleep(1);
  const before = passed();
  const background = setInterval(() => undefined, 10);
  await work();
  clearInterval(background);
  return passed() - before;
};

/** What a promise rejects with. */
export const rejection = async (promise: Promise<unknown>): Promise<unknown> => {
  try {
    await promise;
  } catch (reason) {
    return reason;
  }
  throw new Error('it did not reject');
};

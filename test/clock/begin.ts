import { createTimeline } from '../../src/clock/create-timeline.ts';
import type { Timeline, TimelineOptions } from '../../src/clock/timeline.ts';

export const epoch = Date.UTC(2026, 0, 1);

/** Runs a test body on a timeline that begins at `epoch`, and puts the timeline away whatever happens. */
export const onTimeline = async <T>(
  body: (timeline: Timeline) => Promise<T>,
  options: Partial<TimelineOptions> = {},
): Promise<T> => {
  const timeline = createTimeline({ epoch, label: 'test', ...options });
  try {
    return await body(timeline);
  } finally {
    await timeline.dispose();
  }
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

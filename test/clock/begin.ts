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

/** What a promise rejects with. */
export const rejection = async (promise: Promise<unknown>): Promise<unknown> => {
  try {
    await promise;
  } catch (reason) {
    return reason;
  }
  throw new Error('it did not reject');
};

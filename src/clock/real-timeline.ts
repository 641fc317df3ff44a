import { badOption, disposed, notOurs } from './errors.ts';
import { WokenEventQueue } from './event-queue.ts';
import { nativeTimers, realTime } from './real-time.ts';
import { outcomeOf } from './scheduler.ts';
import type { Timeline, TimelineOptions } from './timeline.ts';

/**
 * Begins a timeline that passes as real time does, for clients out of reach: other processes, other languages. Nothing in the
 * process is replaced, and nothing is kept from ending.
 *
 * Throws `Misuse` `BAD_OPTION`. `elapse` and `leap` reject with `CLOCK_NOT_OURS`, what is pending at the end with `DISPOSED`.
 *
 * @example
 * const timeline = createRealTimeline({ epoch: Date.now(), label: 'a server' });
 * timeline.at(timeline.now() + 50, () => console.log('50 ms have passed'));
 */
export const createRealTimeline = ({ epoch, label }: Pick<TimelineOptions, 'epoch' | 'label'>): Timeline => {
  if (!Number.isSafeInteger(epoch)) {
    throw badOption(label, `${epoch} is not an epoch`, 'give whole milliseconds since 1970');
  }
  const startedAt = realTime.now();
  const pending = new Set<(reason: unknown) => void>();
  let isOver = false;

  const fail = (reason: unknown): void => {
    for (const reject of pending) reject(reason);
    pending.clear();
  };

  const events = new WokenEventQueue(
    {
      now: () => epoch + Math.floor(realTime.now() - startedAt),
      setTimeout: (callback, delay) => nativeTimers.setTimeout(callback, delay).unref(),
      clearTimeout: (timer) => nativeTimers.clearTimeout(timer as NodeJS.Timeout),
    },
    (work) => {
      try {
        work();
      } catch (bug) {
        fail(bug);
      }
    },
  );

  const refuse = async (): Promise<never> => {
    throw notOurs(label, 'real time cannot be advanced', 'wait for it, or leave "clock" out and have virtual time');
  };

  return {
    now: () => events.now,
    at: (at, fire) => (isOver ? () => undefined : events.add(at, fire)),
    quiet: () => Promise.resolve(),
    enter: (work) => {
      events.catchUp();
      return work();
    },
    run: (work) =>
      new Promise((resolve, reject) => {
        if (isOver) return reject(disposed(label));
        pending.add(reject);
        void outcomeOf(work)
          .then(resolve, reject)
          .finally(() => pending.delete(reject));
      }),
    elapse: refuse,
    leap: refuse,
    hold: () => () => undefined,
    dispose: async () => {
      isOver = true;
      events.clear();
      fail(disposed(label));
    },
  };
};

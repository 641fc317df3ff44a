import { nativeTimers } from '../clock/real-time.ts';
import type { Timeline } from '../clock/timeline.ts';
import { quietPeriod } from '../rules/client/ending.ts';
import { type Instant, ms } from '../spec/time.ts';
import type { Running } from './running.ts';

/** Requests that show well enough that a client goes on, and those after which it is cut off though one is under way. */
const enough = 10;
const mostRequests = 1000;
/** Real milliseconds: a timer that was left running may go off a million times. */
const mostReal = 2000;
/** Virtual time: whatever is left running for longer is not waited for. */
const longest = ms('1d');

/**
 * Lets time pass once the client has ended, to see whether it is quiet by then. No step of the scenario happens any more.
 * Whatever keeps time from moving cuts it short.
 */
export const watchQuietPeriod = async ({
  engine,
  timeline,
  driver,
}: Pick<Running, 'engine' | 'timeline' | 'driver'>): Promise<void> => {
  driver.stop();
  await new Promise<void>((resolve) => {
    let requests = 0;
    engine.listen({
      before: ({ kind }) => {
        if (kind === 'request') requests += 1;
        if (requests === mostRequests) resolve();
        return undefined;
      },
      after: () => undefined,
    });
    const cut = nativeTimers.setTimeout(resolve, mostReal);
    const end = (): void => {
      nativeTimers.clearTimeout(cut);
      resolve();
    };
    letPass(timeline, () => requests).then(end, end);
  });
};

/**
 * Ten minutes. Who was quiet so long, and whose process is still kept alive, is waited for, as the timer is that renews a token in an
 * hour; but not what is set anew meanwhile.
 */
const letPass = async (timeline: Timeline, requests: () => number): Promise<void> => {
  await strideTo(timeline.now() + quietPeriod, timeline, () => requests() >= enough);
  await strideTo(Math.min(timeline.keptAliveUntil() ?? 0, timeline.now() + longest), timeline, () => requests() > 0);
};

/** In longer and longer strides: at the end of each, nothing is under way that needs no time. */
const strideTo = async (until: Instant, timeline: Timeline, isEnough: () => boolean): Promise<void> => {
  for (let stride = ms('100ms'); timeline.now() < until && !isEnough(); stride *= 4) {
    await timeline.elapse(Math.min(stride, until - timeline.now()));
  }
};

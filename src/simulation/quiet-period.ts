import { nativeTimers } from '../clock/real-time.ts';
import type { Timeline } from '../clock/timeline.ts';
import { quietPeriod } from '../rules/client/ending.ts';
import type { Driver } from '../driver/driver.ts';
import { ms } from '../spec/time.ts';
import type { Engine } from '../driver/service.ts';

/** Requests that show well enough that a client goes on, and those after which it is cut off though one is under way. */
const enough = 10;
const mostRequests = 1000;
/** Real milliseconds: a timer that was left running may go off a million times. */
const mostReal = 2000;

interface Running {
  readonly engine: Engine;
  readonly timeline: Timeline;
  readonly driver: Driver;
}

/**
 * Lets time pass once the client has ended, to see whether it is quiet by then. No step of the scenario happens any more.
 * Whatever keeps time from moving cuts it short.
 */
export const watchQuietPeriod = async ({ engine, timeline, driver }: Running): Promise<void> => {
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
    letPass(timeline, () => requests >= enough).then(end, end);
  });
};

/** In longer and longer strides: at the end of each, nothing is under way that needs no time. */
const letPass = async (timeline: Timeline, isEnough: () => boolean): Promise<void> => {
  const until = timeline.now() + quietPeriod;
  for (let stride = ms('100ms'); timeline.now() < until && !isEnough(); stride *= 4) {
    await timeline.elapse(Math.min(stride, until - timeline.now()));
  }
};

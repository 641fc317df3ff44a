import { nativeTimers } from '../clock/real-time.ts';
import type { Timeline } from '../clock/timeline.ts';
import { aftermath } from '../rules/client/ending.ts';
import type { Director } from '../play/driver.ts';
import { ms } from '../spec/time.ts';
import type { Stage } from '../engine/engine.ts';

/** Requests that show well enough that a client goes on, and those after which it is cut off though one is under way. */
const enough = 10;
const mostRequests = 1000;
/** Real milliseconds: a timer that was left running may go off a million times. */
const mostReal = 2000;

interface Scene {
  readonly stage: Stage;
  readonly timeline: Timeline;
  readonly director: Director;
}

/**
 * Lets time pass once the client has ended, to see whether it is quiet by then. No step of the scenario happens any more.
 * Whatever keeps time from moving cuts it short.
 */
export const watchAftermath = async ({ stage, timeline, director }: Scene): Promise<void> => {
  director.dismiss();
  await new Promise<void>((resolve) => {
    let requests = 0;
    stage.cue({
      before: ({ name }) => {
        if (name !== 'notification') requests += 1;
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
  const until = timeline.now() + aftermath;
  for (let stride = ms('100ms'); timeline.now() < until && !isEnough(); stride *= 4) {
    await timeline.elapse(Math.min(stride, until - timeline.now()));
  }
};

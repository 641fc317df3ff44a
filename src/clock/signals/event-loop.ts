import { performance } from 'node:perf_hooks';
import type { StartSignal } from './signal.ts';

/** In Node since 20.20; older types and older versions do not know it. */
interface LoopTiming {
  readonly uvMetricsInfo?: { readonly events: number };
}

/** Sees that libuv has handed events to the process since the last look. */
export const watchEventLoop: StartSignal = () => {
  const timing: LoopTiming = performance.nodeTiming;
  const count = (): number => timing.uvMetricsInfo?.events ?? 0;
  let last = count();
  return {
    busy: () => {
      const before = last;
      last = count();
      return last === before ? 0 : 1;
    },
    ended: () => 0,
    seesNoEnds: true,
    describe: () => [],
    stop: () => undefined,
  };
};

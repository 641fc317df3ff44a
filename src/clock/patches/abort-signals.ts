import { ClientTimer } from '../client-timer.ts';
import { presentClock } from '../current-clock.ts';
import { type Patch, replace } from './patch.ts';
import { readDelay } from './timers.ts';

/** `AbortSignal.timeout`, and with it `AbortSignal.any` of such signals. */
export const patchAbortSignals: Patch = () => {
  const real = AbortSignal.timeout.bind(AbortSignal);
  const timeout = (milliseconds: number): AbortSignal => {
    const clock = presentClock();
    if (clock === undefined || !Number.isSafeInteger(milliseconds) || milliseconds < 0) return real(milliseconds);
    const controller = new AbortController();
    const abort = (): void => {
      controller.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError'));
    };
    const plan = { callback: abort, args: [], delay: readDelay(milliseconds), repeats: false, madeBy: timeout };
    new ClientTimer(plan, clock).unref();
    return controller.signal;
  };
  return replace(AbortSignal, 'timeout', timeout);
};

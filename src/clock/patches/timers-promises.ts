import timersPromises from 'node:timers/promises';
import { ClientTimer } from '../client-timer.ts';
import type { Clock } from '../clock.ts';
import { currentClock } from '../current-clock.ts';
import { type Patch, replace, undoing } from './patch.ts';
import { readDelay } from './timers.ts';

interface Options {
  readonly signal?: AbortSignal;
  readonly ref?: boolean;
}

type Sleep = (delay?: unknown, value?: unknown, options?: Options) => Promise<unknown>;
type Ticks = (delay?: unknown, value?: unknown, options?: Options) => AsyncIterator<unknown>;
type Wait = (delay?: unknown, options?: Options) => Promise<unknown>;

/** Node refuses these by itself, and words the refusal: such calls are left to it, since they never start a timer. */
const isRefused = (delay: unknown, options: Options): boolean => {
  if (delay !== undefined && typeof delay !== 'number') return true;
  if (options === null || typeof options !== 'object') return true;
  const { signal, ref = true } = options;
  if (typeof ref !== 'boolean') return true;
  return signal !== undefined && (!isSignal(signal) || signal.aborted);
};

/** Node takes those of others, too, as of abort-controller and of jsdom. */
const isSignal = (signal: unknown): boolean => typeof signal === 'object' && signal !== null && 'aborted' in signal;

const sleepLike = (real: Sleep): Sleep => {
  const sleep: Sleep = (delay, value, options = {}) => {
    const clock = currentClock();
    if (clock === undefined || isRefused(delay, options)) return real(delay, value, options);
    const { signal, ref = true } = options;
    return new Promise((resolve) => {
      const wake = (): void => {
        signal?.removeEventListener('abort', abort);
        resolve(value);
      };
      // Once the signal is aborted, Node's own function rejects at once, with Node's own error.
      const abort = (): void => {
        timer.close();
        resolve(real(delay, value, options));
      };
      const plan = { callback: wake, delay: readDelay(delay), madeBy: sleep };
      const timer = new ClientTimer(plan, clock);
      if (!ref) timer.unref();
      signal?.addEventListener('abort', abort, { once: true });
    });
  };
  return Object.defineProperty(sleep, 'name', { value: 'setTimeout' });
};

const ticksLike = (real: Ticks): Ticks => {
  const ticks: Ticks = (delay, value, options = {}) => {
    const clock = currentClock();
    if (clock === undefined || isRefused(delay, options)) return real(delay, value, options);
    return virtualTicks(clock, delay, value, options, () => real(delay, value, options).next());
  };
  return Object.defineProperty(ticks, 'name', { value: 'setInterval' });
};

async function* virtualTicks(
  clock: Clock,
  delay: unknown,
  value: unknown,
  options: Options,
  refuse: () => Promise<unknown>,
): AsyncGenerator<unknown, void> {
  const { signal, ref = true } = options;
  const isAborted = (): boolean => signal?.aborted === true;
  if (isAborted()) await refuse();
  let ticked = 0;
  let wake: (() => void) | undefined;
  const tick = (): void => {
    ticked++;
    wake?.();
  };
  const plan = { callback: tick, delay: readDelay(delay), repeats: true, madeBy: virtualTicks };
  const timer = new ClientTimer(plan, clock);
  if (!ref) timer.unref();
  const abort = (): void => {
    timer.close();
    wake?.();
  };
  signal?.addEventListener('abort', abort, { once: true });
  try {
    while (!isAborted()) {
      if (ticked === 0) await new Promise<void>((resolve) => void (wake = resolve));
      for (; ticked > 0; ticked--) yield value;
    }
    await refuse();
  } finally {
    timer.close();
    signal?.removeEventListener('abort', abort);
  }
}

/** `setTimeout` and `setInterval` of `node:timers/promises`, and its `scheduler.wait`. */
export const patchTimersPromises: Patch = () => {
  const { scheduler } = timersPromises;
  const sleep = sleepLike(timersPromises.setTimeout as Sleep);
  const realWait = Reflect.get(scheduler, 'wait') as Wait;
  const wait: Wait = (delay, options) =>
    currentClock() === undefined ? realWait.call(scheduler, delay, options) : sleep(delay, undefined, options);
  return undoing(
    replace(timersPromises, 'setTimeout', sleep),
    replace(timersPromises, 'setInterval', ticksLike(timersPromises.setInterval as Ticks)),
    replace(scheduler, 'wait', wait),
  );
};

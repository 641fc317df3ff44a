import timers from 'node:timers';
import timersPromises from 'node:timers/promises';
import { promisify } from 'node:util';
import { ClientTimer, findClientTimer, isModuleTimer } from '../client-timer.ts';
import { anyLiveClock, currentClock } from '../current-clock.ts';
import { longestDelay } from '../event-queue.ts';
import { blameRealDate } from '../real-dates.ts';
import { type Patch, replace, type Undo, undoAll } from './patch.ts';
import { createModuleTimer } from './undici-timer.ts';

type Schedule = (callback: unknown, delay?: unknown, ...args: unknown[]) => unknown;
type Clear = (timer?: unknown) => void;

/** A delay as Node reads it: whole milliseconds, at least one, so that a loop of zero delays cannot hold time still. */
export const readDelay = (given: unknown): number => {
  // As Node does it, which throws where a BigInt was given.
  const delay = (given as number) * 1;
  if (delay > longestDelay) {
    const text = `${delay} does not fit into a 32-bit signed integer.\nTimeout duration was set to 1.`;
    const clock = currentClock();
    const why = clock && blameRealDate(delay, clock);
    process.emitWarning(why === undefined ? text : `${text}\n${why}`, 'TimeoutOverflowWarning');
  }
  return delay >= 1 && delay <= longestDelay ? Math.trunc(delay) : 1;
};

const scheduleLike = (real: Schedule, name: string, repeats: boolean): Schedule => {
  const schedule: Schedule = (callback, delay, ...args) => {
    const isOfModule = isModuleTimer(callback, delay);
    const clock = currentClock() ?? (isOfModule ? anyLiveClock() : undefined);
    // Node words the complaint about a callback that is none.
    if (clock === undefined || typeof callback !== 'function') return real(callback, delay, ...args);
    const plan = { callback: callback as () => void, args, delay: readDelay(delay), repeats, madeBy: schedule };
    return isOfModule ? createModuleTimer(plan, clock) : new ClientTimer(plan, clock);
  };
  Object.defineProperty(schedule, 'name', { value: name });
  return schedule;
};

const clearLike = (real: Clear, name: string): Clear => {
  const clear: Clear = (timer) => {
    const ours = findClientTimer(timer);
    if (ours === undefined) real(timer);
    else ours.close();
  };
  Object.defineProperty(clear, 'name', { value: name });
  return clear;
};

/** In a test environment with its own globals (jest's), Node's built-in `fetch` still reads the timers of the outer ones. */
const outerGlobals = (): object | undefined => {
  const makeFunction = globalThis.fetch?.constructor as FunctionConstructor | undefined;
  if (makeFunction === undefined || makeFunction === Function) return undefined;
  return makeFunction('return globalThis')() as object;
};

/** `setTimeout`, `setInterval` and what clears them, as globals and in `node:timers`. */
export const patchTimers: Patch = () => {
  const undos: Undo[] = [];
  const wrappers = new Map<unknown, unknown>();
  const wrap = (owner: object, name: string, make: (real: never) => unknown): void => {
    const real: unknown = Reflect.get(owner, name);
    // One function stays one function: code compares `timers.setTimeout` with the global one.
    const wrapper = wrappers.get(real) ?? make(real as never);
    wrappers.set(real, wrapper);
    undos.push(replace(owner, name, wrapper));
  };
  const outer = outerGlobals();
  for (const owner of outer === undefined ? [globalThis, timers] : [globalThis, timers, outer]) {
    wrap(owner, 'setTimeout', (real: Schedule) => withPromise(scheduleLike(real, 'setTimeout', false)));
    wrap(owner, 'setInterval', (real: Schedule) => scheduleLike(real, 'setInterval', true));
    wrap(owner, 'clearTimeout', (real: Clear) => clearLike(real, 'clearTimeout'));
    wrap(owner, 'clearInterval', (real: Clear) => clearLike(real, 'clearInterval'));
  }
  return () => undoAll(undos);
};

const withPromise = (schedule: Schedule): Schedule =>
  Object.defineProperty(schedule, promisify.custom, { enumerable: true, get: () => timersPromises.setTimeout });

/** Nobody is on the stack where time has run out, and most who set a limit have long got what they wanted. */
const timeoutError = (): DOMException => {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 0;
  const error = new DOMException('The operation was aborted due to timeout', 'TimeoutError');
  Error.stackTraceLimit = limit;
  return error;
};

/** `AbortSignal.timeout`, and with it `AbortSignal.any` of such signals. */
export const patchAbortSignals: Patch = () => {
  const real = AbortSignal.timeout.bind(AbortSignal);
  const timeout = (milliseconds: number): AbortSignal => {
    const clock = currentClock();
    const isRefused = !Number.isSafeInteger(milliseconds) || milliseconds < 0 || milliseconds >= 2 ** 32;
    if (clock === undefined || isRefused) return real(milliseconds);
    const controller = new AbortController();
    const abort = (): void => controller.abort(timeoutError());
    const plan = { callback: abort, delay: readDelay(milliseconds), madeBy: timeout };
    new ClientTimer(plan, clock).unref();
    return controller.signal;
  };
  return replace(AbortSignal, 'timeout', timeout);
};

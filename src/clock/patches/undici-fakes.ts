import { isModuleTimer } from '../client-timer.ts';
import type { FakeClock } from '../fake-timers.ts';
import { nativeTimers } from '../real-time.ts';
import { currentClock } from '../current-clock.ts';
import { applyAll, type Patch, replace, shareable, type Undo } from './patch.ts';
import { createModuleTimer } from './undici-timer.ts';

type Fakes = Pick<FakeClock, 'setImmediate' | 'clearImmediate'>;

const patched = new WeakMap<object, () => { readonly release: Undo }>();

/**
 * What fake timers must not take from undici, which is Node's own `fetch`. It waits for a turn of the event loop before it uses
 * a connection again: were that faked, a request would hang until somebody moves the clock. And it sets one timer for the
 * whole process, and only ever refreshes it: on a clock of a test it would be dead for good as soon as the test is over.
 */
export const leaveToUndici = (clock: FakeClock | undefined): Undo => {
  // Those of node:test are plain globals; those with a clock look up there, at every call, what to do.
  const fakes: Fakes = clock ?? globalThis;
  const use = patched.get(fakes) ?? shareable(() => ({ undo: applyAll(patchesFor(fakes, clock)) }));
  patched.set(fakes, use);
  return use().release;
};

const patchesFor = (fakes: Fakes, clock: FakeClock | undefined): readonly Patch[] => [
  ...(fakes.setImmediate === undefined || fakes.setImmediate === nativeTimers.setImmediate
    ? []
    : [() => keepImmediates(fakes)]),
  ...(clock === undefined ? [] : [() => keepModuleTimer(clock)]),
];

/** By proxies, for a clock keeps notes on its functions, by which it is taken out of the process later. */
const keepImmediates = (fakes: Fakes): Undo => {
  const ours = new WeakSet<object>();
  const setImmediate: Fakes['setImmediate'] = new Proxy(Reflect.get(fakes, 'setImmediate'), {
    apply: (set, self, given: Parameters<Fakes['setImmediate']>) => {
      if (!isCalledByUndici()) return Reflect.apply(set, self, given);
      const [callback, ...args] = given;
      const immediate = nativeTimers.setImmediate(callback as () => void, ...(args as []));
      ours.add(immediate);
      return immediate;
    },
  });
  const clearImmediate: Fakes['clearImmediate'] = new Proxy(Reflect.get(fakes, 'clearImmediate'), {
    apply: (clear, self, given: Parameters<Fakes['clearImmediate']>) => {
      const [immediate] = given;
      const isOurs = typeof immediate === 'object' && immediate !== null && ours.has(immediate);
      if (isOurs) nativeTimers.clearImmediate(immediate as NodeJS.Immediate);
      else Reflect.apply(clear, self, given);
    },
  });
  return applyAll([
    () => replace(fakes, 'setImmediate', setImmediate),
    () => replace(fakes, 'clearImmediate', clearImmediate),
  ]);
};

const keepModuleTimer = (clock: FakeClock): Undo => {
  const setTimeout: FakeClock['setTimeout'] = new Proxy(Reflect.get(clock, 'setTimeout'), {
    apply: (set, self, given: Parameters<FakeClock['setTimeout']>) => {
      const [callback, delay, ...args] = given;
      const virtual = isModuleTimer(callback, delay) ? currentClock() : undefined;
      if (virtual === undefined) return Reflect.apply(set, self, given);
      const plan = { callback: callback as () => void, args, delay: Number(delay), madeBy: setTimeout };
      return createModuleTimer(plan, virtual);
    },
  });
  return replace(clock, 'setTimeout', setTimeout);
};

/** This function, the proxy, the fake's own wrapper, undici. */
const depth = 4;

const isCalledByUndici = (): boolean => {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = depth;
  const { stack = '' } = new Error('where?');
  Error.stackTraceLimit = limit;
  return /node:internal\/deps\/undici|[\\/]undici[\\/]lib[\\/]/.test(stack);
};

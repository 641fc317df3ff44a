import { ClientTimer, isModuleTimer } from '../client-timer.ts';
import type { DrivenClock } from '../fake-timers.ts';
import { nativeTimers } from '../native-timers.ts';
import { presentClock } from '../current-clock.ts';
import { applyAll, type Patch, replace, type Undo } from './patch.ts';
import { type Shared, use } from './shared.ts';

type Fakes = Pick<DrivenClock, 'setImmediate' | 'clearImmediate'>;

const patched = new WeakMap<object, Shared>();

/**
 * What fake timers must not take from undici, which is Node's own `fetch`. It waits for a turn of the event loop before it uses
 * a connection again: were that faked, a request would hang until somebody moves the clock. And it sets one timer for the
 * whole process, and only ever refreshes it: on a clock of a test it would be dead for good as soon as the test is over.
 */
export const leaveToUndici = (driven: DrivenClock | undefined): Undo => {
  // Those of node:test are plain globals; those with a clock look up there, at every call, what to do.
  const fakes: Fakes = driven ?? globalThis;
  const shared = patched.get(fakes) ?? { undo: applyAll(patchesFor(fakes, driven)), users: 0 };
  patched.set(fakes, shared);
  return use(shared, () => patched.delete(fakes));
};

const patchesFor = (fakes: Fakes, driven: DrivenClock | undefined): readonly Patch[] => [
  ...(fakes.setImmediate === undefined || fakes.setImmediate === nativeTimers.setImmediate
    ? []
    : [() => keepImmediates(fakes)]),
  ...(driven === undefined ? [] : [() => keepModuleTimer(driven)]),
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

const keepModuleTimer = (driven: DrivenClock): Undo => {
  const setTimeout: DrivenClock['setTimeout'] = new Proxy(Reflect.get(driven, 'setTimeout'), {
    apply: (set, self, given: Parameters<DrivenClock['setTimeout']>) => {
      const [callback, delay, ...args] = given;
      const clock = isModuleTimer(callback, delay) ? presentClock() : undefined;
      if (clock === undefined) return Reflect.apply(set, self, given);
      const plan = { callback: callback as () => void, args, delay: Number(delay), repeats: false, madeBy: setTimeout };
      return new ClientTimer(plan, clock);
    },
  });
  return replace(driven, 'setTimeout', setTimeout);
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

import process from 'node:process';
import { builtinNames } from './builtin-names.ts';

interface Faked {
  readonly clock?: Readonly<Record<string, unknown>>;
}

/** Whoever fakes timers keeps those that were there: sinon on its clock; node:test leaves the named exports as they were. */
const beneath = <Name extends 'setTimeout' | 'clearTimeout' | 'setImmediate' | 'clearImmediate'>(
  name: Name,
): (typeof globalThis)[Name] => {
  // A realm that imitates a browser has none of some.
  const present = (globalThis[name] ?? builtinNames.timers[name]) as (typeof globalThis)[Name] & Faked;
  const isMocked = Reflect.get(Date, 'isMock') === true;
  return (present.clock?.[`_${name}`] ?? (isMocked ? builtinNames.timers[name] : present)) as (typeof globalThis)[Name];
};

const hrtime = process.hrtime as typeof process.hrtime & Faked;
const realHrtime = (hrtime.clock?.['_hrtime'] ?? hrtime) as typeof process.hrtime;

/** The timers of Node itself, also where somebody had faked them before this module was loaded. */
export const nativeTimers = {
  setTimeout: beneath('setTimeout'),
  clearTimeout: beneath('clearTimeout'),
  setImmediate: beneath('setImmediate'),
  clearImmediate: beneath('clearImmediate'),
  hrtime: realHrtime.bigint.bind(realHrtime),
} as const;

/** The means of real time, whatever stands in their place in the meantime. */
export interface RealTime {
  /** One turn of the event loop. */
  turn(): Promise<void>;
  /**
   * Calls `step` so many times within one turn of the event loop, as long as it returns true. Between two calls all that is
   * waiting in ticks and promises comes to its end.
   */
  inARow(times: number, step: () => boolean): Promise<void>;
  sleep(milliseconds: number): Promise<void>;
  /** Milliseconds from an arbitrary start, never running back. */
  now(): number;
}

export const realTime: RealTime = {
  turn: () => new Promise((resolve) => nativeTimers.setImmediate(resolve)),
  inARow: (times, step) =>
    new Promise((resolve, reject) => {
      const calls: NodeJS.Immediate[] = [];
      let called = 0;
      const end = (): void => {
        for (const call of calls.slice(called)) nativeTimers.clearImmediate(call);
      };
      const go = (): void => {
        called++;
        try {
          if (step() && called < times) return;
          end();
          resolve();
        } catch (bug) {
          end();
          reject(bug);
        }
      };
      for (let made = 0; made < times; made++) calls.push(nativeTimers.setImmediate(go));
    }),
  sleep: (milliseconds) => new Promise((resolve) => nativeTimers.setTimeout(resolve, milliseconds)),
  now: () => Number(nativeTimers.hrtime() / 1000n) / 1000,
};

/** Settles after so many real turns of the event loop. */
export const turns = async (count: number): Promise<void> => {
  for (let passed = 0; passed < count; passed++) await realTime.turn();
};

/** As in Node, what a timer throws is an uncaught exception, and no affair of the other timers. */
export const throwLater = (work: () => void): void => {
  try {
    work();
  } catch (error) {
    process.nextTick(() => {
      throw error;
    });
  }
};

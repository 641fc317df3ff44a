import process from 'node:process';
import { builtinNames } from './builtin-names.ts';
import { noteTurn } from './signals/beginnings.ts';
import { withResolvers } from './with-resolvers.ts';

interface Faked {
  readonly clock?: Readonly<Record<string, unknown>>;
}

/**
 * Whoever fakes timers keeps those that were there: sinon on its clock; node:test leaves the named exports as they were. Those of
 * a realm that imitates a browser are made of Node's, and give numbers that have no `unref`.
 */
const beneath = <Name extends 'setTimeout' | 'clearTimeout' | 'setImmediate' | 'clearImmediate'>(
  name: Name,
): (typeof globalThis)[Name] => {
  const present = globalThis[name] as ((typeof globalThis)[Name] & Faked) | undefined;
  const isMocked = Reflect.get(Date, 'isMock') === true;
  const kept = isMocked ? undefined : present?.clock?.[`_${name}`];
  return (kept ?? builtinNames.timers[name]) as (typeof globalThis)[Name];
};

const hrtime = process.hrtime as typeof process.hrtime & Faked;
const realHrtime = (hrtime.clock?.['_hrtime'] ?? hrtime) as typeof process.hrtime;

const nextTick = Reflect.get(process, 'nextTick') as typeof process.nextTick & Faked;
const realNextTick = (nextTick.clock?.['_nextTick'] ?? nextTick) as typeof process.nextTick;

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
  /**
   * Calls `work` once all that is waiting in promises has come to its end, within the same turn. As from a timer of Node's, what it puts
   * off by `nextTick` comes ahead of what it puts off by promises: called by one of these, it would have that the other way round.
   */
  inATick(work: () => void): Promise<void>;
  sleep(milliseconds: number): Promise<void>;
  /** Milliseconds from an arbitrary start, never running back. */
  now(): number;
}

export const realTime: RealTime = {
  turn: () => new Promise((resolve) => nativeTimers.setImmediate(land, resolve)),
  inARow: (times, step) => new Row(step).call(times),
  inATick: (work) => new Promise((resolve, reject) => realNextTick(perform, work, resolve, reject)),
  sleep: (milliseconds) => new Promise((resolve) => nativeTimers.setTimeout(resolve, milliseconds)),
  now: () => Number(nativeTimers.hrtime() / 1000n) / 1000,
};

/** Calls that are made one after the other in one turn of the event loop. */
class Row {
  readonly #step: () => boolean;
  readonly #done = withResolvers<void>();
  readonly #calls: NodeJS.Immediate[] = [];
  #called = 0;

  constructor(step: () => boolean) {
    this.#step = step;
  }

  /** Settles when one of them was the last, or has failed. */
  call(times: number): Promise<void> {
    for (let made = 0; made < times; made++) this.#calls.push(nativeTimers.setImmediate(goOn, this));
    return this.#done.promise;
  }

  goOn(): void {
    this.#called++;
    try {
      if (this.#step() && this.#called < this.#calls.length) return;
      this.#end();
      this.#done.resolve();
    } catch (bug) {
      this.#end();
      this.#done.reject(bug);
    }
  }

  #end(): void {
    for (const call of this.#calls.slice(this.#called)) nativeTimers.clearImmediate(call);
  }
}

const land = (resolve: () => void): void => {
  noteTurn();
  resolve();
};

const goOn = (row: Row): void => row.goOn();

const perform = (work: () => void, done: () => void, fail: (bug: unknown) => void): void => {
  try {
    work();
    done();
  } catch (bug) {
    fail(bug);
  }
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

/* oxlint-disable eslint/no-underscore-dangle -- so jest marks its mocks */
import process from 'node:process';
import type { Instant } from '../spec/time.ts';
import { fakeTimersHang, fakeTimersMissing, fakeTimersUnfit } from './errors.ts';

/** What is used of the clock that sinon, vitest and jest put on all they fake; older versions keep their timers otherwise. */
export interface FakeClock {
  readonly now: Instant;
  setTimeout(callback: unknown, delay?: unknown, ...args: unknown[]): unknown;
  setImmediate(callback: unknown, ...args: unknown[]): unknown;
  clearImmediate(immediate: unknown): void;
  next(): unknown;
  tick(milliseconds: number): unknown;
  jump(milliseconds: number): unknown;
  setSystemTime(now: Instant): void;
  /** Calls what was given to faked `nextTick` and `queueMicrotask`. */
  runMicrotasks(): void;
  readonly jobs?: readonly unknown[];
  readonly timerHeap?: { peek(): Due | undefined };
  readonly timers?: Readonly<Record<string, Due>> | ReadonlyMap<unknown, Due>;
}

interface Due {
  readonly callAt: Instant;
}

/** Fake timers that somebody has put into the process. */
export interface FakeTimers {
  /** The same for all who found the same fake timers. */
  readonly identity: object;
  readonly now: () => Instant;
  readonly setTimeout: (callback: () => void, delay: number) => unknown;
  readonly clearTimeout: (timer: unknown) => void;
  /** Whether they are still there. */
  readonly isOn: () => boolean;
  /** By which they can be moved; node:test lets only its own `mock.timers.tick` do that. */
  readonly clock: FakeClock | undefined;
}

interface Faked {
  readonly clock?: FakeClock;
  readonly _isMockFunction?: boolean;
}

interface Fakes {
  readonly Date: DateConstructor & Faked & { readonly isFake?: boolean; readonly isMock?: boolean };
  readonly setTimeout: Faked & ((callback: () => void, delay: number) => unknown);
  readonly clearTimeout: Faked & ((timer: unknown) => void);
  readonly setInterval: Faked;
  readonly clearInterval: Faked;
}

let realm: object = globalThis;

/**
 * A test runner may have a realm of its own for the tests, and this library outside of it: fake timers are then in there.
 * The returned function takes it back.
 */
export const lookForFakesIn = (global: object): (() => void) => {
  realm = global;
  return () => {
    if (realm === global) realm = globalThis;
  };
};

const fakes = (): Fakes => realm as Fakes;

/** The legacy fake timers of jest put mocks in place of all timers; a mock in that of some is a spy, which calls what it spies on. */
const areLegacy = ({ setTimeout, clearTimeout, setInterval, clearInterval }: Fakes): boolean =>
  [setTimeout, clearTimeout, setInterval, clearInterval].every((timer) => timer._isMockFunction === true);

/** True while the fake timers of sinon, vitest, jest or node:test stand in for real time: each leaves a mark of its own. */
export const isTimeFaked = (): boolean => {
  const { Date, setTimeout } = fakes();
  const isClockFaked = Date.isFake === true || Date.isMock === true;
  return isClockFaked || setTimeout.clock !== undefined || areLegacy(fakes());
};

/** True when vitest was told to set `Date` alone, and nothing else. A virtual time that begins after that has its own `Date`. */
export const isDateSet = (): boolean => fakes().Date.name === 'MockDate';

/**
 * The fake timers that are switched on, to run on.
 *
 * Throws Misuse `FAKE_TIMERS_MISSING`, `FAKE_TIMERS_HANG` when no request could end with them, and `FAKE_TIMERS_ACTIVE` when
 * they are of a kind, or fake too little, to run on.
 */
export const findFakeTimers = (label: string): FakeTimers => {
  if (!isTimeFaked()) throw fakeTimersMissing(label);
  const { Date, setTimeout, clearTimeout } = fakes();
  // Those of this realm, which Node and the transports use.
  const nextTick = Reflect.get(process, 'nextTick') as Faked;
  const queueMicrotask = Reflect.get(globalThis, 'queueMicrotask') as Faked;
  const hanging = Object.entries({ nextTick, queueMicrotask }).filter(([, faked]) => faked.clock !== undefined);
  if (hanging.length > 0) {
    throw fakeTimersHang(
      label,
      hanging.map(([name]) => name),
    );
  }
  if (areLegacy(fakes())) {
    throw fakeTimersUnfit(label, 'the legacy fake timers of jest have no clock', 'leave "legacyFakeTimers" out');
  }
  const { clock } = setTimeout;
  // It leaves no mark on functions, but binds them.
  const isOfNodeTest = Date.isMock === true && setTimeout.name.startsWith('bound ');
  const lacks = [
    ...(Date.isFake === true || Date.isMock === true ? [] : ['Date']),
    ...(clock === undefined && !isOfNodeTest ? ['setTimeout'] : []),
  ];
  if (lacks.length > 0) {
    throw fakeTimersUnfit(
      label,
      `the fake timers leave ${lacks.join(' and ')} real`,
      `fake ${lacks.join(' and ')}, too`,
    );
  }
  return {
    identity: Date,
    now: () => Math.floor(Date.now()),
    setTimeout: (callback, delay) => setTimeout(callback, delay),
    clearTimeout: (timer) => clearTimeout(timer),
    isOn: () => fakes().Date === Date,
    clock,
  };
};

/** When the next timer is due. No call tells it. */
export const earliestOf = ({ timerHeap, timers }: FakeClock): Instant | undefined => {
  if (timerHeap !== undefined) return timerHeap.peek()?.callAt;
  let earliest: Instant | undefined;
  for (const { callAt } of timers instanceof Map ? timers.values() : Object.values(timers ?? {})) {
    if (earliest === undefined || callAt < earliest) earliest = callAt;
  }
  return earliest;
};

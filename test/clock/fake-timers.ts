import FakeTimers, { type FakeMethod } from '@sinonjs/fake-timers';
import { vi } from 'vitest';
import type { Simulation } from '../../src/index.ts';
import { turns } from '../turns.ts';

/** Somebody's fake timers, switched on, and a way to let time pass. */
export interface Faked {
  readonly off: () => void;
  readonly pass: (sim: Simulation, milliseconds: number) => Promise<void>;
}

const byElapse: Faked['pass'] = (sim, milliseconds) => sim.elapse(`${milliseconds}ms`);

const useVitest = (pass: Faked['pass']) => (): Faked => {
  vi.useFakeTimers({ now: Date.UTC(2026, 0, 1) });
  return { off: () => void vi.useRealTimers(), pass };
};

/** What jest fakes when it is told not to fake what Node cannot do without. */
const jestsList = Object.keys(FakeTimers.timers).filter((name) => name !== 'nextTick' && name !== 'queueMicrotask');

const useSinon = (options: object, pass: (clock: FakeTimers.Clock) => Faked['pass']) => (): Faked => {
  const clock = FakeTimers.install({ now: Date.UTC(2026, 0, 1), ...options });
  return { off: () => clock.uninstall(), pass: pass(clock) };
};

const leavesNode = { toNotFake: ['nextTick', 'queueMicrotask'] satisfies FakeMethod[] };

/** Whoever brings the fake timers, and whoever moves them. */
export const fakeTimers: readonly (readonly [string, () => Faked])[] = [
  ['vitest, elapse', useVitest(byElapse)],
  [
    'vitest, advanceTimersByTimeAsync',
    useVitest(async (_sim, milliseconds) => {
      await vi.advanceTimersByTimeAsync(milliseconds);
      await turns();
    }),
  ],
  [
    'vitest, advanceTimersByTime',
    useVitest(async (_sim, milliseconds) => {
      vi.advanceTimersByTime(milliseconds);
      await turns();
    }),
  ],
  ['sinon, elapse', useSinon(leavesNode, () => byElapse)],
  [
    'sinon, tickAsync',
    useSinon(leavesNode, (clock) => async (_sim, milliseconds) => {
      await clock.tickAsync(milliseconds);
      await turns();
    }),
  ],
  [
    'sinon, tick',
    useSinon(leavesNode, (clock) => async (_sim, milliseconds) => {
      clock.tick(milliseconds);
      await turns();
    }),
  ],
  ["jest's list, elapse", useSinon({ toFake: jestsList }, () => byElapse)],
];

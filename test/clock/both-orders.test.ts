import FakeTimers from '@sinonjs/fake-timers';
import { beforeAll, expect, test, vi } from 'vitest';
import { simulate } from '../../src/index.ts';
import { differences, takeInventory } from './inventory.ts';

/** What the interceptor leaves in the process once it has been loaded is no affair of the clock. */
beforeAll(async () => {
  const sim = await simulate();
  await sim.stop();
});

interface Kind {
  readonly name: string;
  readonly fake: () => () => void;
  /** `performance.now` of `node:perf_hooks`: sinon keeps what it found where nobody can reach it. Ours there is inert. */
  readonly keepsOurs: readonly string[];
}

const kinds: readonly Kind[] = [
  {
    name: 'vitest',
    fake: () => {
      vi.useFakeTimers();
      return () => void vi.useRealTimers();
    },
    keepsOurs: [],
  },
  {
    name: 'sinon',
    fake: () => {
      const clock = FakeTimers.install({ toNotFake: ['nextTick', 'queueMicrotask'] });
      return () => clock.uninstall();
    },
    keepsOurs: ['performance.now'],
  },
];

test.each(kinds)(
  'fake timers of $name, simulation, end of it: they are as they were, and end as usual',
  async ({ fake }) => {
    const before = takeInventory();
    const unfake = fake();
    const faked = takeInventory();

    const sim = await simulate();
    const during = takeInventory();
    await sim.stop();
    const after = takeInventory();
    unfake();

    expect(differences(faked, during)).toContain('AbortSignal.timeout');
    expect(differences(faked, during)).not.toContain('globalThis.setTimeout');
    expect(differences(faked, after)).toEqual([]);
    expect(differences(before, takeInventory())).toEqual([]);
  },
);

test.each(kinds)(
  'fake timers of $name, simulation, end of the fake timers, end of the simulation',
  async ({ fake }) => {
    const before = takeInventory();
    const unfake = fake();
    const sim = await simulate();

    unfake();
    await sim.stop();

    expect(differences(before, takeInventory())).toEqual([]);
  },
);

test.each(kinds)('simulation, fake timers of $name, end of them, end of it', async ({ fake }) => {
  const before = takeInventory();
  const sim = await simulate();

  fake()();
  await sim.stop();

  expect(differences(before, takeInventory())).toEqual([]);
});

test.each(kinds)('simulation, fake timers of $name, end of it, end of them', async ({ fake, keepsOurs }) => {
  const before = takeInventory();
  const sim = await simulate();
  const unfake = fake();
  const faked = takeInventory();

  await sim.stop();
  const still = differences(faked, takeInventory());
  unfake();

  expect(still).not.toContain('globalThis.setTimeout');
  expect(differences(before, takeInventory())).toEqual(keepsOurs);
});

test('two simulations on the same fake timers, the first to come the first to go', async () => {
  vi.useFakeTimers();
  const { clock } = setTimeout as unknown as { readonly clock: Record<'setTimeout' | 'setImmediate', unknown> };
  const before = takeInventory();
  const theirs = { ...clock };

  const [first, second] = [await simulate(), await simulate()];
  await first.stop();
  await second.stop();
  const after = takeInventory();
  const left = [clock.setTimeout, clock.setImmediate, vi.getTimerCount()];
  vi.useRealTimers();

  expect(differences(before, after)).toEqual([]);
  expect(left).toEqual([theirs.setTimeout, theirs.setImmediate, 0]);
});

test('in real time no clock and no timer is replaced: all there is keeps hosts from the network', async () => {
  const before = takeInventory();

  const sim = await simulate({ clock: 'real', transport: 'none' });
  const during = takeInventory();
  await sim.stop();

  // And one listens for the end of the process, to tell of a simulation that was never stopped.
  expect(differences(before, during)).toEqual([
    'process._eventsCount',
    'Socket.prototype._writev',
    'Socket.prototype._write',
  ]);
});

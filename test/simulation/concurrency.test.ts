import { setImmediate as turn } from 'node:timers/promises';
import FakeTimers from '@sinonjs/fake-timers';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { simulate, type Simulation } from '../../src/index.ts';
import type { SimulateOptions } from '../../src/simulation/options.ts';
import { bearer, create, list, queriesOf, sleep } from './calls.ts';

/** Requests under way together, when nobody drives time, or somebody else does. (Limits, interface C) */

afterEach(() => {
  vi.useRealTimers();
});

const ten = Array.from({ length: 10 }, (_, index) => index);

const listTen = async ({ env }: Simulation): Promise<readonly number[]> =>
  (await Promise.all(ten.map(() => list(env, '00000000-0000-4000-8000-000000000000')))).map(({ status }) => status);

const throttled = (statuses: readonly number[]): number => statuses.filter((status) => status === 429).length;

describe.each<NonNullable<SimulateOptions['transport']>>(['sockets', 'fetch', 'server'])('%s', (transport) => {
  test('outside of a run ten lists at once are five too many, and one after the other none', async () => {
    await using sim = await simulate({ transport });
    await using other = await simulate({ transport });

    const statuses = await listTen(sim);
    const alone: number[] = [];
    for (const _ of ten) alone.push((await list(other.env, 'x')).status);

    expect([throttled(statuses), throttled(alone)]).toEqual([5, 0]);
    expect(sim.elapsed).toBe(0);
  });

  test('while time is held answers come all the same, and the limit holds', async () => {
    await using sim = await simulate({ transport });
    const release = sim.hold('a test');

    const statuses = await sim.run(() => {
      const told = listTen(sim);
      void told.then(release);
      return told;
    });

    expect(throttled(statuses)).toBe(5);
  });

  test('a client that takes turn after turn while it waits gets its answer', async () => {
    await using sim = await simulate({ transport });
    const answers: unknown[] = [];

    void create(sim.env).then((answer) => answers.push(answer));
    while (answers.length === 0) await turn();

    expect(sim.queries).toHaveLength(1);
  });

  test.each([
    ['vitest', () => vi.useFakeTimers(), () => vi.useRealTimers()],
    ['sinon', () => FakeTimers.install({ toNotFake: ['nextTick', 'queueMicrotask'] }), undefined],
  ] as const)('on the fake timers of %s ten lists at once are five too many, driven or not', async (_name, on, off) => {
    const clock = on();
    try {
      await using sim = await simulate({ transport });

      const undriven = await listTen(sim);
      const driven = await sim.run(async () => {
        await sleep(1000);
        return listTen(sim);
      });

      expect([throttled(undriven), throttled(driven)]).toEqual([5, 5]);
    } finally {
      if (off === undefined && 'uninstall' in clock) clock.uninstall();
      else off?.();
    }
  });

  test('simulations side by side count for themselves', async () => {
    await using one = await simulate({ transport });
    await using other = await simulate({ transport });

    const both = await Promise.all([one.run(() => listTen(one)), other.run(() => listTen(other))]);

    expect(both.map(throttled)).toEqual([5, 5]);
  });
});

test('a simulation that is stopped while a request is on its way lets it go', async () => {
  const sim = await simulate({ transport: 'fetch' });
  const sent = create(sim.env);

  await sim.stop();

  expect((await sent).status).toBe(201);
});

test('a request whose client hangs up before it is let in has arrived, and its end stands in the trace', async () => {
  await using sim = await simulate({ transport: 'fetch' });
  const hangUp = new AbortController();
  const headers = bearer(sim.env.customer.accessToken);

  const sent = fetch(queriesOf(sim.env), { method: 'POST', headers, signal: hangUp.signal }).catch(
    (error: Error) => error.name,
  );
  await Promise.resolve();
  hangUp.abort();
  const outcome = await sent;
  await sim.elapse('1s');

  expect(outcome).toBe('AbortError');
  expect(sim.queries).toHaveLength(1);
  expect(sim.trace.entries.map(({ kind }) => kind)).toEqual(['began', 'request', 'hungUp', 'transition', 'answer']);
});

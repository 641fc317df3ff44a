import { runInNewContext } from 'node:vm';
import FakeTimers from '@sinonjs/fake-timers';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { lookForFakesIn } from '../../src/clock/fake-timers.ts';
import { simulate, type SimulateOptions } from '../../src/index.ts';
import { create, sleep } from '../simulation/calls.ts';
import { rejection } from './begin.ts';

afterEach(() => {
  vi.useRealTimers();
});

const now = '2026-01-01T00:00:00.000Z';

test.each<{ name: string; fake?: () => unknown; options?: SimulateOptions; code: string; says: string }>([
  { name: 'a clock that there is not', options: { clock: 'fake' as 'own' }, code: 'BAD_OPTION', says: '"adopt"' },
  {
    name: 'to adopt what is not there',
    options: { clock: 'adopt' },
    code: 'FAKE_TIMERS_MISSING',
    says: 'useFakeTimers',
  },
  {
    name: 'a time of its own beside fake timers',
    fake: () => vi.useFakeTimers(),
    options: { clock: 'own' },
    code: 'FAKE_TIMERS_ACTIVE',
    says: 'vi.useRealTimers()',
  },
  {
    name: 'faked queueMicrotask',
    fake: () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'queueMicrotask'] }),
    code: 'FAKE_TIMERS_HANG',
    says: "doNotFake: ['queueMicrotask']",
  },
  {
    name: 'faked Date alone',
    fake: () => vi.useFakeTimers({ toFake: ['Date'] }),
    code: 'FAKE_TIMERS_ACTIVE',
    says: 'fake setTimeout, too',
  },
  {
    name: 'faked timers alone',
    fake: () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }),
    code: 'FAKE_TIMERS_ACTIVE',
    says: 'fake Date, too',
  },
  {
    name: 'an epoch that the fake timers do not share',
    fake: () => vi.useFakeTimers({ now: Date.parse(now) }),
    options: { epoch: '2026-02-01T00:00:00.000Z' },
    code: 'BAD_OPTION',
    says: "vi.setSystemTime('2026-02-01T00:00:00.000Z')",
  },
])('$name: $code', async ({ fake, options, code, says }) => {
  fake?.();

  const error = await rejection(simulate(options));

  expect(error).toMatchObject({ name: 'Misuse', code, message: expect.stringContaining(says) });
});

test('faked nextTick: FAKE_TIMERS_HANG', async () => {
  const clock = FakeTimers.install({});
  const refused = rejection(simulate());
  // In the same turn: a message of vitest puts back, a tick later, the nextTick that it found.
  clock.uninstall();

  expect(await refused).toMatchObject({
    code: 'FAKE_TIMERS_HANG',
    message: expect.stringContaining('take nextTick and queueMicrotask out'),
  });
});

test.each([undefined, 'adopt'] as const)('clock %s with fake timers: they say what time it is', async (clock) => {
  vi.useFakeTimers({ now: Date.parse(now) });

  await using sim = await simulate({ epoch: now, ...(clock !== undefined && { clock }) });
  await sim.elapse('1h');

  expect(new Date().toISOString()).toBe('2026-01-01T01:00:00.000Z');
});

test('a saved world goes on at the time of the fake timers, unless that is before it was saved', async () => {
  const first = await simulate({ epoch: now });
  await first.run(() => create(first.env));
  const from = first.snapshot();
  await first.stop();

  vi.useFakeTimers({ now: Date.parse(now) - 1 });
  const refused = await rejection(simulate({ from }));
  vi.setSystemTime(Date.parse(now) + 599_999);
  await using sim = await simulate({ from });
  const before = sim.queries.map(({ state }) => state);
  vi.advanceTimersByTime(1);

  expect(refused).toMatchObject({ code: 'BAD_OPTION', message: expect.stringContaining('simulate({ from })') });
  expect([before, sim.queries.map(({ state }) => state)]).toEqual([['inProgress'], ['completed']]);
});

test('a Date that is set, and nothing else, is no fake timers: time is virtual all the same', async () => {
  vi.setSystemTime(0);

  await using sim = await simulate({ epoch: now });
  const instants = await sim.run(async () => {
    await sleep(1000);
    return [Date.now(), new Date().getTime()];
  });

  expect(instants).toEqual([Date.parse(now) + 1000, Date.parse(now) + 1000]);
});

test('fake timers that another realm has are found there', async () => {
  const realm = runInNewContext('globalThis') as typeof globalThis;
  Object.assign(realm, { setTimeout, clearTimeout, setInterval, clearInterval });
  const clock = FakeTimers.withGlobal(realm).install({ now: Date.parse(now), ignoreMissingTimers: true });
  onTestFinished(lookForFakesIn(realm));

  await using sim = await simulate();
  await create(sim.env);
  clock.tick(600_000);

  expect(sim.queries.map(({ state }) => state)).toEqual(['completed']);
});

test('in real time, virtual or faked time around it does not matter', async () => {
  vi.useFakeTimers({ now: Date.parse(now) });

  await using sim = await simulate({ clock: 'real', customer: { collects: '20ms' } });
  const notified = new Promise((resolve) => sim.env.onNotification(() => (resolve(sim.elapsed), new Response())));
  await create(sim.env);
  const elapsed = await notified;

  expect(elapsed).toBeGreaterThanOrEqual(20);
  expect(Date.now()).toBe(Date.parse(now));
});

test('real time cannot be moved, nor held, and sleep is sleep', async () => {
  await using sim = await simulate({ clock: 'real', epoch: now });
  sim.hold('nothing');

  const refused = await rejection(sim.elapse('1h'));
  const elapsed = await sim.run(async () => {
    await sleep(5);
    return sim.elapsed;
  });

  expect(refused).toMatchObject({ code: 'CLOCK_NOT_OURS', message: expect.stringContaining('real time') });
  expect(elapsed).toBeGreaterThanOrEqual(4);
});

test('what is due in real time does not keep the process from ending, and is over with the simulation', async () => {
  const count = (): number => process.getActiveResourcesInfo().filter((type) => type === 'Timeout').length;
  const before = count();
  const sim = await simulate({ clock: 'real' });
  const pending = rejection(sim.run(() => new Promise(() => undefined)));
  await create(sim.env);

  // Not exactly: a timer of the runner may have ended.
  expect(count()).toBeLessThanOrEqual(before);
  await sim.stop();
  expect(await pending).toMatchObject({ code: 'DISPOSED' });
});

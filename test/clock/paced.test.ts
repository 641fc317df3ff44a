import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { PacedTimeline } from '../../src/clock/paced-timeline.ts';
import { paceOf } from '../../src/clock/pace.ts';
import type { Timeline } from '../../src/clock/timeline.ts';
import { simulate } from '../../src/simulate.ts';
import { ms } from '../../src/spec/time.ts';
import { create } from '../simulation/calls.ts';

const begin = (clock: unknown, isBusy = () => false): Timeline => {
  const pace = paceOf(clock, 'test');
  if (pace === undefined) throw new Error('no pace');
  return new PacedTimeline({ epoch: 0, label: 'paced', isBusy }, pace);
};

const tick = (timeline: Timeline, ...times: readonly number[]): number[] => {
  const seen: number[] = [];
  for (const time of times) timeline.at(time, () => seen.push(timeline.now()));
  return seen;
};

test.each(['leaping', 'real', { scaled: 60 }])(
  'what is due in the very instant in which a run ends happens before it is over, on a clock that is %j',
  async (clock) => {
    const timeline = begin(clock);
    const seen: number[] = [];

    const seenAtEnd = await timeline
      .run(async () => {
        const sleeping = timeline.sleepUntil(20);
        timeline.at(20, () => seen.push(20));
        await sleeping;
      })
      .then(() => [...seen]);
    await timeline.dispose();

    expect(seenAtEnd).toEqual([20]);
  },
);

test('a manual clock stands still; moved, everything due happens at its instant, in order', async () => {
  const timeline = begin('manual');
  const seen = tick(timeline, ms('2h'), ms('1h'), ms('3h'));
  await sleep(10);
  const stood = timeline.now();

  await timeline.elapse(ms('2h'));

  expect([stood, ...seen, timeline.now()]).toEqual([0, ms('1h'), ms('2h'), ms('2h')]);
  expect(timeline.nextDue()).toBe(ms('3h'));
  await timeline.dispose();
});

test('what is due at once happens on a clock that stands still, too', async () => {
  const timeline = begin('manual');
  const seen = tick(timeline, 0);

  await expect.poll(() => seen).toEqual([0]);
  await timeline.dispose();
});

test('a scaled clock passes so many times as fast, and can be moved besides', async () => {
  const began = performance.now();
  const timeline = begin({ scaled: 3600 });
  const seen = tick(timeline, ms('1m'));
  await expect.poll(() => seen.length, { interval: 1 }).toBe(1);
  const real = performance.now() - began;
  await timeline.elapse(ms('5h'));

  expect(real).toBeGreaterThanOrEqual(16);
  expect(seen[0]).toBe(ms('1m'));
  expect(timeline.now()).toBeGreaterThanOrEqual(ms('5h') + ms('1m'));
  await timeline.dispose();
});

test('a movable clock passes as real time does, and stands still while it is moved', async () => {
  const timeline = begin('movable');
  const seen = tick(timeline, ms('1h'));
  await sleep(20);
  const before = timeline.now();

  await timeline.elapse(ms('1h'));

  expect(before).toBeGreaterThanOrEqual(18);
  expect(seen).toEqual([ms('1h')]);
  expect(timeline.now()).toBeGreaterThanOrEqual(before + ms('1h'));
  await timeline.dispose();
});

test('at each due time that is met on the way, it waits until what that brought about is over', async () => {
  let busy = false;
  const timeline = begin('manual', () => busy);
  const seen: string[] = [];
  timeline.at(ms('10m'), () => {
    busy = true;
    seen.push(`posted at ${timeline.now()}`);
    setTimeout(() => {
      seen.push(`answered at ${timeline.now()}`);
      busy = false;
    }, 50);
  });
  timeline.at(ms('20m'), () => seen.push(`next at ${timeline.now()}`));

  await timeline.elapse(ms('1h'));

  expect(seen).toEqual(['posted at 600000', 'answered at 600000', 'next at 1200000']);
  await timeline.dispose();
});

test('a leap waits for nobody: who is asleep does not answer', async () => {
  const timeline = begin('manual', () => true);
  const seen = tick(timeline, ms('1h'), ms('2h'));
  const began = performance.now();

  await timeline.leap(ms('3h'));

  expect(seen).toEqual([ms('1h'), ms('2h')]);
  expect(timeline.now()).toBe(ms('3h'));
  expect(performance.now() - began).toBeLessThan(1000);
  await timeline.dispose();
});

test('what would get to a client that sleeps waits until it is awake, after a leap that failed, too', async () => {
  const timeline = begin('manual');
  const seen: unknown[] = [];
  timeline.at(ms('1h'), () => void timeline.awake()?.then(() => seen.push(timeline.now())));

  await timeline.leap(ms('3h'));
  await expect(timeline.leap(-1)).rejects.toMatchObject({ code: 'BAD_OPTION' });

  await vi.waitFor(() => expect(seen).toEqual([ms('3h')]));
  expect(timeline.awake()).toBeUndefined();
  await timeline.dispose();
});

test('a leaping clock goes to where the sleep of a client ends, by way of all that is due before', async () => {
  const timeline = begin('leaping');
  const seen = tick(timeline, ms('30m'));

  await timeline.sleepUntil(ms('1h'));

  expect(seen).toEqual([ms('30m')]);
  expect(timeline.now()).toBeGreaterThanOrEqual(ms('1h'));
  expect(timeline.now()).toBeLessThan(ms('1h') + 1000);
  await timeline.dispose();
});

test('of several who sleep, the one who wakes first is awake for the others as long as it asks for anything', async () => {
  let busy = false;
  const timeline = begin('leaping', () => busy);
  const woken: string[] = [];
  const late = timeline
    .sleepUntil(ms('5h'))
    .then(() => woken.push(`late, at ${Math.floor(timeline.now() / ms('1h'))}h`));
  await timeline.sleepUntil(ms('1h'));
  busy = true;
  await sleep(50);
  woken.push(`early, at ${Math.floor(timeline.now() / ms('1h'))}h`);
  busy = false;
  await late;

  expect(woken).toEqual(['early, at 1h', 'late, at 5h']);
  await timeline.dispose();
});

test('a client that hangs up sleeps no more, and time leaps for nobody', async () => {
  const timeline = begin('leaping', () => true);
  const gone = new AbortController();
  const asleep = timeline.sleepUntil(ms('1h'), gone.signal);
  gone.abort();
  await asleep;
  await timeline.sleepUntil(ms('2h'), AbortSignal.abort());

  expect(timeline.now()).toBeLessThan(1000);
  await timeline.dispose();
});

test('while there is a hold, it is not moved', async () => {
  const timeline = begin('manual');
  const release = timeline.hold('work that nobody sees');
  let isOver = false;
  const moved = timeline.elapse(ms('1h')).then(() => (isOver = true));
  await sleep(30);
  const was = [timeline.now(), isOver];
  release();
  await moved;

  expect(was).toEqual([0, false]);
  expect(timeline.now()).toBe(ms('1h'));
  await timeline.dispose();
});

test('what is pending when the simulation is over rejects with DISPOSED', async () => {
  const timeline = begin('manual', () => true);
  const all = [timeline.elapse(ms('1h')), timeline.sleepUntil(ms('1h')), timeline.run(() => new Promise(() => {}))];
  const settled = Promise.allSettled(all);

  await timeline.dispose();

  expect((await settled).map((one) => one.status === 'rejected' && one.reason.code)).toEqual(
    Array.from({ length: 3 }, () => 'DISPOSED'),
  );
});

test.each(['manual', 'movable', { scaled: 60 }] as const)(
  'a simulation on a clock that is %j lets an hour pass at once, with a real server',
  async (clock) => {
    await using sim = await simulate({ clock, transport: 'server', customer: { collects: '30m' } });
    const heard: number[] = [];
    sim.env.onNotification(() => {
      heard.push(sim.elapsed);
      return new Response(null, { status: 204 });
    });
    await create(sim.env);

    await sim.elapse('1h');

    expect(sim.queries.map(({ state }) => state)).toEqual(['completed']);
    expect(heard).toHaveLength(1);
    expect(heard[0]).toBeLessThan(ms('31m'));
  },
);

test.each([['fast'], [{ scaled: 0 }], [{ scaled: '60' }], [{}]])('%j is no clock', async (clock) => {
  await expect(simulate({ clock: clock as never })).rejects.toMatchObject({ code: 'BAD_OPTION' });
});

test('sim.sleep says that a client out of reach sleeps; virtual time of its own is not moved by that', async () => {
  await using sim = await simulate({ clock: 'leaping', transport: 'none' });
  await sim.sleep('3h');
  await using own = await simulate({ transport: 'none' });
  const asleep = own.sleep('3h');
  await own.elapse('3h');
  await asleep;

  expect(sim.elapsed).toBeGreaterThanOrEqual(ms('3h'));
  expect(own.elapsed).toBe(ms('3h'));
  await expect(sim.sleep('3 hours')).rejects.toMatchObject({ code: 'BAD_DURATION' });
});

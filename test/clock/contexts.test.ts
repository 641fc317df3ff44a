import { AsyncLocalStorage } from 'node:async_hooks';
import { expect, test } from 'vitest';
import { createTimeline } from '../../src/clock/create-timeline.ts';
import { epoch, onTimeline, openTimeline, passed, sleep } from './begin.ts';

test('timers made outside a simulation stay real while it runs', async () => {
  await using timeline = openTimeline();
  let hasFired = false;
  const real = setTimeout(() => (hasFired = true), 3_600_000);

  await timeline.run(() => sleep(7_200_000));

  expect(hasFired).toBe(false);
  expect(real.constructor.name).toBe('Timeout');
  clearTimeout(real);
});

const beats = async (length: number): Promise<number[]> =>
  onTimeline((timeline) =>
    timeline.run(async () => {
      const seen: number[] = [];
      for (let beat = 0; beat < 20; beat++) {
        await sleep(length);
        seen.push(passed());
      }
      return seen;
    }),
  );

test('simulations side by side keep their own exact time', async () => {
  const all = await Promise.all([7, 1000, 86_399_999].map(beats));

  for (const [index, length] of [7, 1000, 86_399_999].entries()) {
    expect(all[index]).toEqual(Array.from({ length: 20 }, (_, beat) => length * (beat + 1)));
  }
});

test('a simulation inside another moves its own time only, and the outer one waits for it', () =>
  onTimeline(async (outer) => {
    let outerBeats = 0;

    const instants = await outer.run(async () => {
      setInterval(() => outerBeats++, 10);
      await sleep(5);
      const inner = await onTimeline(async (timeline) => {
        await timeline.run(() => sleep(1_000_000));
        return timeline.now();
      });
      return [inner, Date.now()];
    });

    expect(instants).toEqual([epoch + 1_000_000, epoch + 5]);
    expect(outerBeats).toBe(0);
  }));

test('a callback runs in the async context its timer was made in', async () => {
  await using timeline = openTimeline();
  const storage = new AsyncLocalStorage<string>();

  const seen = await timeline.run(() =>
    Promise.all(
      ['one', 'two'].map((name) =>
        storage.run(name, () => new Promise((resolve) => void setTimeout(() => resolve(storage.getStore()), 10))),
      ),
    ),
  );

  expect(seen).toEqual(['one', 'two']);
});

test('what begins when somebody awaits it, as a request of superagent does, begins in the time of the run', async () => {
  await using timeline = openTimeline();
  const request = (): PromiseLike<number> => ({
    // oxlint-disable-next-line unicorn/no-thenable -- it is what such libraries return
    then: (...then) =>
      sleep(500)
        .then(passed)
        .then(...then),
  });

  expect(await timeline.run(request)).toBe(500);
});

test('enter lends the time to a callback from elsewhere', async () => {
  await using timeline = openTimeline();
  let fired: number | undefined;
  timeline.enter(() => void setTimeout(() => (fired = Date.now()), 500));

  await timeline.elapse(1000);

  expect(fired).toBe(epoch + 500);
});

test('refresh moves a timer to the clock of whoever refreshes it', () =>
  onTimeline(async (first) => {
    const fired: number[] = [];
    const timer = first.enter(() => setTimeout(() => fired.push(Date.now()), 100));
    await first.elapse(1_000_000);

    await onTimeline(async (second) => {
      await second.run(async () => {
        timer.refresh();
        await sleep(150);
      });
      await first.elapse(1000);
    });

    expect(fired).toEqual([epoch + 100, epoch + 100]);
  }));

test("a refresh from outside stays with a living timer's own clock", async () => {
  await using timeline = openTimeline();
  const fired: number[] = [];
  const timer = timeline.enter(() => setTimeout(() => fired.push(Date.now()), 100));
  await timeline.elapse(60);
  timer.refresh();

  await timeline.elapse(100);

  expect(fired).toEqual([epoch + 160]);
});

test('a timer of a simulation that is over can be refreshed, on real time', async () => {
  const timer = await onTimeline(async (timeline) => {
    let fire: (() => void) | undefined;
    const made = timeline.enter(() => setTimeout(() => fire?.(), 1));
    await timeline.elapse(1);
    return { made, fired: new Promise<void>((resolve) => (fire = resolve)) };
  });

  timer.made.refresh();

  await expect(timer.fired).resolves.toBeUndefined();
});

test('and it can be closed there', async () => {
  const fired: string[] = [];
  const timer = await onTimeline(async (timeline) => {
    const made = timeline.enter(() => setTimeout(() => fired.push('again'), 1));
    await timeline.elapse(1);
    fired.length = 0;
    return made;
  });

  timer.refresh();
  timer.close();
  // Timers of one length fire in the order in which they were set.
  await new Promise((resolve) => void setTimeout(resolve, 1));

  expect(fired).toEqual([]);
});

test("undici's one timer serves simulation after simulation", async () => {
  const ticks: number[] = [];
  let timer: NodeJS.Timeout | undefined;
  // The shape by which undici's timer is known: its name, its delay, and that it is only ever refreshed.
  const onTick = (): void => {
    ticks.push(passed());
  };
  const useTimer = async (): Promise<void> => {
    if (timer === undefined) timer = setTimeout(onTick, 499);
    else timer.refresh();
    await sleep(600);
  };

  for (let simulation = 0; simulation < 3; simulation++) await onTimeline((timeline) => timeline.run(useTimer));

  expect(ticks).toEqual([499, 499, 499]);
});

test("undici's timer, when real and refreshed inside, ticks in virtual time and goes back to real time", async () => {
  const ticks: string[] = [];
  let tell: (() => void) | undefined;
  const onTick = (): void => {
    ticks.push(passed() === 499 ? 'virtual' : 'real');
    tell?.();
  };
  const timer = setTimeout(onTick, 499).unref();

  await onTimeline(async (timeline) => {
    await timeline.run(async () => {
      timer.refresh();
      await sleep(600);
    });
  });
  const back = new Promise<void>((resolve) => (tell = resolve));
  timer.ref();
  await back;

  expect(ticks).toEqual(['virtual', 'real']);
});

test("undici's timer, once it is cleared, does not go on when its simulation is over", async () => {
  const first = createTimeline({ epoch, label: 'first' });
  const ticks: number[] = [];
  const onTick = (): void => void ticks.push(passed());
  clearTimeout(first.enter(() => setTimeout(onTick, 499)));

  await onTimeline(async (second) => {
    await first.dispose();
    await second.run(() => sleep(500));
  });

  expect(ticks).toEqual([]);
});

test("a timer of a client's own that is named as undici's is gets its arguments and its time", async () => {
  const ticks: unknown[] = [];
  const onTick = (...given: readonly unknown[]): void => void ticks.push([passed(), ...given]);

  await onTimeline((timeline) =>
    timeline.run(async () => {
      setTimeout(onTick, 499, 'first', 2);
      setTimeout(onTick, 499);
      await sleep(500);
    }),
  );

  expect(ticks).toEqual([[499, 'first', 2], [499]]);
});

test("undici's timer goes on when the simulation it ticks in is over", async () => {
  const first = createTimeline({ epoch, label: 'first' });
  const ticks: number[] = [];
  const onTick = (): void => void ticks.push(passed());
  first.enter(() => setTimeout(onTick, 499));

  await onTimeline(async (second) => {
    await first.dispose();
    await second.run(() => sleep(500));
  });

  expect(ticks).toEqual([499]);
});

import * as timers from 'node:timers';
import { clearTimeout as namedClearTimeout, setTimeout as namedSetTimeout } from 'node:timers';
import { promisify } from 'node:util';
import { expect, test, vi } from 'vitest';
import { whenClientGoesOn } from '../../src/clock/client-progress.ts';
import { openTimeline, passed, sleep } from './begin.ts';

test('a timer fires at its exact instant', async () => {
  await using timeline = openTimeline();
  const instants = await timeline.run(async () => {
    const seen: number[] = [];
    for (const delay of [1, 999, 3_599_000, 86_400_000]) {
      await sleep(delay);
      seen.push(passed());
    }
    return seen;
  });

  expect(instants).toEqual([1, 1000, 3_600_000, 90_000_000]);
});

test('timers fire in the order of their instants, those of one instant in the order they were made', async () => {
  await using timeline = openTimeline();
  const order: string[] = [];

  await timeline.run(async () => {
    for (const [name, delay] of [
      ['c', 30],
      ['a', 10],
      ['d', 30],
      ['b', 20],
    ] as const) {
      setTimeout(() => order.push(name), delay);
    }
    await sleep(40);
  });

  expect(order.join('')).toBe('abcd');
});

test('an interval keeps its beat until it is cleared', async () => {
  await using timeline = openTimeline();
  const beats: number[] = [];

  await timeline.run(async () => {
    const interval = setInterval(() => beats.push(passed()), 250);
    await sleep(1000);
    clearInterval(interval);
    await sleep(1000);
  });

  expect(beats).toEqual([250, 500, 750]);
});

test('an interval that starts itself anew keeps its beat', async () => {
  await using timeline = openTimeline();
  const beats: number[] = [];

  await timeline.run(async () => {
    const interval = setInterval(() => {
      beats.push(passed());
      interval.refresh();
    }, 250);
    await sleep(1000);
    clearInterval(interval);
  });

  expect(beats).toEqual([250, 500, 750]);
});

test('an interval in the background does not keep a run from ending', async () => {
  await using timeline = openTimeline();
  await timeline.run(() => void setInterval(() => undefined, 10));

  expect(timeline.now()).toBe(Date.UTC(2026, 0, 1));
});

test.each([
  [0, 1],
  [-5, 1],
  [Number.NaN, 1],
  [1.9, 1],
  [2 ** 31, 1],
  ['20', 20],
])('a delay of %s is %s ms, as in Node', async (delay, expected) => {
  await using timeline = openTimeline();
  const instant = await timeline.run(
    () => new Promise((resolve) => void setTimeout(() => resolve(passed()), delay as number)),
  );

  expect(instant).toBe(expected);
});

test('a loop of zero delays lets time pass', async () => {
  await using timeline = openTimeline();
  const turns = await timeline.run(async () => {
    const events: string[] = [];
    setTimeout(() => events.push('over'), 100);
    let count = 0;
    for (; !events.includes('over'); count++) await sleep(0);
    return count;
  });

  expect(turns).toBe(100);
});

test('arguments reach the callback', async () => {
  await using timeline = openTimeline();
  const given = await timeline.run(
    () => new Promise((resolve) => void setTimeout((...args: unknown[]) => resolve(args), 5, 'a', 2)),
  );

  expect(given).toEqual(['a', 2]);
});

test('named imports and the module of timers are virtual, and are the same functions as the globals', async () => {
  await using timeline = openTimeline();
  const instant = await timeline.run(
    () =>
      new Promise((resolve) => {
        namedClearTimeout(namedSetTimeout(() => resolve('cleared too late'), 100));
        timers.setTimeout(() => resolve(passed()), 60_000);
      }),
  );

  expect(instant).toBe(60_000);
  expect(timers.setTimeout).toBe(globalThis.setTimeout);
});

test('a promisified timeout is virtual', async () => {
  await using timeline = openTimeline();
  const value = await timeline.run(async () => [await promisify(setTimeout)(60_000, 'done'), passed()]);

  expect(value).toEqual(['done', 60_000]);
});

test('clearing works by object, by number, by text, by close and by dispose', async () => {
  await using timeline = openTimeline();
  const fired: string[] = [];
  const make = (name: string): NodeJS.Timeout => setTimeout(() => fired.push(name), 10);

  await timeline.run(async () => {
    clearTimeout(make('object'));
    clearTimeout(Number(make('number')));
    clearInterval(`${Number(make('text'))}`);
    make('close').close();
    make('dispose')[Symbol.dispose]();
    make('kept');
    await sleep(20);
  });

  expect(fired).toEqual(['kept']);
});

test('a timer knows whether it is referenced, and can be unreferenced in a chain', async () => {
  await using timeline = openTimeline();
  const states = await timeline.run(() => {
    const timer = setTimeout(() => undefined, 10);
    return [timer.hasRef(), timer.unref().hasRef(), timer.ref().hasRef()];
  });

  expect(states).toEqual([true, false, true]);
});

test('refresh starts a timer anew, also one that has fired, but not one that was cleared', async () => {
  await using timeline = openTimeline();
  const fired: string[] = [];

  await timeline.run(async () => {
    const running = setTimeout(() => fired.push(`running ${passed()}`), 100);
    const over = setTimeout(() => fired.push(`over ${passed()}`), 10);
    const cleared = setTimeout(() => fired.push('cleared'), 100);
    await sleep(50);
    clearTimeout(cleared);
    for (const timer of [running, over, cleared]) timer.refresh();
    await sleep(200);
  });

  expect(fired).toEqual(['over 10', 'over 60', 'running 150']);
});

test('a callback that is none is refused in the words of Node', async () => {
  await using timeline = openTimeline();
  const refused = timeline.run(() => void Reflect.apply(setTimeout, undefined, [42, 1]));

  await expect(refused).rejects.toMatchObject({ code: 'ERR_INVALID_ARG_TYPE' });
});

const untouched = (): unknown[] => [setImmediate, Reflect.get(process, 'nextTick'), queueMicrotask];

test('setImmediate, nextTick and queueMicrotask stay as they are', async () => {
  await using timeline = openTimeline();
  const before = untouched();

  const during = await timeline.run(untouched);

  expect(during).toEqual(before);
});

test('a client goes on by a timer that it sets, though it clears one that has fired; not by one that it takes off again', async () => {
  await using timeline = openTimeline();
  const [set, takenOff] = [vi.fn<() => void>(), vi.fn<() => void>()];

  await timeline.run(async () => {
    const fired = setTimeout(() => undefined, 1);
    await sleep(2);
    whenClientGoesOn(set);
    clearTimeout(fired);
    await sleep(1);
    whenClientGoesOn(takenOff);
    clearTimeout(setTimeout(() => undefined, 1));
  });

  expect(set).toHaveBeenCalledOnce();
  expect(takenOff).not.toHaveBeenCalled();
});

test('a delay that is no number for Node is refused', async () => {
  await using timeline = openTimeline();
  await expect(timeline.run(() => setTimeout(() => undefined, 10n as never))).rejects.toBeInstanceOf(TypeError);
});

test('a number of a timer is forgotten once it has fired, and not before', async () => {
  await using timeline = openTimeline();
  const fired = await timeline.run(async () => {
    let count = 0;
    const timer = setTimeout(() => void (++count === 1 && timer.refresh()), 10);
    const number = +timer;
    await sleep(15);
    clearTimeout(number);
    await sleep(15);
    const other = setTimeout(() => count++, 10);
    const spent = +other;
    await sleep(15);
    other.refresh();
    clearTimeout(spent);
    await sleep(15);
    return count;
  });

  expect(fired).toBe(3);
});

import { performance as imported } from 'node:perf_hooks';
import { hrtime } from 'node:process';
import { expect, test } from 'vitest';
import { epoch, onTimeline, sleep } from './begin.ts';

test('all ways to ask for the time agree', () =>
  onTimeline(async (timeline) => {
    const answers = await timeline.run(async () => {
      await sleep(3_600_001);
      return {
        now: Date.now(),
        created: new Date().getTime(),
        called: Date(),
        performance: performance.now(),
        imported: imported.now(),
        hrtime: process.hrtime(),
        named: hrtime(),
        bigint: process.hrtime.bigint(),
      };
    });

    expect(answers).toEqual({
      now: epoch + 3_600_001,
      created: epoch + 3_600_001,
      called: new Date(epoch + 3_600_001).toString(),
      performance: 3_600_001,
      imported: 3_600_001,
      hrtime: [3600, 1_000_000],
      named: [3600, 1_000_000],
      bigint: 3_600_001_000_000n,
    });
    expect(timeline.now()).toBe(epoch + 3_600_001);
  }));

test('marks and measures are taken in virtual time, and its beginning added to it is the date', () =>
  onTimeline(async (timeline) => {
    const real = performance.timeOrigin;

    const told = await timeline.run(async () => {
      performance.mark('asked');
      await sleep(90_000);
      const answered = performance.mark('answered');
      return {
        date: performance.timeOrigin + performance.now(),
        mark: answered.startTime,
        given: performance.mark('given', { startTime: 5 }).startTime,
        measures: [
          performance.measure('all'),
          performance.measure('all as well', { detail: 1 }),
          performance.measure('since', 'asked'),
          performance.measure('between', 'asked', 'answered'),
          performance.measure('from', { start: 60_000 }),
          performance.measure('the last', { duration: 2000 }),
          performance.measure('until', { start: 1000, duration: 2000 }),
        ].map(({ startTime, duration }) => [startTime, duration]),
      };
    });

    expect(told).toEqual({
      date: epoch + 90_000,
      mark: 90_000,
      given: 5,
      measures: [
        [0, 90_000],
        [0, 90_000],
        [0, 90_000],
        [0, 90_000],
        [60_000, 30_000],
        [88_000, 2000],
        [1000, 2000],
      ],
    });
    expect(performance.timeOrigin).toBe(real);
  }));

test('hrtime tells the difference to an earlier one', () =>
  onTimeline(async (timeline) => {
    const difference = await timeline.run(async () => {
      await sleep(10);
      const before = process.hrtime();
      await sleep(1500);
      return process.hrtime(before);
    });

    expect(difference).toEqual([1, 500_000_000]);
  }));

test('a Date is a Date, whether it was made inside or outside, from parts, or by a subclass', () =>
  onTimeline(async (timeline) => {
    const outside = new Date(0);

    const [inside, ofParts, special] = await timeline.run(() => {
      class Special extends Date {}
      return [new Date(), new Date(2026, 5, 1, 12), new Special()] as const;
    });

    expect(inside).toBeInstanceOf(Date);
    expect(inside.constructor).toBe(Date);
    expect(outside).toBeInstanceOf(Date);
    expect(ofParts.getHours()).toBe(12);
    expect(special.constructor.name).toBe('Special');
    expect(special.getTime()).toBe(epoch);
    expect(Date.UTC(2026, 0, 1)).toBe(epoch);
  }));

test('outside the simulation the time is real', async () => {
  const before = Date.now();

  await onTimeline(async (timeline) => {
    await timeline.run(() => sleep(86_400_000));
    const real = [Date.now(), new Date().getTime()];

    for (const instant of real) expect(Math.abs(instant - before)).toBeLessThan(60_000);
    expect(timeline.enter(() => Date.now())).toBe(epoch + 86_400_000);
  });
});

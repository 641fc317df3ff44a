import { performance as imported } from 'node:perf_hooks';
import { hrtime, uptime } from 'node:process';
import { expect, test } from 'vitest';
import { epoch, openTimeline, sleep } from './begin.ts';

/** Milliseconds for which the process is taken to have been up when the simulation begins. */
const began = 1050;

test('at the beginning the process has been up for a while, as it has in Node when code of a client runs', async () => {
  await using timeline = openTimeline();
  const told = await timeline.run(() => [
    performance.now(),
    ...process.hrtime(),
    Number(process.hrtime.bigint() / 1_000_000n),
    performance.mark('begun').startTime,
    epoch - performance.timeOrigin,
  ]);

  expect(told).toEqual([began, 1, 50_000_000, began, began, began]);
});

test('all ways to ask for the time agree', async () => {
  await using timeline = openTimeline();
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
      uptime: [process.uptime(), uptime()],
    };
  });

  expect(answers).toEqual({
    now: epoch + 3_600_001,
    created: epoch + 3_600_001,
    called: new Date(epoch + 3_600_001).toString(),
    performance: began + 3_600_001,
    imported: began + 3_600_001,
    hrtime: [3601, 51_000_000],
    named: [3601, 51_000_000],
    bigint: 3_601_051_000_000n,
    uptime: [3601.051, 3601.051],
  });
  expect(timeline.now()).toBe(epoch + 3_600_001);
});

test('marks and measures are taken in virtual time, and its beginning added to it is the date', async () => {
  await using timeline = openTimeline();
  const real = performance.timeOrigin;

  const told = await timeline.run(async () => {
    performance.mark('asked');
    await sleep(90_000);
    const answered = performance.mark('answered');
    return {
      date: performance.timeOrigin + performance.now(),
      mark: answered.startTime - began,
      given: performance.mark('given', { startTime: 5 }).startTime,
      measures: [
        performance.measure('all'),
        performance.measure('all as well', { detail: 1 }),
        performance.measure('since', 'asked'),
        performance.measure('between', 'asked', 'answered'),
        performance.measure('from', { start: 60_000 }),
        performance.measure('the last', { duration: 2000 }),
        performance.measure('until', { start: 1000, duration: 2000 }),
      ].map(({ startTime, duration }) => [startTime, startTime + duration - began]),
    };
  });

  expect(told).toEqual({
    date: epoch + 90_000,
    mark: 90_000,
    given: 5,
    measures: [
      [0, 90_000],
      [0, 90_000],
      [began, 90_000],
      [began, 90_000],
      [60_000, 90_000],
      [began + 88_000, 90_000],
      [1000, 3000 - began],
    ],
  });
  expect(performance.timeOrigin).toBe(real);
});

const inParis = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Paris', dateStyle: 'short', timeStyle: 'short' });

test('a format of dates that is given none tells the virtual one, and others as before', async () => {
  await using timeline = openTimeline();
  await timeline.run(async () => {
    await sleep(3_600_001);
    const format = Reflect.get(inParis, 'format') as (date?: number | null) => string;
    const text = (parts: readonly Intl.DateTimeFormatPart[]): string => parts.map(({ value }) => value).join('');

    expect(format()).toBe(format(epoch + 3_600_001));
    expect(format(undefined)).toBe(format());
    expect(text(inParis.formatToParts())).toBe(text(inParis.formatToParts(epoch + 3_600_001)));
    expect(text(inParis.formatToParts(0))).toContain('1970');
    expect(Reflect.get(inParis, 'format')).toBe(format);
    expect(format(null)).toBe(format(0));
  });
  const [before, real, after] = [inParis.format(Date.now()), inParis.format(), inParis.format(Date.now())];
  expect([before, after]).toContain(real);
  expect(() => Reflect.get(Intl.DateTimeFormat.prototype, 'format')).toThrow(TypeError);
});

interface Temporal {
  readonly Now: Readonly<Record<string, (zone?: string) => { toString(): string }>>;
}

const { Now = {} } = (Reflect.get(globalThis, 'Temporal') ?? {}) as Partial<Temporal>;

test.each([
  ['instant', [], '2026-01-01T01:00:00.001Z'],
  ['zonedDateTimeISO', ['UTC'], '2026-01-01T01:00:00.001+00:00[UTC]'],
  ['plainDateTimeISO', ['Europe/Paris'], '2026-01-01T02:00:00.001'],
  ['plainDateISO', ['America/New_York'], '2025-12-31'],
  ['plainTimeISO', ['Europe/Paris'], '02:00:00.001'],
] as const)('Temporal.Now.%s tells the virtual time, where Node has it', async (name, zone, expected) => {
  await using timeline = openTimeline();
  const told = await timeline.run(async () => {
    await sleep(3_600_001);
    return Now[name]?.(...zone).toString();
  });

  expect(told).toBe(Now[name] === undefined ? undefined : expected);
  expect(Now[name]?.(...zone).toString()).not.toBe(expected);
});

test('Temporal.Now takes the time zone of the process where none is given, and refuses what is none', async () => {
  await using timeline = openTimeline();
  if (Now['instant'] === undefined) return;
  await timeline.run(() => {
    expect(Now['plainDateTimeISO']?.().toString()).toBe(
      Now['plainDateTimeISO']?.(Intl.DateTimeFormat().resolvedOptions().timeZone).toString(),
    );
    expect(() => Now['plainDateISO']?.('nowhere')).toThrow(RangeError);
  });
});

test('hrtime tells the difference to an earlier one', async () => {
  await using timeline = openTimeline();
  const difference = await timeline.run(async () => {
    await sleep(10);
    const before = process.hrtime();
    await sleep(1500);
    return process.hrtime(before);
  });

  expect(difference).toEqual([1, 500_000_000]);
});

test('a Date is a Date, whether it was made inside or outside, from parts, or by a subclass', async () => {
  await using timeline = openTimeline();
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
});

test('outside the simulation the time is real', async () => {
  const before = Date.now();

  await using timeline = openTimeline();
  await timeline.run(() => sleep(86_400_000));
  const real = [Date.now(), new Date().getTime()];

  for (const instant of real) expect(Math.abs(instant - before)).toBeLessThan(60_000);
  expect(timeline.enter(() => Date.now())).toBe(epoch + 86_400_000);
});

import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { httpDate, isoDate, ms, parseDuration, readInstant, showDuration } from '../../src/spec/time.ts';

describe('a duration', () => {
  test.each([
    ['0ms', 0],
    ['0s', 0],
    ['1ms', 1],
    ['500ms', 500],
    ['1.5s', 1500],
    ['0.001s', 1],
    ['0.1s', 100],
    ['90s', 90_000],
    ['3600s', 3_600_000],
    ['5m', 300_000],
    ['61m', 3_660_000],
    ['60m1ms', 3_600_001],
    ['1h', 3_600_000],
    ['1h30m', 5_400_000],
    ['1h 30m', 5_400_000],
    ['1h 0m 0.001s', 3_600_001],
    ['1.5h', 5_400_000],
    ['0.25d', 21_600_000],
    ['2d', 172_800_000],
    ['1d1h1m1s1ms', 90_061_001],
    ['007s', 7000],
    ['104249991d', 9_007_199_222_400_000],
  ])('%j is %d ms', (text, milliseconds) => {
    expect(parseDuration(text)).toBe(milliseconds);
    expect(ms(text)).toBe(milliseconds);
  });

  test.each([
    '',
    ' ',
    '5',
    'm',
    's5',
    '5 m',
    ' 5m',
    '5m ',
    '5m\n',
    '5m\t3s',
    '1h  3m',
    '1h,3m',
    '-5m',
    '+5m',
    '5M',
    '5min',
    '5 minutes',
    '1e3s',
    '0x5s',
    '1_000ms',
    '1,5s',
    '.5s',
    '1.s',
    '1.5.5s',
    '0.5ms',
    '1.0001s',
    '5m5m',
    '5s5m',
    '1m1h',
    '1h30',
    'NaNms',
    'Infinitys',
    '٥m',
    '５m',
    '5m\0',
    '1234567890123ms',
    '0.1234567s',
    '104249992d',
    '999999999999d',
    '1s'.repeat(40),
    '1'.repeat(1_000_000),
    '__proto__',
    '5constructor',
  ])('%j is none', (text) => {
    expect(parseDuration(text)).toBeUndefined();
    expect(() => ms(text)).toThrow(RangeError);
  });

  test('a wrong one leaves nothing behind for the next', () => {
    parseDuration('1h 30x');

    expect(parseDuration('1h')).toBe(3_600_000);
  });

  test('any text is a whole number of milliseconds or nothing', () => {
    const text = fc.oneof(fc.string(), fc.stringMatching(/^(\d{1,13}(\.\d{1,7})?(ms|[dhms]) ?){1,5}$/));
    fc.assert(
      fc.property(text, (sample) => {
        const parsed = parseDuration(sample);
        expect(parsed === undefined || (Number.isSafeInteger(parsed) && parsed >= 0)).toBe(true);
      }),
      { seed: 1 },
    );
  });
});

describe('a shown duration', () => {
  test.each([
    [0, '0.000s'],
    [1, '0.001s'],
    [999, '0.999s'],
    [59_999, '59.999s'],
    [60_000, '1m0.000s'],
    [300_000, '5m0.000s'],
    [3_600_000, '1h0m0.000s'],
    [3_600_001, '1h0m0.001s'],
    [3_660_001, '1h1m0.001s'],
    [90_000_000, '25h0m0.000s'],
  ])('%d ms reads %j', (milliseconds, text) => {
    expect(showDuration(milliseconds)).toBe(text);
  });

  test('reads back as what it was', () => {
    fc.assert(
      fc.property(fc.maxSafeNat(), (milliseconds) => {
        expect(parseDuration(showDuration(milliseconds))).toBe(milliseconds);
      }),
      { seed: 1 },
    );
  });
});

test.each(['2024-02-29T00:00:01.000Z', '2024-02-29T01:00:01+01:00', 'Thu, 29 Feb 2024 00:00:01 GMT'])(
  'the instant %j names, and how HTTP writes it',
  (text) => {
    const instant = Date.UTC(2024, 1, 29, 0, 0, 1);

    expect([readInstant(text), httpDate(instant)]).toEqual([instant, 'Thu, 29 Feb 2024 00:00:01 GMT']);
  },
);

test.each(['', 'soon', '2024-02-30T25:00:00Z'])('%j names no instant', (text) => {
  expect(readInstant(text)).toBeUndefined();
});

test('dates end where those of JavaScript end, at the hundred millionth day, and virtual time may go on', () => {
  const lastDay = 100_000_000 * 86_400_000;

  expect(isoDate(lastDay - 1)).toBe('+275760-09-12T23:59:59.999Z');
  expect(isoDate(lastDay + 1)).toBe('+275760-09-13T00:00:00.000Z');
  expect(httpDate(lastDay + 1)).toBe('Sat, 13 Sep 275760 00:00:00 GMT');
});

import process from 'node:process';
import { afterAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';

const written: string[] = [];
let hintAtTimeOut: (call: string) => () => void;
let now = 0;

beforeEach(async () => {
  written.length = 0;
  vi.resetModules();
  ({ hintAtTimeOut } = await import('../../src/check/time-out-hint.ts'));
  const { realTime } = await import('../../src/clock/real-time.ts');
  vi.spyOn(realTime, 'now').mockImplementation(() => now);
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => written.push(String(text)) > 0);
});
afterAll(() => void vi.restoreAllMocks());

/** What is said when a call gets on after so many real milliseconds, and after as many again. */
const callFor = (milliseconds: number): readonly string[] => {
  now = 0;
  const getOn = hintAtTimeOut('checkClient');
  for (now = milliseconds; now <= 2 * milliseconds; now += milliseconds) getOn();
  return written;
};

const inEnvironment = (name: string, value: string | undefined): void => {
  vi.stubEnv(name, value);
  onTestFinished(() => void vi.unstubAllEnvs());
};

test('a check that is about to run out of the time of its test says once how it is given more', () => {
  expect(callFor(4000)).toEqual([
    "checkClient takes long: if its test times out, give it more time: test('…', body, 60_000), or testTimeout in the configuration of vitest\n",
  ]);
}, 5000);

test('in Jest it names what Jest has', () => {
  inEnvironment('VITEST', undefined);
  inEnvironment('JEST_WORKER_ID', '1');

  expect(callFor(4000).join('')).toContain('testTimeout in the configuration of Jest');
}, 5000);

test('a quick one says nothing', () => {
  expect(callFor(1999)).toEqual([]);
}, 5000);

test('one whose test has more time says nothing', () => {
  expect(callFor(4000)).toEqual([]);
});

test('outside of tests it says nothing', () => {
  inEnvironment('VITEST', undefined);

  expect(callFor(4000)).toEqual([]);
}, 5000);

import { afterEach, expect, test, vi } from 'vitest';
import { checkClient } from '../../src/check/check-client.ts';
import { importWith } from '../rules/clients/reference-client.ts';
import { failureOf } from './found.ts';

afterEach(() => void vi.useRealTimers());

/** Hours of virtual time that fake timers pass count for nothing: real time is what a check is given, and what a client is given up after. */
test('beside fake timers a check gets as far, and gives nobody up', async () => {
  vi.useFakeTimers();

  const report = await checkClient(importWith(), { transport: 'fetch', runs: 12, time: '60s' });

  expect(report).toMatchObject({ runs: 12, givenUp: 0 });
});

test('and shrinks and explains what it finds', async () => {
  const findBroken = () => failureOf(importWith({ patience: Number.POSITIVE_INFINITY }));

  const found = await findBroken();
  vi.useFakeTimers();
  const foundBeside = await findBroken();

  expect(foundBeside.told?.effort).toEqual(found.told?.effort);
  expect(foundBeside.file).toBe(found.file);
});

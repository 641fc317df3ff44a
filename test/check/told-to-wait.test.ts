import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { readInstant } from '../../src/spec/time.ts';
import type { Client } from '../../src/simulation/client-env.ts';
import { importWith } from '../rules/clients/reference-client.ts';
import { checked } from './found.ts';
import { onlyRule } from './only-rule.ts';

/** Waits before a retry as long as it was told to, in its own reading of that. (Assumption `limits.retryAfter`) */
const reading = (wait: (after: string, headers: Headers) => number): Client =>
  importWith({
    fetch: async (url, init) => {
      for (let retries = 0; ; retries++) {
        const response = await fetch(url, init);
        const after = response.headers.get('retry-after');
        if (response.status !== 429 || after === null || retries === 5) return response;
        await response.text();
        await sleep(wait(after, response.headers));
      }
    },
  });

/** By this seed both forms are met. */
const check = (client: Client) =>
  checked(client, { runs: 60, seed: 11, modes: ['recoverable'], rules: onlyRule('C26') });

test.each<readonly [string, Client, string]>([
  ['takes seconds for milliseconds', reading((after) => Number(after) || 1000), 'seconds'],
  ['takes a date for a number', reading((after) => Number(after) * 1000 || 0), 'http-date'],
])('a client that %s in Retry-After is found', async (_name, client, form) => {
  const failure = await check(client);

  expect(failure).toMatchObject({ symptom: { key: 'C26' } });
  expect(failure?.scenario.assumptions).toEqual({ 'limits.retryAfter': form });
});

test('one that reads both is not', async () => {
  const patient = reading((after, headers) => {
    if (/^\d+$/.test(after)) return Number(after) * 1000;
    return Math.max(1000, (readInstant(after) ?? 0) - (readInstant(headers.get('date') ?? '') ?? Date.now()));
  });

  expect(await check(patient)).toBeUndefined();
});

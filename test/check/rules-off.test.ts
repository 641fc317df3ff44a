import { expect, test } from 'vitest';
import { checkClient } from '../../src/check/check-client.ts';
import { diffClients } from '../../src/check/diff/diff-clients.ts';
import { raceClient } from '../../src/check/race/race-client.ts';
import { sweepClient } from '../../src/check/sweep/sweep-client.ts';
import type { Client } from '../../src/simulation/client-env.ts';
import { importWith } from '../rules/clients/reference-client.ts';
import { sampled } from '../sampled.ts';
import { onlyRule } from './only-rule.ts';

/** Gives up at once: it finishes nothing (C27), and brings nothing. */
const givesUp: Client = async () => {
  throw new Error('no');
};

/** Says that it succeeded, and has left out all schemas. (C17) */
const brings: Client = importWith({ fetchesSchemas: false });

/** Asks for ever, and never ends. (C18) */
const endless: Client = async ({ emailUrl }) => {
  for (;;) {
    await fetch(emailUrl, { method: 'POST' });
    await new Promise((resolve) => setTimeout(resolve, 24 * 3_600_000));
  }
};

const offenders = [
  { rule: 'C27', client: givesUp },
  { rule: 'C17', client: brings },
  { rule: 'C18', client: endless },
] as const;

test.each(offenders)('$rule is broken where it is judged, and with it off nothing speaks of it', async (one) => {
  const { rule, client } = one;
  const options = { transport: 'fetch', runs: 2 } as const;

  await expect(checkClient(client, { ...options, rules: onlyRule(rule) })).rejects.toMatchObject({
    symptom: { key: rule },
  });

  const rules = 'none';
  const report = await checkClient(client, { ...options, rules });
  expect(report.recommendations).toEqual([]);
  const { races } = await raceClient(client, { transport: 'fetch', rules });
  expect(races.filter(({ verdict }) => verdict === 'broken')).toEqual([]);
  const { differences } = await diffClients(client, client, { ...options, rules });
  expect(differences).toEqual([]);
});

/** A sweep plays hundreds of scenarios, and judges each as a check does. */
test.each(sampled(offenders, { every: 3 }))('a sweep does not speak of $rule when it is off', async ({ client }) => {
  const { cells } = await sweepClient(client, { transport: 'fetch', rules: 'none' });

  expect(cells.filter(({ verdict }) => verdict === 'broken')).toEqual([]);
});

test('as a recommendation, not to finish breaks nothing, and is told with a replay that tells it again', async () => {
  const rules = onlyRule('C27', 'should');
  const client = importWith({ startsOver: false });
  const onRecommendation = (): void => undefined;

  const report = await checkClient(client, {
    transport: 'fetch',
    rules,
    onRecommendation,
    modes: ['recoverable'],
    seed: 2,
    runs: 25,
  });
  const [told] = report.recommendations;
  const replayed = await checkClient(client, {
    transport: 'fetch',
    rules,
    onRecommendation,
    replay: told?.replay ?? '',
  });

  expect(told).toMatchObject({ rule: 'C27', name: 'finishes-in-the-end', steps: [expect.any(String)] });
  expect(replayed.recommendations.map(({ rule }) => rule)).toEqual(['C27']);
});

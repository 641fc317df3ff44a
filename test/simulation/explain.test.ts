import { expect, test } from 'vitest';
import { simulate } from '../../src/index.ts';
import { create, list } from './calls.ts';

test('a refusal names its row, the condition, the section and the clock', async () => {
  await using sim = await simulate();
  await sim.elapse('1h');
  await sim.run(() => create(sim.env));

  expect(sim.explain()).toMatchObject({
    exchange: 1,
    request: 'createDataQuery (eu-west-1)',
    status: 403,
    row: 'tokenExpired',
    section: 'Authentication, interface C',
    at: 3_600_000,
    clock: '2024-02-29T01:00:00.000Z',
    injected: false,
    assumptions: expect.arrayContaining([expect.objectContaining({ id: 'token.expiryBoundary', value: 'dead' })]),
  });
});

test('a remembered answer tells its age', async () => {
  await using sim = await simulate();
  await sim.run(() => create(sim.env));
  await sim.elapse('4m');
  await sim.run(() => create(sim.env));

  expect(sim.explain(1)?.remembered).toBeUndefined();
  expect(sim.explain(2)?.remembered).toEqual({ since: 0, age: 240_000 });
  expect(sim.explain(2)?.text).toContain('remembered   since 0.000s, 4m0.000s old');
});

test('counters tell how full each limit is, up to the one that refuses', async () => {
  await using sim = await simulate();
  await sim.run(async () => {
    for (let request = 0; request < 6; request++) await create(sim.env);
  });

  expect(sim.explain(2)?.limits).toEqual([
    { name: 'createRate', used: 2, of: 5 },
    { name: 'createBurst', used: 1, of: 5 },
    { name: 'createOverall', used: 2, of: 20 },
  ]);
  expect(sim.explain(6)).toMatchObject({ status: 429, row: 'scopeThrottled', section: 'Limits, interface C' });
  expect(sim.explain(6)?.limits[0]).toEqual({ name: 'createRate', used: 5, of: 5 });
});

test('an injected failure says that it is one', async () => {
  await using sim = await simulate();
  sim.on('listDataQueryRecords').fail('integrationTimeout');
  await sim.run(() => list(sim.env, '00000000-0000-4000-8000-000000000000'));

  expect(sim.explain()).toMatchObject({ status: 504, row: 'integrationTimeout', injected: true });
  expect(sim.explain()?.text).toContain('injected     by the scenario');
});

test('there is nothing to explain where nothing was answered', async () => {
  await using sim = await simulate();
  await sim.run(() => create(sim.env));

  expect(sim.explain(2)).toBeUndefined();
});

test('all of it stands in the trace, too', async () => {
  await using sim = await simulate();
  await sim.run(() => create(sim.env));

  const answer = sim.trace.entries.find((entry) => entry.kind === 'answer');

  expect(answer).toMatchObject({
    section: 'Endpoints, interface C',
    usage: { createRate: 1, createBurst: 1, createOverall: 1 },
  });
});

test('an answer is explained beyond the last date of JavaScript, too', async () => {
  await using sim = await simulate();
  await sim.elapse('99999999d');
  await sim.run(() => create(sim.env));

  expect(sim.explain()).toMatchObject({ row: 'tokenExpired', clock: '+275760-09-13T00:00:00.000Z' });
});

import { join, relative, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import importOrders from '../../scenarios/clients/import-orders.ts';
import { type Client, loadScenarios, runScenario, type Scenario } from '../../src/index.ts';
import * as wrong from './wrong-clients.ts';

const folder = resolve(import.meta.dirname, '../../scenarios');
const scenarios = await loadScenarios([folder]);
const nameOf = ({ source }: Scenario): string => relative(folder, resolve(source));

const find = (file: string): Scenario => {
  const found = scenarios.find((scenario) => nameOf(scenario) === file);
  if (found === undefined) throw new Error(`there is no ${join(folder, file)}`);
  return found;
};

describe('the example client keeps to the interface', () => {
  test.each(scenarios.map((scenario) => ({ file: nameOf(scenario), scenario })))('$file', async ({ scenario }) => {
    const report = await runScenario(scenario, importOrders);

    expect(report.findings).toEqual([]);
    expect(report.verdict).toBe('kept');
  });
});

test.each(['whole-import.yaml', 'hour-has-passed.yaml', 'links-go-stale.yaml', 'create-is-throttled.yaml'])(
  '%s, run twice, leaves the same bytes',
  async (file) => {
    const first = await runScenario(find(file), importOrders);
    const second = await runScenario(find(file), importOrders);

    expect(first.trace.toJSONL().length).toBeGreaterThan(1000);
    expect(second.trace.toJSONL()).toBe(first.trace.toJSONL());
  },
);

test('three hours of collecting are three hours of virtual time', async () => {
  const { elapsed } = await runScenario(find('three-hours-of-collecting.yaml'), importOrders);

  expect(elapsed).toBe(3 * 3_600_000);
});

test('the documented waits pass between the retries: 1, 2, 4, 10 and 30 seconds', async () => {
  const { trace } = await runScenario(find('service-stays-down.yaml'), importOrders);

  const creates = trace.entries.filter((entry) => entry.kind === 'request' && entry.operation === 'createDataQuery');
  expect(creates.map(({ at }) => at)).toEqual([0, 1000, 3000, 7000, 17_000, 47_000]);
});

test.each<{ client: Client; file: string; finding: string }>([
  { client: wrong.neverRetries, file: 'listing-times-out.yaml', finding: 'the client succeeds' },
  { client: wrong.neverRetries, file: 'error-outside-the-table.yaml', finding: 'the client succeeds' },
  { client: wrong.readsOnePage, file: 'page-has-one-more.yaml', finding: 'result.records is 251' },
  { client: wrong.readsOnePage, file: 'whole-import.yaml', finding: 'result.records is 600' },
  { client: wrong.neverRefreshes, file: 'token-dies-while-collecting.yaml', finding: 'the client succeeds' },
  { client: wrong.neverStartsOver, file: 'hour-has-passed.yaml', finding: 'the client succeeds' },
  {
    client: wrong.ignoresCancellation,
    file: 'consent-is-withdrawn.yaml',
    finding: 'listDataQueryRecords happens never',
  },
  {
    client: wrong.retriesEverything,
    file: 'scope-is-not-enabled.yaml',
    finding: 'createDataQuery happens exactly once',
  },
  { client: wrong.listsAtOnce, file: 'nothing-to-import.yaml', finding: 'the client succeeds' },
  { client: wrong.waitsForEver, file: 'account-on-hold.yaml', finding: 'the client comes to an end' },
])('$client.name is found out by $file', async ({ client, file, finding }) => {
  const report = await runScenario(find(file), client);

  expect(report.verdict).toBe('broken');
  expect(report.findings.map(({ claim }) => claim)).toEqual(expect.arrayContaining([expect.stringContaining(finding)]));
});

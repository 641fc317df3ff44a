import { readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import importOrders from '../../scenarios/clients/import-orders.ts';
import { readLibrary } from '../../scripts/docs/library/read-library.ts';
import { renderScenario } from '../../scripts/docs/library/subject-page.ts';
import {
  type Client,
  loadScenarios,
  runScenario,
  type Scenario,
  type ScenarioReport,
  type Trace,
} from '../../src/index.ts';
import { importWith } from '../rules/clients/reference-client.ts';
import { sampled } from '../sampled.ts';
import * as wrong from './wrong-clients.ts';

const folder = resolve(import.meta.dirname, '../../scenarios');
const scenarios = await loadScenarios([folder]);
const files = await readLibrary();
const pages = resolve(import.meta.dirname, '../../docs/scenarios');

const find = (file: string): Scenario => {
  const found = scenarios.find(({ source }) => basename(source) === file);
  if (found === undefined) throw new Error(`there is no ${join(folder, file)}`);
  return found;
};

// npm start plays all of them, too.
const rows = files.map((file) => ({ name: `${file.subject}/${file.name}`, file }));

describe('the example client keeps to the interface, and does what its page says', () => {
  test.each(sampled(rows, { every: 8, kind: ({ file }) => file.subject }))('$name', async ({ file }) => {
    const reports: ScenarioReport[] = [];
    for (const scenario of file.scenarios) {
      const report = await runScenario(scenario, importOrders, { example: true, instance: 'one' });

      expect(report.findings, scenario.name).toEqual([]);
      expect(report.verdict, scenario.name).toBe('kept');
      expect(report.trace.entries, scenario.name).not.toHaveLength(0);
      reports.push(report);
    }

    // If not: npx tsx scripts/generate-docs.ts
    expect(readFileSync(join(pages, `${file.subject}.md`), 'utf8')).toContain(renderScenario(file, reports));
  });
});

/** The example goes by sockets, which takes longer. */
const ways = [
  [importWith(), 'fetch'],
  [importOrders, 'sockets'],
] as const;

describe('a scenario leaves the same bytes when it is run again', () => {
  const all = scenarios.map((scenario) => [scenario.name, scenario] as const);

  test.each(sampled(all, { every: 30 }))('%s', async (_name, scenario) => {
    for (const [client, transport] of sampled(ways, { every: 2 })) {
      const play = () => runScenario(scenario, client, { instance: 'one', transport });
      const [one, again] = [await play(), await play()];

      expect(again.trace.toJSONL()).toBe(one.trace.toJSONL());
    }
  });
});

test('three hours of collecting are three hours of virtual time', async ({ annotate }) => {
  const begun = performance.now();

  const { elapsed } = await runScenario(find('three-hours-of-collecting.yaml'), importOrders);

  await annotate(`${elapsed} virtual ms took ${Math.round(performance.now() - begun)} real ms`);
  expect(elapsed).toBe(3 * 3_600_000);
});

/** The most lists that fall into one second. */
const mostListsInASecond = ({ entries }: Trace): number => {
  const lists = entries.filter((entry) => entry.kind === 'request' && entry.operation === 'listDataQueryRecords');
  return Math.max(...lists.map(({ at }) => lists.filter((other) => other.at >= at && other.at < at + 1000).length));
};

test('no second sees more than ten lists', async () => {
  const { trace } = await runScenario(find('many-pages.yaml'), importOrders);

  expect(mostListsInASecond(trace)).toBeLessThan(10);
});

test('a client without a pace of its own is told to slow down at the eleventh list of a second', async () => {
  const { trace } = await runScenario(find('many-pages.yaml'), wrong.neverListsAgain, { transport: 'fetch' });

  const throttled = trace.entries.filter((entry) => entry.kind === 'answer' && entry.row === 'scopeThrottled');
  expect(mostListsInASecond(trace)).toBe(11);
  expect(throttled).toHaveLength(1);
});

test.each(['eu-west-1', 'us-east-1'] as const)(
  'with regions up to %s out of reach, the next one serves',
  async (last) => {
    const away = 'http://127.0.0.1:1';
    const out = { 'eu-west-1': away, ...(last === 'us-east-1' && { 'us-east-1': away }) };

    const { outcome, trace } = await runScenario(find('nothing-to-import.yaml'), (env) =>
      importOrders({ ...env, regions: { ...env.regions, ...out } }),
    );

    expect(outcome).toMatchObject({ ok: true, result: { queries: 1 } });
    expect(
      trace.entries.filter((entry) => entry.kind === 'request' && entry.operation === 'createDataQuery'),
    ).toHaveLength(1);
  },
);

test('the documented waits pass between the retries: 1, 2, 4, 10 and 30 seconds', async () => {
  const { trace } = await runScenario(find('service-stays-down.yaml'), importOrders);

  const creates = trace.entries.filter((entry) => entry.kind === 'request' && entry.operation === 'createDataQuery');
  expect(creates.map(({ at }) => at)).toEqual([0, 1000, 3000, 7000, 17_000, 47_000]);
});

test.each<{ client: Client; file: string; finding: string }>([
  { client: wrong.neverRetries, file: 'listing-times-out.yaml', finding: 'the client succeeds' },
  { client: wrong.neverRetries, file: 'error-outside-the-table.yaml', finding: 'the client succeeds' },
  { client: wrong.readsOnePage, file: 'page-has-one-more.yaml', finding: 'records that arrive whole: exactly 251' },
  { client: wrong.readsOnePage, file: 'whole-import.yaml', finding: 'records that arrive whole: exactly 60' },
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
  { client: wrong.retriesEverything, file: 'conflict-waits-its-turn.yaml', finding: 'C9 ' },
  { client: wrong.neverRetries, file: 'request-is-blocked.yaml', finding: 'the client succeeds' },
  { client: wrong.ignoresCancellation, file: 'account-on-hold.yaml', finding: 'listDataQueryRecords happens never' },
  { client: wrong.keepsRefreshToken, file: 'refresh-token-rotates.yaml', finding: 'the client succeeds' },
  { client: wrong.neverListsAgain, file: 'links-go-stale.yaml', finding: 'records that arrive whole' },
  { client: wrong.neverListsAgain, file: 'links-die-before-the-memory.yaml', finding: 'records that arrive whole' },
  { client: wrong.listsAtOnce, file: 'nothing-to-import.yaml', finding: 'the client succeeds' },
  { client: wrong.waitsForEver, file: 'account-on-hold.yaml', finding: 'the client comes to an end' },
])('$client.name is found out by $file', async ({ client, file, finding }) => {
  const report = await runScenario(find(file), client, { transport: 'fetch' });

  expect(report.verdict).toBe('broken');
  expect(report.findings.map(({ claim }) => claim)).toEqual(expect.arrayContaining([expect.stringContaining(finding)]));
});

import { beforeAll, describe, expect, test } from 'vitest';
import importOrders from '../../scenarios/clients/import-orders.ts';
import { checkClient } from '../../src/check/check-client.ts';
import { statusOf } from '../../src/check/refusals-at.ts';
import { faultsAt } from '../../src/check/sweep/faults.ts';
import { type SweepOptions, sweepClient } from '../../src/check/sweep/sweep-client.ts';
import { printSweep, type SweepCell, type SweepReport } from '../../src/check/sweep/sweep-report.ts';
import { readScenario } from '../../src/language/read-scenario.ts';
import type { Client } from '../../src/simulation/client-env.ts';
import { operationNames } from '../../src/spec/routes.ts';
import { importWith } from '../rules/clients/reference-client.ts';
import { deepTest, sampled } from '../sampled.ts';

const sweep = (client: Client, options: SweepOptions = {}): Promise<SweepReport> =>
  sweepClient(client, { transport: 'fetch', ...options });

const cellOf = ({ cells }: SweepReport, what: string, moment: string): SweepCell | undefined =>
  cells.find((cell) => cell.what === what && cell.moment === moment);

const ofOneRecord = [
  'createDataQuery',
  'the end of a wait, at 5m',
  'notification',
  'listDataQueryRecords',
  'downloadFile',
  'downloadSchema',
  'requestToken',
  'callReporting',
  'sendEmail',
];

/** The second is the one that is swept where nothing is said. */
const imports = [
  {
    of: 'one record',
    options: { scenario: readScenario('{ name: one record, customer: { records: 1 } }', 'mine.yaml') },
    moments: ofOneRecord,
  },
  {
    of: 'two records',
    options: {},
    moments: ofOneRecord.flatMap((name) => (name.startsWith('download') ? [name, `${name} 2`] : [name])),
  },
];

describe.each(sampled(imports, { every: 2 }))('a sound client in an import of $of', ({ options, moments }) => {
  let report: SweepReport;
  beforeAll(async () => {
    report = await sweep(importWith(), { pairs: 20, ...options });
  });

  test('meets everything at every event of its run without a fault', () => {
    expect(report.moments).toEqual(moments);
    expect(report.isComplete).toBe(true);
    expect(report.runs).toBe(report.cells.length + 20);
    expect(new Set(report.cells.map(({ what, moment }) => `${what} ${moment}`)).size).toBe(report.cells.length);
  });

  test('is broken by nothing', () => {
    expect([...report.cells, ...report.pairs].filter(({ verdict }) => verdict === 'broken')).toEqual([]);
  });

  test.each([
    ['fail tooManyRequests', 'createDataQuery', 'survived', 'finished'],
    ['fail accessTimeElapsed', 'listDataQueryRecords', 'survived', 'finished'],
    ['fail tokenRevoked', 'listDataQueryRecords', 'survived', 'gave up'],
    ['revokeConsent', 'the end of a wait, at 5m', 'survived', 'gave up'],
    ['expireToken', 'notification', 'survived', 'finished'],
    ['notification lost', 'notification', 'inconclusive', 'gave up'],
    ['notification twice', 'notification', 'survived', 'finished'],
    ['61m pass', 'notification', 'survived', 'finished'],
  ])('%s, before %s: it %s, and %s', (what, moment, verdict, ended) => {
    expect(cellOf(report, what, moment)).toMatchObject({ verdict, ended });
  });

  test('is shown as a matrix, and as plain data', () => {
    const text = printSweep(report);

    expect(text).toMatch(/^fail tokenRevoked +- +-$/m);
    expect(text).toContain(' 3  before notification\n');
    expect(text).toMatch(/^paired: \d+ survived, 0 broken, \d+ inconclusive$/m);
    expect(JSON.parse(JSON.stringify(report))).toEqual(report);
  });
});

/** "The caller must handle any standard HTTP status", whether a table has it or not. (Errors, interface C) */
test.each(operationNames)(
  '%s is refused with every status, each by a refusal of its own or by a bare one',
  (operation) => {
    const failures = faultsAt(operation).flatMap(({ action }) => (action.do === 'fail' ? [action.failure] : []));
    const own = failures.filter(({ kind }) => kind === 'row').map(statusOf);
    const bare = failures.filter(({ kind }) => kind === 'status').map(statusOf);

    expect([...own, ...bare]).toEqual(expect.arrayContaining([401, 418, 429, 500, 502, 503, 504]));
    expect(bare.filter((status) => own.includes(status))).toEqual([]);
  },
);

deepTest('a client that gives up at once is broken by all that is to be retried, and by nothing else', async () => {
  const hasty = importWith({ mostRetries: ({ status }) => (status === 0 ? 2 : 0) });

  const scenario = readScenario('{ name: nothing to import, customer: { records: 0 } }', 'mine.yaml');
  const report = await sweep(hasty, { scenario });

  const broken = report.cells.filter(({ verdict }) => verdict === 'broken');
  expect(cellOf(report, 'fail integrationTimeout', 'listDataQueryRecords')).toMatchObject({ rule: 'C7' });
  expect(new Set(broken.map(({ rule }) => rule))).toEqual(new Set(['C7']));
  expect(broken.map(({ what }) => what)).not.toContain('fail invalidParameters');
  await expect(checkClient(hasty, { transport: 'fetch', replay: broken[0]?.replay ?? '' })).rejects.toMatchObject({
    symptom: { key: 'C7' },
  });
});

test('a scenario of the user is swept in the place of the baseline, as far as there is time', async () => {
  const scenario = readScenario('{ name: nothing to import, customer: { records: 0, collects: 2h } }', 'mine.yaml');
  const progress: number[] = [];

  const report = await sweep(importWith(), {
    scenario,
    time: '200ms',
    onProgress: ({ runs, of }) => progress.push(runs / of),
  });

  expect(report.moments).toContain('the end of a wait, at 1h');
  expect(report.moments).not.toContain('downloadFile');
  expect(report.isComplete).toBe(false);
  expect(progress).toHaveLength(report.runs);
});

test('a client that fails although no fault is injected is told so', async () => {
  const lost: Client = () => Promise.reject(new Error('no idea'));

  await expect(sweep(lost)).rejects.toMatchObject({ name: 'CheckFailed' });
});

test('a number of pairs that is none is refused', async () => {
  await expect(sweep(importWith(), { pairs: -1 })).rejects.toMatchObject({ code: 'BAD_OPTION' });
});

/** Its weaknesses are no breaches: where nobody says that a client has to go on, it gives up. */
deepTest('the example client is broken by no single fault', async () => {
  const report = await sweepClient(importOrders);

  expect(report.cells.filter(({ verdict }) => verdict === 'broken')).toEqual([]);
  expect(cellOf(report, 'notification lost', 'notification')).toMatchObject({ verdict: 'inconclusive' });
});

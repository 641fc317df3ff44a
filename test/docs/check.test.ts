import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  CheckFailed,
  checkClient,
  diffClients,
  printDiff,
  raceClient,
  sweepClient,
  printSweep,
} from '../../src/index.ts';
import { importWith } from '../rules/clients/reference-client.ts';
import { deepTest } from '../sampled.ts';
import { expectBlocksToRun } from './blocks.ts';

/** The examples of docs/check.md, which have to stand here word by word. */

const importOrders = importWith();
const hasty = importWith({ mostRetries: ({ status }) => (status === 0 ? 2 : 0) });
const patient = importWith({ waits: [1000, 3000, 5000, 10_000, 30_000] });

test('check', async () => {
  const report = await checkClient(importOrders, { transport: 'fetch', runs: 50 });
  expect(report.coverage.cells['listDataQueryRecords: tokenExpired']).toBeGreaterThan(0);
});

test('a failure', async () => {
  const failure = await checkClient(hasty, { transport: 'fetch' }).catch((error: CheckFailed) => error);
  expect(failure).toMatchObject({ symptom: { key: 'C7', name: 'retries-transient' } });
  expect(failure).toBeInstanceOf(CheckFailed);
  for (const line of linesShown('C7 retries-transient is broken'))
    expect((failure as CheckFailed).message).toContain(line);
});

/** The lines of a printed block of the page, each up to where it is cut. */
const linesShown = (beginning: string): readonly string[] => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/check.md'), 'utf8');
  const [, rest = ''] = page.split(`\`\`\`text\n${beginning}`);
  return `${beginning}${rest.slice(0, rest.indexOf('```'))}`.split('\n').map((line) => line.replace(/ ?…$/, ''));
};

test('recommendations', async () => {
  const steady = importWith({ waits: [1000] }); // before each retry a second, where the document suggests 1, 2, 4, 10, 30
  const { recommendations } = await checkClient(steady, {
    transport: 'fetch',
    runs: 30,
    onRecommendation: () => undefined,
  });
  expect(recommendations[0]).toMatchObject({ rule: 'C8', name: 'backs-off' });
});

test('coverage', async () => {
  const wish = { including: ['listingHour: one above', 'revokeToken while collecting'] };
  await expect(checkClient(importOrders, { transport: 'fetch', runs: 2, coverage: wish })).rejects.toThrow(
    'your run never saw listingHour: one above; revokeToken while collecting',
  );
});

deepTest('sweep', async () => {
  const sweep = await sweepClient(importOrders, { transport: 'fetch' });
  expect(sweep.cells.filter(({ verdict }) => verdict === 'broken')).toEqual([]);
  expect(printSweep(sweep)).toContain('fail tooManyRequests');
});

test('races', async () => {
  const { races } = await raceClient(importOrders, { transport: 'fetch' });
  expect(races.filter(({ verdict }) => verdict === 'broken')).toEqual([]);
});

test('two versions', async () => {
  const diff = await diffClients(importOrders, patient, { transport: 'fetch', runs: 50 });
  expect(printDiff(diff)).toMatch(/waits +\d+ × +before \w+: 2\.000s -> 3\.000s/);
  for (const line of linesShown('4 of 50 scenarios')) expect(printDiff(diff)).toContain(line);
});

test('every block of docs/check.md is one of the tests above', () => {
  expectBlocksToRun('docs/check.md', import.meta.filename, 7);
});

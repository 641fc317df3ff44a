import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { readPage } from '../report/read-page.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { run } from './begin.ts';

const root = resolve(import.meta.dirname, '../..');
const client = join(root, 'scenarios/clients/import-orders.ts');
const hour = join(root, 'scenarios/listing/hour-has-passed.yaml');

/** Creates a query, and believes that all is done. */
const careless = `export default async ({ regions, customer }) => {
  const headers = { authorization: 'Bearer ' + customer.accessToken };
  await fetch(regions['eu-west-1'] + '/' + customer.scope + '/data-queries', { method: 'POST', headers });
  return { records: 0 };
};
`;

const pageIn = (folder: string) => readPage(readFileSync(join(folder, 'report.html'), 'utf8'));

test('run --report writes a page beside the usual report, with a trend of earlier ones', async () => {
  const folder = temporaryFolder({ 'earlier/monday.json': '{"version":1,"passed":3,"failed":1,"real":5}' });
  const at = (name: string): string => join(folder, name);
  const args = ['run', hour, '--client', client, '--report', at('report.html'), '--report-trend', at('earlier')];

  const { code, out } = await run(args);

  expect({ code, told: out.includes('1 passed, 0 failed') }).toEqual({ code: 0, told: true });
  expect(pageIn(folder)).toMatchObject({
    command: 'run',
    runs: [{ verdict: 'kept' }],
    trend: [{ name: 'monday', passed: 3, failed: 1, real: 5 }],
  });
});

test('check --report shows the counterexample, played once more, with what it broke', async () => {
  const folder = temporaryFolder({ 'client.mjs': careless });

  const { code } = await run([
    'check',
    join(folder, 'client.mjs'),
    '--runs',
    '3',
    '--report',
    join(folder, 'report.html'),
  ]);

  const page = pageIn(folder);
  expect(code).toBe(1);
  expect(page).toMatchObject({ command: 'check', title: 'the client is broken', runs: [{ verdict: 'broken' }] });
  expect(page.runs[0]?.entries.some(({ kind }) => kind === 'request')).toBe(true);
  expect(page.runs[0]?.replay).toContain('npx stunt-double replay sd1_');
});

test('check --report of a client that passes shows what its runs met, and what none did', async () => {
  const folder = temporaryFolder({});

  await run(['check', client, '--runs', '2', '--report', join(folder, 'report.html')]);

  const kinds = pageIn(folder).coverage?.kinds ?? [];
  expect(kinds.map(({ name }) => name)).toEqual(['boundaries', 'faults', 'answers', 'states', 'ends']);
  expect(kinds.flatMap(({ items }) => items).some(({ met }) => met > 0)).toBe(true);
  expect(kinds.flatMap(({ items }) => items).some(({ met }) => met === 0)).toBe(true);
});

test('sweep --report has a matrix, and each cell leads to its run', async () => {
  const folder = temporaryFolder({});

  await run(['sweep', client, '--time', '500ms', '--report', join(folder, 'report.html')]);

  const { matrix, runs } = pageIn(folder);
  expect(matrix?.cells.length).toBeGreaterThan(0);
  for (const { row, column, run: place, what, verdict } of matrix?.cells ?? []) {
    if (verdict === 'kept' || verdict === 'gave up') expect(what.includes(': gave up')).toBe(verdict === 'gave up');
    expect(`${matrix?.columns[column]}, ${matrix?.rows[row]}`).toBe(what.slice(0, what.indexOf(':')));
    expect(runs[place ?? -1]?.name).toBe(what.slice(0, what.indexOf(':')));
  }
});

test('diff --report lays the first two runs that differ side by side', async () => {
  const folder = temporaryFolder({ 'client.mjs': careless });

  await run(['diff', client, join(folder, 'client.mjs'), '--runs', '1', '--report', join(folder, 'report.html')]);

  const { compare, runs } = pageIn(folder);
  expect(compare).toMatchObject({ left: 0, right: 1 });
  expect(compare?.differs).toContain(' -> ');
  expect(runs[0]?.entries.length).toBeGreaterThan(runs[1]?.entries.length ?? 0);
});

test('verify --report shows a recording, and export gives it to other programs', async () => {
  const folder = temporaryFolder({});
  await run(['run', hour, '--client', client, '--trace', join(folder, 'traces')]);
  const trace = join(folder, 'traces/hour-has-passed.jsonl');

  await run(['verify', trace, '--report', join(folder, 'report.html')]);
  expect(pageIn(folder)).toMatchObject({ command: 'verify', runs: [{ verdict: 'kept' }] });

  const beginnings = {
    perfetto: '{"displayTimeUnit"',
    sequence: 'sequenceDiagram',
    lives: 'gantt',
    svg: '<svg',
    har: '{',
  };
  for (const [form, beginning] of Object.entries(beginnings)) {
    const { code, out } = await run(['export', trace, '--as', form]);
    expect({ form, code, begins: out.startsWith(beginning) }).toEqual({ form, code: 0, begins: true });
  }
});

test.each([
  [
    ['run', hour, '--client', client, '--report', '.'],
    '--reporter: . cannot be written: EISDIR: it is a folder (name a file',
  ],
  [['run', hour, '--client', client, '--report-trend', 'none.json'], '--report-trend: no page is written'],
  [['run', hour, '--client', client, '--report', 'r.html', '--report-trend', 'none.json'], 'none.json cannot be read'],
  [['verify', hour, '--report', '.'], '--report'],
  [['export', 'none.jsonl', '--as', 'svg'], 'none.jsonl: it cannot be read'],
  [['export', 'none.jsonl', '--as', 'sgv'], 'did you mean "svg"?'],
])('%j is refused before anything runs', async (args, said) => {
  const { code, err } = await run(args);

  expect(code).toBe(2);
  expect(err).toContain(said);
});

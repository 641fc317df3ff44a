import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { SweepReport } from '../../src/check/sweep/sweep-report.ts';
import { folderWith, run } from './begin.ts';
import { clients } from './check-clients.ts';

test('sweep shows the matrix, writes it as JSON, and fails where something broke the client', async () => {
  const folder = folderWith(clients);

  const argv = [`${folder}/hasty.ts`, '--time', '5s', '--json', `${folder}/sweep.json`];
  const { code, out } = await run(['sweep', ...argv]);

  const report = JSON.parse(readFileSync(`${folder}/sweep.json`, 'utf8')) as SweepReport;
  const broken = report.cells.filter(({ verdict }) => verdict === 'broken');
  expect(code).toBe(1);
  expect(broken).toContainEqual(expect.objectContaining({ rule: 'C7' }));
  expect(out).toContain('  1  before createDataQuery\n');
  expect(out).toContain(`single: `);
  expect(out).toContain(`${broken.length} broken`);
}, 60_000);

test('a client that fails although nothing goes wrong is told as such', async () => {
  const folder = folderWith({ 'c.mjs': 'export default async () => { throw new Error("no"); };\n' });

  const { code, out } = await run(['sweep', `${folder}/c.mjs`]);

  expect(code).toBe(1);
  expect(out).toContain('the client fails although nothing goes wrong\n');
}, 60_000);

test('diff finds nothing between a client and itself, and what is different between two', async () => {
  const folder = folderWith(clients);
  const diff = (after: string) => run(['diff', `${folder}/sound.ts`, `${folder}/${after}`, '--runs', '12']);

  const same = await diff('sound.ts');
  const other = await diff('hasty.ts');

  expect(same).toMatchObject({ code: 0, out: '0 of 13 stories are different\n' });
  expect(other.code).toBe(1);
  expect(other.out).toMatch(/^[1-9]\d* of 13 stories are different\n/);
}, 60_000);

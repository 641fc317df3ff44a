import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { SweepReport } from '../../src/check/sweep/sweep-report.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { run } from './begin.ts';
import { clients } from './check-clients.ts';

test('sweep shows the matrix, writes it as JSON, and fails where something broke the client', async () => {
  const folder = temporaryFolder(clients);

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

test('what broke it is told by rule, with one scenario to replay', async () => {
  const folder = temporaryFolder(clients);

  const { out } = await run(['sweep', `${folder}/hasty.ts`, '--transport', 'fetch', '--time', '2s']);
  const [, line = ''] = /\n {4}replay: npx stunt-double (replay sd1_\S+ --client \S+)\n/.exec(out) ?? [];
  const again = await run(line.split(' '));

  expect(out.match(/ C7 retries-transient: /g)).toHaveLength(1);
  expect(out).toMatch(/\n {2}broken in \d+: C7 retries-transient: .*\n(?:.*\n)* {4}.*fail tooManyRequests \(1[,)]/);
  expect(out).toContain('\n    found: ');
  expect(out).toMatch(/\n✗ the client is broken in \d+ of \d+ runs\n$/);
  expect(again.code).toBe(1);
  expect(again.out).toContain('broken: C7 retries-transient: ');
}, 60_000);

test.each([{ command: ['sweep', '--time', '1s'] }, { command: ['diff', '--runs', '20'] }])(
  'no line of $command.0 is wider than the terminal, but for those that can be pasted',
  async ({ command: [name = '', ...options] }) => {
    const folder = temporaryFolder(clients);
    const files = name === 'diff' ? ['sound.ts', 'hasty.ts'] : ['hasty.ts'];

    const argv = [name, ...files.map((file) => `${folder}/${file}`), ...options, '--transport', 'fetch'];
    const { out } = await run(argv, { env: { COLUMNS: '100' } });

    const wide = out.split('\n').filter((line) => line.length > 100);
    expect(wide.filter((line) => !/sd1_|^\/tmp/.test(line))).toEqual([]);
  },
  60_000,
);

test('a client that fails although nothing goes wrong is told as such', async () => {
  const folder = temporaryFolder({ 'c.mjs': 'export default async () => { throw new Error("no"); };\n' });

  const { code, out } = await run(['sweep', `${folder}/c.mjs`]);

  expect(code).toBe(1);
  expect(out).toContain('  broken: C17 complete: ');
  expect(out).toContain('\n  the baseline scenario:\n    no fault is injected\n');
  expect(out).toMatch(/\n✗ the client fails although nothing goes wrong\n$/);
}, 60_000);

test('diff finds nothing between a client and itself, and what is different between two', async () => {
  const folder = temporaryFolder(clients);
  const diff = (after: string) =>
    run(['diff', `${folder}/sound.ts`, `${folder}/${after}`, '--runs', '40', '--transport', 'fetch']);

  const same = await diff('sound.ts');
  const other = await diff('hasty.ts');

  const title = `${folder}/sound.ts -> ${folder}/`;
  expect(same).toMatchObject({ code: 0, out: `${title}sound.ts\n0 of 41 scenarios are different\n` });
  expect(other.code).toBe(1);
  expect(other.out.startsWith(`${title}hasty.ts\n`)).toBe(true);
  expect(other.out).toMatch(/\n[1-9]\d* of 41 scenarios are different\n/);
  expect(other.out).toMatch(
    /\n {2}rules +\d+ × {2}C7 retries-transient: kept -> broken \((?:e\.g\. )?scenario \d+\)\n/,
  );
  const tokens = other.out.match(/sd1_\S+/g) ?? [];
  expect(new Set(tokens).size).toBe(tokens.length);
}, 60_000);

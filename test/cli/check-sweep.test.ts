import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import type { SweepReport } from '../../src/check/sweep/sweep-report.ts';
import { amount } from '../sampled.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { run } from './begin.ts';
import { clients } from './check-clients.ts';

/** One sweep of a client that retries no refusal, for all that is asked of what it says. */
const folder = temporaryFolder(clients);
let swept: Awaited<ReturnType<typeof run>>;
beforeAll(async () => {
  const argv = [`${folder}/hasty.mjs`, '--transport', 'fetch', '--time', '5s', '--json', `${folder}/sweep.json`];
  swept = await run(['sweep', ...argv], { env: { COLUMNS: '100' } });
});

/** Those that do not fit, but for what can be pasted. */
const wideLines = (out: string): readonly string[] =>
  out.split('\n').filter((line) => line.length > 100 && !/sd1_|^\/tmp/.test(line));

test('sweep shows the matrix, writes it as JSON, and fails where something broke the client', () => {
  const report = JSON.parse(readFileSync(`${folder}/sweep.json`, 'utf8')) as SweepReport;
  const broken = report.cells.filter(({ verdict }) => verdict === 'broken');
  expect(swept.code).toBe(1);
  expect(broken).toContainEqual(expect.objectContaining({ rule: 'C7' }));
  expect(swept.out).toContain('  1  before createDataQuery\n');
  expect(swept.out).toContain(`single: `);
  expect(swept.out).toContain(`${broken.length} broken`);
});

test('what broke it is told by rule, with one scenario to replay', async () => {
  const { out } = swept;
  const [, line = ''] = /\n {4}replay: npx stunt-double (replay sd1_\S+ --client \S+)\n/.exec(out) ?? [];
  const again = await run(line.split(' '));

  expect(out.match(/ C7 retries-transient: /g)).toHaveLength(1);
  expect(out).toMatch(/\n {2}broken in \d+: C7 retries-transient: .*\n(?:.*\n)* {4}.*fail tooManyRequests \(1[,)]/);
  expect(out).toContain('\n    found: ');
  expect(out).toMatch(/\n✗ the client is broken in \d+ of \d+ runs\n$/);
  expect(again.code).toBe(1);
  expect(again.out).toContain('broken: C7 retries-transient: ');
});

test('no line of sweep is wider than the terminal, but for those that can be pasted', () => {
  expect(wideLines(swept.out)).toEqual([]);
});

test('a sweep that has no time for all of it does not say that nothing broke the client', async () => {
  const page = `${folder}/sweep.html`;
  const argv = ['sweep', `${folder}/sound.mjs`, '--transport', 'fetch', '--time', '1ms', '--report', page];

  const { code, out } = await run(argv);

  expect(code).toBe(0);
  expect(out).toMatch(/ runs, and no more were made\n\n⚠ nothing broke the client so far\n$/);
  expect(readFileSync(page, 'utf8')).toContain('"nothing broke the client so far"');
});

test('a client that fails although nothing goes wrong is told as such', async () => {
  const alone = temporaryFolder({ 'c.mjs': 'export default async () => { throw new Error("no"); };\n' });

  const files = ['--report', `${alone}/report.html`, '--json', `${alone}/sweep.json`];
  const { code, out } = await run(['sweep', `${alone}/c.mjs`, ...files]);

  expect(code).toBe(1);
  expect(JSON.parse(readFileSync(`${alone}/sweep.json`, 'utf8'))).toMatchObject({
    cells: [],
    runs: 0,
    isComplete: false,
    failure: { rule: 'C17', steps: [], token: expect.stringMatching(/^sd1_/) },
  });
  expect(out).toContain('  broken: C17 complete: ');
  expect(out).toContain('\n  the baseline scenario:\n    no fault is injected\n');
  expect(out).toMatch(/\n✗ the client fails although nothing goes wrong\n$/);
  const page = readFileSync(`${alone}/report.html`, 'utf8');
  expect(page).toContain('"the client fails although nothing goes wrong","runs":[{"name":"plain import"');
});

test('long JSON in what is different goes on below its column', async () => {
  const mailer = (count: number) =>
    `export default (env) => fetch(env.emailUrl, { method: 'POST', body: JSON.stringify(Array(${count}).fill('abcdefg')) });`;
  const other = temporaryFolder({ 'few.mjs': mailer(3), 'many.mjs': mailer(9) });

  const { out } = await run(['diff', `${other}/few.mjs`, `${other}/many.mjs`, '--runs', '1', '--transport', 'fetch'], {
    columns: 60,
  });

  expect(out.split('\n\n')[1]?.split('\n')).toEqual([
    '  content     1 ×  the body of sendEmail:',
    '                   ["abcdefg","abcdefg","abcdefg"] ->',
    '                   ["abcdefg","abcdefg","abcdefg","abcdefg",',
    '                   "abcdefg","abcdefg","abcdefg","abcdefg",',
    '                   "abcdefg"] (scenario 1)',
  ]);
});

test('diff finds nothing between a client and itself, and what is different between two, in lines that fit', async () => {
  const diff = (after: string, runs: number) =>
    run(['diff', `${folder}/sound.mjs`, `${folder}/${after}`, '--runs', String(runs), '--transport', 'fetch'], {
      env: { COLUMNS: '100' },
    });

  const runs = amount({ usual: 5, deep: 20 });
  const same = await diff('sound.mjs', runs);
  const other = await diff('hasty.mjs', 20);

  const title = `${folder}/sound.mjs -> ${folder}/`;
  expect(same).toMatchObject({ code: 0, out: `${title}sound.mjs\n0 of ${runs} scenarios are different\n` });
  expect(other.code).toBe(1);
  expect(other.out.startsWith(`${title}hasty.mjs\n`)).toBe(true);
  expect(other.out).toMatch(/\n[1-9]\d* of 20 scenarios are different\n/);
  expect(other.out).toMatch(
    /\n {2}rules +\d+ × {2}C7 retries-transient: kept -> broken \((?:e\.g\. )?scenario \d+\)\n/,
  );
  expect(wideLines(other.out)).toEqual([]);
  const tokens = other.out.match(/sd1_\S+/g) ?? [];
  expect(new Set(tokens).size).toBe(tokens.length);
});

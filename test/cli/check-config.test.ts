import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { DiffReport } from '../../src/check/diff/diff-clients.ts';
import type { SweepReport } from '../../src/check/sweep/sweep-report.ts';
import type { CheckSummary } from '../../src/cli/check/summary.ts';
import { readToken } from '../../src/language/replay-token.ts';
import { deepTest, sampled } from '../sampled.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { run } from './begin.ts';
import { clients } from './check-clients.ts';
import { endOf } from './start.ts';

const config = `client: stubborn.mjs
seed: 4
assumptions: { token.lifetime: 2h }
rules: { C7: off, C8: must }
failOn: should
regressions: stories/broken
`;

const argv = ['check', '--config', 'c.yaml', '--transport', 'fetch', '-r', 'json'];

test.each(sampled([{ more: [] }, { more: ['--workers', '2'] }], { every: 2 }))(
  'check takes client, seed, assumptions, rules, failOn and regressions from the configuration, $more',
  async ({ more }) => {
    const folder = temporaryFolder({ ...clients, 'c.yaml': config });
    const { order, failures } = JSON.parse((await endOf(folder, [...argv, ...more])).text) as CheckSummary;

    expect(order).toEqual({
      client: 'stubborn.mjs',
      seed: 4,
      runs: 100,
      rules: 'C7=off,C8=must',
      failOn: 'should',
      assume: ['token.lifetime=2h'],
    });
    expect(failures).toMatchObject([{ rule: 'C4', file: expect.stringMatching(/^stories\/broken\/c4-/) }]);
    const { scenario } = readToken(failures[0]?.token ?? '');
    expect(scenario.assumptions).toMatchObject({ 'token.lifetime': '2h' });
    expect(scenario.expect.rules).toMatchObject({ C7: 'off', C8: 'must', C22: 'must' });
    expect(readdirSync(`${folder}/stories/broken`)).toHaveLength(1);
  },
);

test('what is typed stands above it, point by point', async () => {
  const folder = temporaryFolder({ ...clients, 'c.yaml': config });

  const typed = [
    '--seed',
    '3',
    '--rules',
    'none',
    '--fail-on',
    'must',
    '-a',
    'token.lifetime=90m',
    '-a',
    'list.windowBoundary=open',
  ];
  const client = `${folder}/sound.mjs`;
  const words = ['check', client, '--config', `${folder}/c.yaml`, '--transport', 'fetch', '-r', 'json'];
  const { out } = await run([...words, '--runs', '3', '--mode', 'any', ...typed]);
  const { order, failures } = JSON.parse(out) as CheckSummary;

  expect(failures).toEqual([]);
  expect(order).toMatchObject({ client, seed: 3, rules: 'none', failOn: 'must' });
  expect(order.assume?.slice(-2)).toEqual(['token.lifetime=90m', 'list.windowBoundary=open']);
});

deepTest('sweep takes client and assumptions from it, too; a scenario of the user stands above it', async () => {
  const story = 'name: mine\ncustomer: { records: 1 }\nassumptions: { token.lifetime: 3h }\n';
  const configured = 'client: hasty.mjs\nassumptions: { token.lifetime: 2h, list.windowBoundary: open }\n';
  const folder = temporaryFolder({ ...clients, 'c.yaml': configured, 'mine.yaml': story });
  const sweep = async (...more: readonly string[]): Promise<SweepReport> => {
    const words = ['sweep', '--config', `${folder}/c.yaml`, '--transport', 'fetch', '--time', '1s'];
    await run([...words, '--json', `${folder}/sweep.json`, ...more]);
    return JSON.parse(readFileSync(`${folder}/sweep.json`, 'utf8')) as SweepReport;
  };
  const firstBroken = ({ cells }: SweepReport) =>
    readToken(cells.find(({ verdict }) => verdict === 'broken')?.replay ?? '').scenario;

  const plain = firstBroken(await sweep());
  const mine = firstBroken(await sweep('--scenario', `${folder}/mine.yaml`));
  const typed = firstBroken(await sweep('--scenario', `${folder}/mine.yaml`, '-a', 'token.lifetime=4h'));

  expect(plain.assumptions).toMatchObject({ 'token.lifetime': '2h', 'list.windowBoundary': 'open' });
  expect(mine.assumptions).toMatchObject({ 'token.lifetime': '3h', 'list.windowBoundary': 'open' });
  expect(mine.customers).toMatchObject([{ records: 1 }]);
  expect(typed.assumptions).toMatchObject({ 'token.lifetime': '4h', 'list.windowBoundary': 'open' });
});

deepTest('diff takes assumptions from it: both clients are run through the same', async () => {
  const folder = temporaryFolder({ ...clients, 'c.yaml': 'assumptions: { token.lifetime: 2h }\n' });

  const files = [`${folder}/sound.mjs`, `${folder}/hasty.mjs`, '--json', `${folder}/diff.json`];
  await run(['diff', ...files, '--runs', '40', '--transport', 'fetch', '--config', `${folder}/c.yaml`]);

  const { differences } = JSON.parse(readFileSync(`${folder}/diff.json`, 'utf8')) as DiffReport;
  const lives = differences.map(({ replay }) => readToken(replay).scenario.assumptions['token.lifetime']);
  expect(lives.length).toBeGreaterThan(0);
  expect(new Set(lives)).toEqual(new Set(['2h']));
});

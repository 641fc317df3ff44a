import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { CheckSummary } from '../../src/cli/check/summary.ts';
import { amount, deepTest, sampled } from '../sampled.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { clients } from './check-clients.ts';
import { endOf, start } from './start.ts';

/** A report but for the real time that it took. */
const report = async (folder: string, argv: readonly string[]) => {
  const { code, text } = await endOf(folder, ['check', ...argv, '--transport', 'fetch', '-r', 'json']);
  const { real: _, ...summary } = JSON.parse(text) as CheckSummary;
  return { code, summary };
};

const sharings = [
  { what: 'all scenarios', client: 'sound.mjs', more: [] },
  { what: 'a part of them', client: 'sound.mjs', more: ['--shard', '2/3'] },
  { what: 'what goes against recommendations', client: 'steady.mjs', more: [] },
];

test.each(sampled(sharings, { every: 3, from: 1 }))(
  'workers run the same scenarios as one process does alone: $what',
  async ({ client, more }) => {
    const folder = temporaryFolder(clients);
    const argv = [client, '--runs', String(amount({ usual: 12, deep: 40 })), ...more];

    const shared = await report(folder, [...argv, '--workers', '2']);
    const alone = await report(folder, argv);

    expect(shared.code).toBe(0);
    expect(alone.summary.recommendations.map(({ rule }) => rule)).toEqual(client === 'steady.mjs' ? ['C8'] : []);
    expect(JSON.stringify(shared)).toBe(JSON.stringify(alone));
  },
);

test.each(sampled([{ more: [] }, { more: ['--seed', '5', '--mode', 'any'] }], { every: 2 }))(
  'they find what one process finds, and save the same, also when it is run again: $more',
  async ({ more }) => {
    const folders = { shared: temporaryFolder(clients), alone: temporaryFolder(clients) };
    const argv = ['hasty.mjs', '--runs', '200', '--regressions', 'saved', ...more];
    const workers = ['--workers', String(amount({ usual: 2, deep: 3 }))];

    const shared = await report(folders.shared, [...argv, ...workers]);
    const alone = await report(folders.alone, argv);
    const sharedAgain = await report(folders.shared, [...argv, ...workers]);
    const aloneAgain = await report(folders.alone, argv);

    expect(shared.code).toBe(1);
    expect(shared.summary.failures).toMatchObject([{ run: expect.any(Number), file: expect.stringMatching(/^saved/) }]);
    expect(JSON.stringify(shared)).toBe(JSON.stringify(alone));
    expect(readdirSync(`${folders.shared}/saved`)).toEqual(readdirSync(`${folders.alone}/saved`));
    expect(sharedAgain.summary.failures[0]).not.toHaveProperty('run');
    expect(JSON.stringify(sharedAgain)).toBe(JSON.stringify(aloneAgain));
  },
);

deepTest(
  'where all keep going, they tell every rule that breaks as one process does, and so do the reports of shards',
  async () => {
    const folder = temporaryFolder(clients);
    const argv = ['thrice.mjs', '--runs', '20', '--keep-going', '--fail-on', 'should'];

    const alone = await report(folder, argv);
    const shared = await report(folder, [...argv, '--workers', '2', '--regressions', 'saved']);
    const parts = ['1', '2'].map((part) => ['--shard', `${part}/2`, '-r', `json=part${part}.json`]);
    for (const part of parts) {
      await endOf(folder, ['check', ...argv, '--transport', 'fetch', ...part]);
    }
    const { code, text } = await endOf(folder, ['merge-reports', 'part1.json', 'part2.json', '-r', 'json']);
    const { real: _, ...merged } = JSON.parse(text) as CheckSummary;

    const rules = alone.summary.failures.map(({ rule }) => rule);
    expect(rules).toEqual(expect.arrayContaining(['C3', 'C4', 'C7']));
    expect(new Set(rules).size).toBe(rules.length);
    expect(alone.summary.failures.filter(({ run }) => run !== 0).map(({ told }) => told?.fresh)).not.toContain('kept');
    const bare = (summary: object): string =>
      JSON.stringify(summary, (key, value: unknown) => (key === 'fresh' || key === 'file' ? undefined : value));
    expect(bare(shared.summary)).toBe(bare(alone.summary));
    expect(code).toBe(1);
    expect(bare(merged)).toBe(bare(alone.summary));
    expect(readdirSync(`${folder}/saved`)).toHaveLength(rules.length);
  },
);

test('a client that ends its process is told with place, cause and remedy, and as the failure of that scenario', async () => {
  const folder = temporaryFolder(clients);
  const { code, text } = await endOf(folder, ['check', 'leaver.mjs', '--transport', 'fetch', '-r', 'json=check.json']);

  expect(code).toBe(2);
  expect(text).toMatch(
    /^error: leaver\.mjs, after \d+ scenarios? of seed 0: the process ended in the middle of it; does the client call process\.exit\? \(let it return or throw instead\) \[CLIENT_INVALID\]\n$/,
  );
  const { failures } = JSON.parse(readFileSync(`${folder}/check.json`, 'utf8')) as CheckSummary;
  expect(failures).toMatchObject([{ rule: 'leaves-the-process-alone', token: expect.stringMatching(/^sd1_/) }]);
});

test('a check whose client ends the process at once tells how long it really took', async () => {
  const folder = temporaryFolder({ 'quitter.mjs': 'export default async () => process.exit(0);\n' });

  await endOf(folder, ['check', 'quitter.mjs', '--transport', 'fetch', '-r', 'json=check.json']);

  const { real } = JSON.parse(readFileSync(`${folder}/check.json`, 'utf8')) as CheckSummary;
  expect(real).toBeGreaterThan(0);
});

deepTest('a worker that is lost is replaced, its part is run again, and the report says so', async () => {
  const [fallen, steady] = [temporaryFolder(clients), temporaryFolder({ ...clients, fallen: '' })];
  const argv = ['stumbling.mjs', '--runs', '20', '--workers', '2'];

  const { code, summary } = await report(fallen, argv);
  const undisturbed = await report(steady, argv);

  const { replaced, ...rest } = summary;
  expect(code).toBe(0);
  expect(replaced).toEqual([
    expect.stringMatching(/^part [12]\/2: its process ended without a report after \d+ scenarios? \(SIGKILL\)$/),
  ]);
  expect(JSON.stringify(rest)).toBe(JSON.stringify(undisturbed.summary));
});

const falls = [
  { how: 'is killed', client: 'struck.mjs', ended: 'SIGKILL, SIGKILL' },
  { how: 'leaves', client: 'leaver.mjs', ended: 'exit code 0, exit code 0' },
];

test.each(sampled(falls, { every: 2 }))(
  'a part whose worker $how twice is a failure of the scenario that it was at, with a token to replay it',
  async ({ client, ended }) => {
    // By this seed one of the two has a refusal.
    const args = [client, '--runs', '2', '--seed', '2', '--workers', '2'];
    const { code, summary } = await report(temporaryFolder(clients), args);

    expect(code).toBe(1);
    expect(summary.failures).toMatchObject([
      {
        rule: 'leaves-the-process-alone',
        run: expect.any(Number),
        token: expect.stringMatching(/^sd1_/),
        evidence: [
          expect.stringMatching(new RegExp(`^the process of part [12]/2 ended in the middle of it, twice: ${ended};`)),
        ],
      },
    ]);
  },
);

/**
 * A process counts as ended only when all that it has started let go of its output, too. Workers that are told to end, and hear
 * it, are asked in `survives-commands.test.ts`, too.
 */
const interruptions: readonly { how: string; client: string; says: string | RegExp; more: readonly string[] }[] = [
  { how: 'alone', client: 'endless.mjs', says: 'begun', more: [] },
  { how: 'with workers', client: 'idle.mjs', says: /idle[^]*idle/, more: ['--workers', '2'] },
  { how: 'with workers that hear nothing', client: 'busy.mjs', says: /busy[^]*busy/, more: ['--workers', '2'] },
];

test.each(sampled(interruptions, { every: 3 }))(
  'Ctrl-C ends it with 130 and says how far it was, $how',
  async ({ client, says, more }) => {
    const folder = temporaryFolder(clients);
    using running = start(folder, ['check', client, '--time', '1h', ...more]);

    await running.said(says);
    running.interrupt();
    const { code, text } = await running.ended;

    expect(code).toBe(130);
    expect(text).toContain('\ninterrupted\n');
    expect(text).toContain('interrupted: not all scenarios were run\n');
  },
);

test('workers end when the process that shared out the work is gone', async () => {
  const folder = temporaryFolder(clients);
  using running = start(folder, ['check', 'idle.mjs', '--time', '1h', '--workers', '2']);

  await running.said(/idle[^]*idle/);
  const began = performance.now();
  running[Symbol.dispose]();

  expect(await running.ended).toMatchObject({ code: null });
  // Sooner than the twenty seconds after which any scenario is given up.
  expect(performance.now() - began).toBeLessThan(15_000);
});

import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { CheckSummary } from '../../src/cli/check/summary.ts';
import { readScenario } from '../../src/language/read-scenario.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { deepTest } from '../sampled.ts';
import { run } from './begin.ts';
import { clients } from './check-clients.ts';
import { endOf, start } from './start.ts';

const read = (file: string): CheckSummary => JSON.parse(readFileSync(file, 'utf8')) as CheckSummary;

describe('a client that does what it should', () => {
  test('passes in four lines: how much came to pass, what tries the rest, by what it was judged, and how many scenarios there were', async () => {
    const folder = temporaryFolder(clients);

    const { code, out } = await run(['check', `${folder}/sound.mjs`, '--runs', '2', '--rules', 'C18=off,C27=off']);

    expect(code).toBe(0);
    const [coverage, sweep, judged, verdict, end, ...more] = out.split('\n');
    expect(coverage).toMatch(
      /^coverage: \d+ % of what is within the client's reach came to pass \(--coverage lists it\)$/,
    );
    expect(sweep).toMatch(
      /^every fault by itself, at every point of a run: npx stunt-double sweep \S+ --rules C18=off,C27=off$/,
    );
    expect(judged).toBe('judged by all rules but C18, C27');
    expect(verdict).toMatch(/^✓ nothing broke the client: 2 scenarios {2}seed 0 {2}real .*$/);
    expect([end, ...more]).toEqual(['']);
  });

  test('with --coverage the report says what happened to it and what never did', async () => {
    const folder = temporaryFolder(clients);

    const { code, out } = await run(['check', `${folder}/sound.mjs`, '--runs', '4', '--coverage']);

    expect(code).toBe(0);
    expect(out).toMatch(/^\d+ % of what is within the client's reach came to pass, each in so many scenarios:\n/);
    expect(out).toMatch(/the client succeeds ×\d/);
    expect(out).toMatch(/\nnever happened:\n(?:.*\n)* {2}createDataQuery:\n {4}invalidParameters, /);
    expect(out).toMatch(/\n✓ nothing broke the client: 4 scenarios {2}seed 0 {2}real .*\n$/);
  });

  test('shows how far it is where somebody watches', async () => {
    const folder = temporaryFolder(clients);

    const { err } = await run(['check', `${folder}/sound.mjs`, '--runs', '2'], { tty: true });

    expect(err).toMatch(/\d\/2 scenarios {2}\d+\/s {2}coverage \d+ %/);
  });

  test('the reports of all parts make the report of the whole; each part has its own scenarios', async () => {
    const folder = temporaryFolder(clients);
    const check = (...more: readonly string[]) =>
      run(['check', `${folder}/sound.mjs`, '--runs', '12', '--transport', 'fetch', ...more]);
    const parts = ['1/3', '2/3', '3/3'];

    await check('-r', `json=${folder}/whole.json`);
    for (const part of parts) await check('--shard', part, '-r', `json=${folder}/${part.slice(0, 1)}.json`);
    const files = [3, 1, 2].map((part) => `${folder}/${part}.json`);
    const { code, out } = await run(['merge-reports', ...files, '-r', 'json']);

    expect(code).toBe(0);
    expect(files.map((file) => read(file).runs)).toEqual([4, 4, 4]);
    const withoutRealTime = (text: string): string => text.replace(/"real": \d+/, '"real": 0');
    expect(withoutRealTime(out)).toBe(withoutRealTime(readFileSync(`${folder}/whole.json`, 'utf8')));
  });
});

describe('a client that does something wrong', () => {
  test('merged, its parts tell first what the whole tells, and then what else they found', async () => {
    const folder = temporaryFolder(clients);
    const check = (...more: readonly string[]) =>
      run(['check', `${folder}/hasty.mjs`, '--runs', '100', '--transport', 'fetch', ...more]);

    await check('-r', `json=${folder}/whole.json`);
    for (const part of [1, 2]) await check('--shard', `${part}/2`, '-r', `json=${folder}/${part}.json`);
    const files = [1, 2].map((part) => `${folder}/${part}.json`);
    const merged = await run(['merge-reports', ...files, '-r', 'terminal', '-r', `json=${folder}/merged.json`]);

    const found = files.flatMap((file) => read(file).failures);
    const { failures } = read(`${folder}/merged.json`);
    expect(merged.code).toBe(1);
    expect(failures[0]).toEqual(read(`${folder}/whole.json`).failures[0]);
    expect(failures).toHaveLength(2);
    expect(failures).toEqual(expect.arrayContaining(found));
    expect(merged.out).toMatch(/\n {2}scenario \d+ of seed 0, shrunk:\n/);
    expect(merged.out).toMatch(/\n {2}broken besides: C\d+ .*\n(?: {4}.*\n)* {4}in scenario \d+ of seed 0, shrunk\n/);
    expect(merged.out.match(/\n +replay: npx stunt-double replay sd1_\S+ --client /g)).toHaveLength(2);
  });

  test('a rule that is left out is not looked for', async () => {
    const folder = temporaryFolder(clients);

    const { out } = await run([
      'check',
      `${folder}/hasty.mjs`,
      '--runs',
      '20',
      '--mode',
      'any',
      '--transport',
      'fetch',
      '--rules',
      'none',
    ]);

    expect(out).not.toContain('C7');
  });

  test('what goes against a recommendation breaks nothing, is told with a replay, and fails with --fail-on should', async () => {
    const folder = temporaryFolder(clients);
    const argv = ['check', `${folder}/steady.mjs`, '--runs', '10', '--seed', '2', '--transport', 'fetch'];

    const told = await run(argv);
    const [, line = ''] = /\n {4}replay: npx stunt-double (replay sd1_\S+ --client \S+)\n/.exec(told.out) ?? [];
    const replayed = await run(line.split(' '));
    const failed = await run([...argv, '--fail-on', 'should']);

    expect(told.code).toBe(0);
    expect(told.out).toMatch(/^⚠ C8 backs-off: .*\n(?:.*\n)*? {4}found: at .*: retry \d of \w+ came /);
    expect(replayed).toMatchObject({ code: 0, out: expect.stringMatching(/⚠ C8 backs-off: /) });
    expect(failed.code).toBe(1);
    expect(failed.out).toMatch(/^ {2}broken: C8 backs-off: /);
    expect(failed.out).toMatch(/\n {2}scenario \d+ of seed 2, shrunk:\n/);
  });

  test('an assumption is decided alike in every scenario, the one that is saved too', async () => {
    const folder = temporaryFolder(clients);
    const decided = ['--assume', 'token.lifetime=2h', '-r', 'json'];

    const { out } = await run(['check', `${folder}/hasty.mjs`, '--runs', '200', ...decided]);

    const [failure] = (JSON.parse(out) as CheckSummary).failures;
    expect(readScenario(failure?.scenario ?? '', 'saved.yaml').assumptions).toMatchObject({ 'token.lifetime': '2h' });
  });

  test('what matters is told, by how many runs, and that it broke in a process of its own', async () => {
    const folder = temporaryFolder(clients);
    const { text } = await endOf(folder, ['check', 'hasty.mjs', '--transport', 'fetch', '--seed', '2']);

    expect(text).toMatch(/\n {2}what matters:\n {4}- [^\n]+/);
    expect(text).toMatch(/\n {2}what does not matter: [^\n]+/);
    expect(text.replaceAll(/\n +/g, ' ')).toMatch(
      /told by \d+ runs to shrink it, \d+ to explain it, 2 to see it again, and once in a process of its own(?: the client threw: .*?)? what happened:/,
    );
  });

  deepTest('a client that breaks for what it kept in its process is named as such', async () => {
    const folder = temporaryFolder(clients);
    using running = start(folder, ['check', 'worn.mjs', '--transport', 'fetch', '-r', 'json']);
    using shown = start(folder, ['check', 'worn.mjs', '--transport', 'fetch'], { COLUMNS: '200' });

    const [failure] = (JSON.parse((await running.ended).text) as CheckSummary).failures;

    expect(failure?.told).toMatchObject({ repetition: { runs: 2, broken: 2 }, fresh: 'kept' });
    expect((await shown.ended).text).toContain(
      'in a process of its own it does not break: this client keeps something from one run to the next',
    );
  });

  test('an error that it lets slip breaks it', async () => {
    const folder = temporaryFolder(clients);
    const { code, text } = await endOf(folder, [
      'check',
      'careless.mjs',
      '--runs',
      '2',
      '--rules',
      'none',
      '--mode',
      'any',
      '-r',
      'json',
    ]);

    const { failures, unheard } = JSON.parse(text) as CheckSummary;
    expect(code).toBe(1);
    expect(failures).toMatchObject([
      { rule: 'handles-its-errors', run: 0, seed: 0, token: expect.stringMatching(/^sd1_/) as string },
    ]);
    expect(failures[0]?.evidence[0]).toMatch(
      /^a promise was rejected and nobody heard: Error: lost, at .*careless\.mjs:1:/,
    );
    expect(unheard, 'told once').toEqual([]);
  });
});

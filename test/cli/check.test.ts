import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { CheckSummary } from '../../src/cli/check/summary.ts';
import { readScenario } from '../../src/scenario/read-scenario.ts';
import { folderWith, run } from './begin.ts';
import { clients } from './check-clients.ts';
import { start } from './start.ts';

const read = (file: string): CheckSummary => JSON.parse(readFileSync(file, 'utf8')) as CheckSummary;

describe('a client that does what it should', () => {
  test('passes, and the report says what happened to it and what never did', async () => {
    const folder = folderWith(clients);

    const { code, out } = await run(['check', `${folder}/sound.ts`, '--runs', '4']);

    expect(code).toBe(0);
    expect(out).toMatch(/^came across \(in so many stories\), \d+ % of what is within the client's reach:\n/);
    expect(out).toContain('the client succeeds ');
    expect(out).toMatch(/\nnever happened:\n(?:.*\n)* {2}createDataQuery: .*/);
    expect(out).toMatch(/\n✓ nothing broke the client: 4 stories {2}seed 0 {2}real .*\n$/);
  }, 60_000);

  test('shows how far it is where somebody watches', async () => {
    const folder = folderWith(clients);

    const { err } = await run(['check', `${folder}/sound.ts`, '--runs', '4'], { tty: true });

    expect(err).toMatch(/\d\/4 stories {2}\d+\/s {2}coverage \d+ %/);
  }, 60_000);

  test('the reports of all parts make the report of the whole; each part has its own stories', async () => {
    const folder = folderWith(clients);
    const check = (...more: readonly string[]) => run(['check', `${folder}/sound.ts`, '--runs', '10', ...more]);
    const parts = ['1/3', '2/3', '3/3'];

    await check('-r', `json=${folder}/whole.json`);
    for (const part of parts) await check('--shard', part, '-r', `json=${folder}/${part.slice(0, 1)}.json`);
    const files = [3, 1, 2].map((part) => `${folder}/${part}.json`);
    const { code, out } = await run(['merge-reports', ...files, '-r', 'json']);

    const whole = read(`${folder}/whole.json`);
    const { real: _, ...merged } = JSON.parse(out) as CheckSummary;
    expect(code).toBe(0);
    expect(files.map((file) => read(file).runs)).toEqual([3, 4, 3]);
    expect(whole).toMatchObject({
      ...merged,
      coverage: { cells: merged.coverage?.cells, gaps: merged.coverage?.gaps },
    });
    expect(merged.coverage?.met).toBeCloseTo(whole.coverage?.met ?? -1, 10);
  }, 120_000);
});

describe('a client that does something wrong', () => {
  test('is told with rule, evidence, timeline, story and file; run fails on that file in the same rule', async () => {
    const folder = folderWith(clients);
    const saved = `${folder}/regressions`;

    const { code, out } = await run(['check', `${folder}/hasty.ts`, '--runs', '200', '--regressions', saved]);
    const [name = ''] = readdirSync(saved);
    const words = /replay: npx stunt-double (.*)/.exec(out)?.[1]?.split(' ') ?? [];
    const ran = await run(['run', `${saved}/${name}`, '--client', `${folder}/hasty.ts`]);
    const mended = await run(['run', `${saved}/${name}`, '--client', `${folder}/sound.ts`, '--rules', 'must']);

    expect(code).toBe(1);
    expect(out).toContain('broken: C7 retries-transient: ');
    expect(out).toMatch(/\n {4}found: at .*, #\d+: /);
    expect(out).toContain('see Errors, interface C; npx stunt-double explain C7');
    expect(out).toMatch(/\n {2}the story of run \d+ with seed 0, made short:\n/);
    expect(out).toMatch(/\n {2}what happened:\n {4,}0\.000s {2}clock /);
    expect(out).toContain(`\n  saved as ${saved}/${name}:\n    name: C7 retries-transient\n`);
    expect(words.slice(0, 2)).toEqual(['run', `${saved}/${name}`]);
    expect(ran.code).toBe(1);
    expect(ran.out).toContain('broken: C7 retries-transient: ');
    expect(mended.out).not.toContain('broken: C7');

    const again = await run(['check', `${folder}/hasty.ts`, '--runs', '200', '--regressions', saved]);

    expect(again.code).toBe(1);
    expect(again.out).toContain('a story told before:');
    expect(readdirSync(saved)).toEqual([name]);
  }, 120_000);

  test('not saved, it comes with a token that replays it', async () => {
    const folder = folderWith(clients);

    const { out } = await run(['check', `${folder}/hasty.ts`, '--runs', '200', '--rules', 'C7=must']);
    const words = /replay: npx stunt-double (.*)/.exec(out)?.[1]?.split(' ') ?? [];
    const again = await run(words);

    expect(words[0]).toBe('replay');
    expect(again.code).toBe(1);
    expect(again.out).toContain('broken: C7');
  }, 120_000);

  test('a rule that is left out is not looked for', async () => {
    const folder = folderWith(clients);

    const { out } = await run(['check', `${folder}/hasty.ts`, '--runs', '20', '--mode', 'any', '--rules', 'none']);

    expect(out).not.toContain('C7');
  }, 60_000);

  test('an assumption is decided alike in every story, the one that is saved too', async () => {
    const folder = folderWith(clients);
    const decided = ['--assume', 'token.lifetime=2h', '-r', 'json'];

    const { out } = await run(['check', `${folder}/hasty.ts`, '--runs', '200', ...decided]);

    const [failure] = (JSON.parse(out) as CheckSummary).failures;
    expect(readScenario(failure?.scenario ?? '', 'saved.yaml').assumptions).toMatchObject({ 'token.lifetime': '2h' });
  }, 120_000);

  test('an error that it lets slip breaks it', async () => {
    const folder = folderWith(clients);
    using running = start(folder, [
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

    const { code, text } = await running.ended;

    const { failures, unheard } = JSON.parse(text) as CheckSummary;
    expect(code).toBe(1);
    expect(failures).toEqual([]);
    expect(unheard[0]).toMatchObject({
      found: 'a promise was rejected and nobody heard: Error: lost',
      place: expect.stringContaining('careless.mjs:1:'),
    });
  }, 60_000);
});

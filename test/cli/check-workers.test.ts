import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { CheckSummary } from '../../src/cli/check/summary.ts';
import { folderWith, run } from './begin.ts';
import { clients } from './check-clients.ts';
import { start } from './start.ts';

test('workers tell the same stories together as one process does alone', async () => {
  const folder = folderWith(clients);
  const argv = ['check', 'sound.ts', '--runs', '9', '-r', 'json'];
  using shared = start(folder, [...argv, '--workers', '2']);
  using alone = start(folder, argv);

  const [one, other] = await Promise.all([shared.ended, alone.ended]);

  const [{ real: _, ...merged }, { real: _alone, ...whole }] = [one, other].map(
    ({ text }) => JSON.parse(text) as CheckSummary,
  ) as [CheckSummary, CheckSummary];
  expect([one.code, other.code]).toEqual([0, 0]);
  expect(merged.coverage?.met).toBeCloseTo(whole.coverage?.met ?? -1, 10);
  expect({ ...merged, coverage: { ...merged.coverage, met: 0 } }).toEqual({
    ...whole,
    coverage: { ...whole.coverage, met: 0 },
  });
}, 120_000);

test('they find what one process finds, and save it under the same name', async () => {
  const folder = folderWith(clients);
  const argv = ['check', 'hasty.ts', '--runs', '200'];
  using shared = start(folder, [...argv, '--workers', '2', '--regressions', 'shared']);
  const { code, text } = await shared.ended;
  await run(['check', `${folder}/hasty.ts`, '--runs', '200', '--regressions', `${folder}/alone`]);

  expect(code).toBe(1);
  expect(text).toContain('saved as shared/');
  expect(readdirSync(`${folder}/shared`)).toEqual(readdirSync(`${folder}/alone`));
}, 120_000);

test('one that ends without a word is told, and nothing passes for a success', async () => {
  const folder = folderWith(clients);
  using shared = start(folder, ['check', 'quitter.mjs', '--workers', '2']);

  const { code, text } = await shared.ended;

  expect(code).toBe(2);
  expect(text).toMatch(/error: worker [12]\/2: it ended without a report: exit code 2/);
}, 60_000);

test.each([
  { how: 'alone', more: [] },
  { how: 'with workers', more: ['--workers', '2'] },
])(
  'Ctrl-C ends it with 130, and says how far it was, $how',
  async ({ more }) => {
    const folder = folderWith(clients);
    using running = start(folder, ['check', 'endless.mjs', '--time', '1h', ...more]);

    await running.said('begun');
    running.interrupt();
    const { code, text } = await running.ended;

    expect(code).toBe(130);
    expect(text).toContain('\ninterrupted\n');
    expect(text).toContain('interrupted: not all stories were told\n');
  },
  60_000,
);

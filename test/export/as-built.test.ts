import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { expect, test } from 'vitest';
import { openTemporaryFolder } from '../../scripts/temporary-folder.ts';
import { builtProgram } from '../built.ts';
import { run } from '../cli/begin.ts';
import { files, play } from './runs.ts';

/* In the package a run is drawn by the program of the pages. (scripts/build/page.mjs) */

const forms = ['svg', 'lives', 'perfetto'] as const;

test('the command line as it is built draws every run as its sources do', async () => {
  using folder = openTemporaryFolder();
  const runs = await play(files);

  for (const [at, { entries }] of runs.entries()) {
    const trace = join(folder.path, `${at}.jsonl`);
    writeFileSync(trace, entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
    const args = ['export', trace, '--as', forms[at % forms.length] ?? 'svg'];

    const built = spawnSync(process.execPath, [builtProgram(), ...args], { encoding: 'utf8', env: {} });

    expect(built.stdout).toBe((await run(args)).out);
    expect(built.status).toBe(0);
  }
  expect(runs.length).toBeGreaterThanOrEqual(files.length);
});

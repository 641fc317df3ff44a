/**
 * Runs the library of scenarios at each of the first seeds against the example client, a process for each seed and as many at
 * once as there are cores, and says which scenario was broken at which. The package has to be built.
 *
 * npx tsx scripts/every-seed.ts [--seeds 100] [--from 1] [--workers 2]
 */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { parseOptions } from './parse-options.ts';
import { openTemporaryFolder } from './temporary-folder.ts';

const { values } = parseOptions({
  options: {
    seeds: { type: 'string', default: '100' },
    from: { type: 'string', default: '1' },
    workers: { type: 'string', default: String(availableParallelism()) },
  },
});

/** Of a report as JSON, what is read here. */
interface Report {
  readonly scenarios: readonly { readonly name: string; readonly verdict: string; readonly replay: string }[];
}

const root = resolve(import.meta.dirname, '..');
const command = [
  'dist/cjs/cli/main.js',
  'run',
  'scenarios',
  '--client',
  'scenarios/clients/import-orders.ts',
  '--example',
];
const count = Number(values.seeds);
const seeds = Array.from({ length: count }, (_, index) => Number(values.from) + index);
using folder = openTemporaryFolder();

const failed: string[] = [];
let played = 0;
let done = 0;

/** What became of all scenarios at one seed. */
const runSeed = (seed: number): Promise<void> =>
  new Promise((next) => {
    const file = join(folder.path, `${seed}.json`);
    const args = [...command, '--seed', String(seed), '--reporter', `json=${file}`];
    const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'ignore', 'pipe'] });
    let said = '';
    child.stderr.on('data', (data: Buffer) => (said += data.toString()));
    child.on('close', (status) => {
      const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
      const { scenarios } = text === '' ? { scenarios: [] } : (JSON.parse(text) as Report);
      const broken = scenarios.filter(({ verdict }) => verdict !== 'kept');
      const lines = broken.map(({ name, replay }) => `seed ${seed}: ${name}\n    ${replay}`);
      if (status !== 0 && broken.length === 0) lines.push(`seed ${seed}: the run ended with ${status}\n    ${said}`);
      played += scenarios.length;
      done += 1;
      failed.push(...lines);
      const verdict = lines.length === 0 ? '✓' : '✗';
      process.stdout.write(
        `${verdict} seed ${seed}: ${scenarios.length - broken.length} of ${scenarios.length} kept (${done}/${count})\n`,
      );
      for (const line of lines) process.stdout.write(`  ${line}\n`);
      next();
    });
  });

const work = async (): Promise<void> => {
  for (let seed = seeds.shift(); seed !== undefined; seed = seeds.shift()) await runSeed(seed);
};
await Promise.all(Array.from({ length: Number(values.workers) }, work));

process.stdout.write(`\n${played} runs at ${count} seeds, ${failed.length} broken\n`);
for (const line of failed) process.stdout.write(`${line}\n`);
process.exitCode = failed.length === 0 && played > 0 ? 0 : 1;

/**
 * Plays the library of scenarios to the example client on every major version of Node that is supported, and compares the traces
 * byte by byte: the same seed gives the same trace everywhere. At the scenarios' own seeds, and at others where those are asked
 * for. The versions are installed into scripts/nodes when they are not there yet: Linux on x64 only. The package has to be built.
 *
 * npx tsx scripts/traces-on-every-node.ts [--seed 1 --seed 2] [--only consent]
 */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { readNodes } from './nodes/binaries.ts';
import { parseOptions } from './parse-options.ts';
import { openTemporaryFolder } from './temporary-folder.ts';
import { firstDifference } from './traces/first-difference.ts';

const { values } = parseOptions({
  options: { seed: { type: 'string', multiple: true, default: [] }, only: { type: 'string' } },
});

const root = resolve(import.meta.dirname, '..');
const command = ['dist/cjs/cli/main.js', 'run', 'scenarios', '--client', 'scenarios/clients/import-orders.ts'];
const chosen = values.only === undefined ? [] : ['--only', values.only];
using folder = openTemporaryFolder();

/** The traces of one run, by their paths. */
const readTraces = (path: string): ReadonlyMap<string, string> =>
  new Map(
    readdirSync(path, { recursive: true, encoding: 'utf8' })
      .filter((name) => statSync(join(path, name)).isFile())
      .sort()
      .map((name) => [name, readFileSync(join(path, name), 'utf8')]),
  );

let wrong = 0;
const say = (line: string): unknown => process.stdout.write(`${line}\n`);

for (const seed of [undefined, ...values.seed]) {
  let reference: { readonly version: string; readonly traces: ReadonlyMap<string, string> } | undefined;
  for (const { path, version, env } of readNodes()) {
    const traces = join(folder.path, `${seed ?? 'own'}-${version}`);
    const seeds = seed === undefined ? [] : ['--seed', seed];
    const args = [...command, '--example', ...chosen, ...seeds, '--trace', traces, '--reporter', 'tap=/dev/null'];
    const { status, stderr } = spawnSync(path, args, { cwd: root, env, encoding: 'utf8' });
    if (status !== 0) throw new Error(`on Node ${version} the library ended with ${status}\n${stderr}`);
    const written = readTraces(traces);
    reference ??= { version, traces: written };
    const differences = [...new Set([...reference.traces.keys(), ...written.keys()])].flatMap((name) => {
      const found = firstDifference(reference?.traces.get(name), written.get(name));
      return found === undefined ? [] : [`  ${name}: ${found}`];
    });
    wrong += differences.length;
    const as = version === reference.version ? '' : `, ${differences.length} of them not as on ${reference.version}`;
    say(`${seed === undefined ? 'own seeds' : `seed ${seed}`}, Node ${version}: ${written.size} traces${as}`);
    for (const line of differences) say(line);
  }
}
process.exitCode = wrong === 0 ? 0 : 1;

/**
 * Runs both test suites, all scenarios and installs by strict installers on every major version of Node that is supported, one
 * after the other, and says how each fared. The versions are installed into scripts/nodes when they are not there yet: Linux on x64 only. The package has
 * to be built.
 *
 * npx tsx scripts/on-every-node.ts [--only 24 --only 26] [--job tests --job scenarios] [what vitest run is to be given, such as test/transport]
 */
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import process from 'node:process';
import { readNodes } from './nodes/binaries.ts';
import { parseOptions } from './parse-options.ts';

const root = resolve(import.meta.dirname, '..');

const { values, positionals } = parseOptions({
  allowPositionals: true,
  options: { only: { type: 'string', multiple: true }, job: { type: 'string', multiple: true } },
});

/** What is run on each of them; whatever a test starts by the name `node` is the same version. */
const jobs: Readonly<Record<string, readonly string[]>> = {
  tests: ['node_modules/vitest/vitest.mjs', 'run', '--reporter=dot', ...positionals],
  'tests in depth': ['node_modules/vitest/vitest.mjs', 'run', '--mode', 'deep', '--reporter=dot', ...positionals],
  scenarios: ['dist/cjs/cli/main.js', 'run', 'scenarios', '--client', 'scenarios/clients/import-orders.ts'],
  ...(positionals.length === 0 && {
    'strict installs': ['node_modules/tsx/dist/cli.mjs', 'scripts/strict-installs.ts'],
  }),
};

const unknown = values.job?.filter((name) => !Object.hasOwn(jobs, name)) ?? [];
if (unknown.length > 0) throw new Error(`there is no ${unknown.join(', ')}: --job ${Object.keys(jobs).join(', ')}`);

const failed: string[] = [];
for (const { path, version, major, env } of readNodes()) {
  if (values.only?.includes(String(major)) === false) continue;
  for (const [name, args] of Object.entries(jobs)) {
    if (values.job?.includes(name) === false) continue;
    process.stdout.write(`\n=== Node ${version}: ${name}\n`);
    const { status } = spawnSync(path, args, { cwd: root, stdio: 'inherit', env });
    if (status !== 0) failed.push(`${name} on Node ${version}`);
  }
}

process.stdout.write(failed.length === 0 ? '\nAll passed.\n' : `\nFailed: ${failed.join(', ')}\n`);
process.exitCode = failed.length === 0 ? 0 : 1;

/**
 * Does what the README says, word by word, in empty projects that have installed the package as it would be published: the
 * client, its test by vitest and by Jest, and the check of it, by the Node that runs this. The package has to be built.
 *
 * npx tsx scripts/first-steps.ts
 */
import { spawnSync } from 'node:child_process';
import { delimiter, dirname } from 'node:path';
import process from 'node:process';
import { readme, readmeFiles } from './first-steps/readme-files.ts';
import { openEmptyProject } from './packed/empty-project.ts';
import { packPackage } from './packed/pack.ts';

/** `npx stunt-double check …`, as the README has it. */
const [, checked = ''] = /`npx stunt-double (check import-orders\.cjs [^`]*)`/.exec(readme) ?? [];

const manifest = { name: 'app', private: true, jest: { testEnvironment: 'stunt-double/jest-environment' } };
const client = 'import-orders.cjs';

interface FirstStep {
  readonly name: string;
  /** What stands beside the client. */
  readonly files: readonly string[];
  readonly packages: readonly string[];
  readonly run: readonly string[];
}

const steps: readonly FirstStep[] = [
  { name: 'vitest', files: ['orders.test.mjs'], packages: ['vitest'], run: ['node_modules/vitest/vitest.mjs', 'run'] },
  {
    name: 'Jest',
    files: ['orders.test.cjs'],
    packages: ['jest', '@jest/globals', 'expect', 'jest-environment-node'],
    run: ['node_modules/jest/bin/jest.js', '--watchman=false', '--cacheDirectory=cache'],
  },
  {
    name: 'check',
    files: [],
    packages: ['fast-check'],
    run: ['node_modules/stunt-double/dist/cjs/cli/main.js', ...checked.split(' ')],
  },
];

using packed = packPackage();

/** Runs a step in a project of its own, and says how it ended. */
const take = ({ name, files, packages, run }: FirstStep) => {
  const written = [client, ...files].map((file) => [file, readmeFiles[file] ?? ''] as const);
  const given = { 'package.json': JSON.stringify(manifest), ...Object.fromEntries(written) };
  using project = openEmptyProject(packed, { name, files: given, packages });
  const PATH = [dirname(process.execPath), process.env['PATH']].join(delimiter);
  const env = { ...process.env, PATH, NO_COLOR: '1' };
  return spawnSync(process.execPath, run, { cwd: project.folder, env, encoding: 'utf8', timeout: 300_000 });
};

let failed = 0;
for (const step of steps) {
  const { status, stdout, stderr } = take(step);
  process.stdout.write(`${status === 0 ? '✓' : '✗'} Node ${process.version}: ${step.name}\n`);
  if (status === 0) continue;
  failed += 1;
  process.stdout.write(`${stdout}${stderr}\n`);
}

process.exitCode = failed === 0 ? 0 : 1;

/**
 * Installs the package as it would be published in a copy of each project of examples/, without a network, and runs all that its
 * package.json has scripts for. The package has to be built.
 *
 * npx tsx scripts/examples.ts [name...]
 */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { openEmptyProject } from './packed/empty-project.ts';
import { packPackage } from './packed/pack.ts';

const examples = resolve(import.meta.dirname, '../examples');

/** What an example needs of a machine besides Node. */
const programs: Readonly<Record<string, string>> = { python: 'python3' };

interface Manifest {
  readonly scripts: Readonly<Record<string, string>>;
  readonly dependencies?: object;
  readonly devDependencies: object;
}

const readExample = (name: string): Readonly<Record<string, string>> => {
  const folder = join(examples, name);
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules'))
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
  return Object.fromEntries(paths.map((path) => [path, readFileSync(join(folder, path), 'utf8')]));
};

const named = process.argv.slice(2);
const all = readdirSync(examples, { withFileTypes: true }).flatMap((one) => (one.isDirectory() ? one.name : []));

using packed = packPackage();
const failed: string[] = [];
for (const name of named.length > 0 ? named : all) {
  const needed = programs[name];
  if (needed !== undefined && spawnSync(needed, ['--version']).status !== 0) {
    process.stdout.write(`\n=== ${name}: not run, for there is no ${needed} on this machine: install it\n`);
    failed.push(name);
    continue;
  }
  const files = readExample(name);
  const { scripts, dependencies = {}, devDependencies } = JSON.parse(files['package.json'] ?? '') as Manifest;
  const packages = Object.keys({ ...dependencies, ...devDependencies }).filter((one) => one !== 'stunt-double');
  using project = openEmptyProject(packed, { name, files, packages });
  for (const script of Object.keys(scripts)) {
    const began = performance.now();
    const { exit, output } = project.npm('run', '--silent', script);
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    process.stdout.write(
      `\n=== ${name}: npm run ${script} (${exit === 0 ? 'passed' : `ended with ${exit}`}, ${seconds} s)\n${output}`,
    );
    if (exit !== 0) failed.push(`${name}: ${script}`);
  }
}

process.stdout.write(failed.length === 0 ? '\nAll green.\n' : `\nfailed: ${failed.join(', ')}\n`);
process.exitCode = failed.length === 0 ? 0 : 1;

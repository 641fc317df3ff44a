/**
 * Installs the package as it would be published in a copy of each project of examples/, without a network, and runs all that its
 * package.json has scripts for. The package has to be built.
 *
 * npx tsx scripts/examples.ts [--install] [name...]
 *
 * Clients in other languages need their languages. With --install those are installed, where apt-get is.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { installNeeds, missingFor } from './examples/needs.ts';
import { openEmptyProject } from './packed/empty-project.ts';
import { packPackage } from './packed/pack.ts';
import { parseOptions } from './parse-options.ts';

const examples = resolve(import.meta.dirname, '../examples');

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

const { values, positionals: named } = parseOptions({
  allowPositionals: true,
  options: { install: { type: 'boolean', default: false } },
});
if (values.install) installNeeds();
const all = readdirSync(examples, { withFileTypes: true }).flatMap((one) => (one.isDirectory() ? one.name : []));

/** Go would build its own library anew for each home. */
const env = { GOCACHE: resolve(import.meta.dirname, '../node_modules/.cache/go-build') };

using packed = packPackage();
const failed: string[] = [];
const notRun: string[] = [];
for (const name of named.length > 0 ? named : all) {
  const missing = missingFor(name);
  if (missing.length > 0) {
    for (const one of missing) process.stdout.write(`\n=== ${name}: not run, for ${one}\n`);
    notRun.push(name);
    continue;
  }
  const files = readExample(name);
  const { scripts, dependencies = {}, devDependencies } = JSON.parse(files['package.json'] ?? '') as Manifest;
  const packages = Object.keys({ ...dependencies, ...devDependencies }).filter((one) => one !== 'stunt-double');
  using project = openEmptyProject(packed, { name, files, packages, env });
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

const green = notRun.length === 0 ? 'All green.' : `Green, but for what was not run here: ${notRun.join(', ')}.`;
process.stdout.write(failed.length === 0 ? `\n${green}\n` : `\nfailed: ${failed.join(', ')}\n`);
process.exitCode = failed.length === 0 ? 0 : 1;

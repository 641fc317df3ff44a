/**
 * Asks Node, Bun and Deno the same small programs, that of docs/how-to/bun-and-deno.md among them, in a project that has installed the package as it would be published:
 * each has to end well, and to say what it says in Node. Bun and Deno are installed into scripts/runtimes when they are not
 * there yet: Linux on x64 only. The package has to be built.
 *
 * npx tsx scripts/on-every-runtime.ts
 */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { ownModules } from './own-modules.ts';
import { openEmptyProject } from './packed/empty-project.ts';
import { packPackage } from './packed/pack.ts';
import { readPage } from './pages/followed.ts';
import { readSteps, writeAll } from './pages/read-steps.ts';

const modules = ownModules(join(import.meta.dirname, 'runtimes'));

/** How each runs a file. */
const runtimes: Readonly<Record<string, readonly string[]>> = {
  Node: [process.execPath],
  Bun: [join(modules, '@oven/bun-linux-x64/bin/bun')],
  Deno: [join(modules, '@deno/linux-x64-glibc/deno'), 'run', '--no-prompt', '--allow-read'],
};

const folder = resolve(import.meta.dirname, '../test/runtimes');
const manifest = { type: 'module', dependencies: { 'stunt-double': '*' } };
const files: Record<string, string> = { 'package.json': JSON.stringify(manifest) };
for (const name of readdirSync(folder)) files[name] = readFileSync(join(folder, name), 'utf8');
Object.assign(files, writeAll(readSteps(readPage('how-to/bun-and-deno.md'))));
const programs = Object.keys(files).filter((name) => name.endsWith('.mjs') && name !== 'client.mjs');

using packed = packPackage();
using project = openEmptyProject(packed, { name: 'any runtime', files, packages: [] });

let failed = 0;
for (const program of programs) {
  let expected: string | undefined;
  for (const [name, [command = '', ...args]] of Object.entries(runtimes)) {
    const options = { cwd: project.folder, encoding: 'utf8', timeout: 60_000 } as const;
    const { status, stdout, stderr } = spawnSync(command, [...args, program], options);
    expected ??= stdout;
    const isFine = status === 0 && stdout === expected;
    process.stdout.write(`${isFine ? '✓' : '✗'} ${name}: ${program}\n`);
    if (isFine) continue;
    failed += 1;
    process.stdout.write(status === 0 ? `says something else than Node:\n${stdout}\n` : stderr);
  }
}

process.stdout.write(failed === 0 ? '\nAll green.\n' : `\n${failed} programs failed\n`);
process.exitCode = failed === 0 ? 0 : 1;

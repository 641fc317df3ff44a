/**
 * Packs the package as it would be published, and compiles programs that use it in empty projects: by six versions of
 * TypeScript, for each way to resolve modules, with `skipLibCheck: false`. fast-check is never there, and vitest and Jest only
 * where a program imports them. The compilers are installed into scripts/compilers when they are not there yet. The package has
 * to be built.
 *
 * npx tsx scripts/type-consumers.ts [--only 5.4]
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { ownModules } from './own-modules.ts';
import { type EmptyProject, openEmptyProject } from './packed/empty-project.ts';
import { packPackage } from './packed/pack.ts';
import { parseOptions } from './parse-options.ts';
import { type Consumer, consumers, type Resolution } from './type-consumers/programs.ts';

const { values } = parseOptions({ options: { only: { type: 'string' } } });

const modules = ownModules(join(import.meta.dirname, 'compilers'));

const compilers = readdirSync(modules)
  .filter((name) => /^typescript\d+$/.test(name))
  .toSorted()
  .map((name) => ({ folder: join(modules, name), version: versionOf(join(modules, name)) }))
  .filter(({ version }) => values.only === undefined || version.startsWith(`${values.only}.`));

function versionOf(folder: string): string {
  return (JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { readonly version: string }).version;
}

const compilerOptions = {
  target: 'es2022',
  lib: ['es2023', 'esnext.disposable'],
  strict: true,
  exactOptionalPropertyTypes: true,
  noEmit: true,
  skipLibCheck: false,
  types: [],
};

/** The files of a project: each program as an ES module and as CommonJS, but where that makes no difference. */
const filesOf = ({ programs, modulesAlone }: Consumer, resolution: Resolution): readonly string[] =>
  Object.keys(programs).flatMap((name) => {
    if (resolution === 'bundler' || resolution === 'node10') return [`${name}.ts`];
    return modulesAlone.includes(name) ? [`${name}.mts`] : [`${name}.mts`, `${name}.cts`];
  });

/** What a compiler has against the programs or the package; types of others are theirs to mend. */
const compile = (project: EmptyProject, compiler: string, consumer: Consumer, resolution: Resolution) => {
  const module = { node10: 'commonjs', node16: 'node16', nodenext: 'nodenext', bundler: 'esnext' }[resolution];
  const options = { ...compilerOptions, module, moduleResolution: resolution };
  const config = { compilerOptions: options, files: filesOf(consumer, resolution) };
  writeFileSync(join(project.folder, 'tsconfig.json'), JSON.stringify(config));
  const { exit, output } = project.node(join(compiler, 'bin/tsc'), '--pretty', 'false');
  const errors = output.split('\n').filter((line) => /error TS\d+/.test(line));
  if (exit !== 0 && errors.length === 0) return [output];
  return errors.filter((line) => /^(?:\w+\.[cm]?ts\(|node_modules\/stunt-double\/|error )/.test(line));
};

using packed = packPackage();
let failed = 0;
for (const consumer of consumers) {
  const { name, packages, programs, resolutions } = consumer;
  const sources = Object.entries(programs).flatMap(([program, text]) =>
    ['ts', 'mts', 'cts'].map((ending) => [`${program}.${ending}`, text] as const),
  );
  const files = { 'package.json': '{ "type": "module" }\n', ...Object.fromEntries(sources) };
  using project = openEmptyProject(packed, { name, files, packages });
  for (const { folder, version } of compilers) {
    for (const resolution of resolutions) {
      if (resolution === 'node10' && !version.startsWith('5.')) continue;
      const errors = compile(project, folder, consumer, resolution);
      process.stdout.write(`${errors.length === 0 ? '✓' : '✗'} TypeScript ${version}, ${resolution}: ${name}\n`);
      if (errors.length === 0) continue;
      process.stdout.write(`${errors.join('\n')}\n`);
      failed += 1;
    }
  }
}

process.stdout.write(failed === 0 ? '\nAll compile.\n' : `\n${failed} do not compile\n`);
process.exitCode = failed === 0 ? 0 : 1;

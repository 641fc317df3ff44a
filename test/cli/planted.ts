import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import process from 'node:process';
import { buildSync } from 'esbuild';

const project = resolve(import.meta.dirname, '../..');
/** Within the project, so that what it imports and what is shipped beside it are found. */
const folder = resolve(project, 'node_modules/.cache/planted');

/**
 * The command line, made of its sources, with a module that changes them loaded first; in one file, for to load its many sources
 * takes longer than what is asked of it.
 */
export const plantedProgram = (first: string): string => {
  const contents = [first, `${project}/src/cli/main.ts`].map((path) => `import ${JSON.stringify(path)};\n`).join('');
  const [built] = buildSync({
    stdin: { contents, resolveDir: project },
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    // The package says of its sources that to load them does nothing.
    ignoreAnnotations: true,
    write: false,
    logLevel: 'error',
  }).outputFiles;
  const program = `${folder}/${basename(first, '.ts')}.mjs`;
  const own = `${program}-${process.pid}`;
  mkdirSync(folder, { recursive: true });
  writeFileSync(own, built?.contents ?? '');
  // Another process may be about to load it.
  renameSync(own, program);
  return program;
};

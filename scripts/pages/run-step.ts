import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { openEmptyProject } from '../packed/empty-project.ts';
import type { Packed } from '../packed/pack.ts';
import type { Project, Run } from './read-steps.ts';

const manifest = '{ "name": "app", "private": true, "type": "module" }\n';

/** What is another at each run: how long it really took. And what nobody reads: the whole of a token. */
const steady = (output: string): string =>
  output
    .replaceAll(/real [\d.]+ m?s\b/g, 'real … s')
    .replaceAll(/\b(sd1_[\w-]{6})[\w-]+/g, '$1…')
    .replaceAll(/[^\S\n]+$/gm, '');

/** Runs the commands of a step in an empty project that has the package and these files. Says what they print, and how the last of them ended. */
export const runStep = (
  packed: Pick<Packed, 'tarball'>,
  files: Project,
  { commands }: Run,
): { exit: number | null; output: string } => {
  using project = openEmptyProject(packed, {
    name: 'followed',
    files: { 'package.json': manifest },
    packages: ['fast-check'],
  });
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(project.folder, path)), { recursive: true });
    writeFileSync(join(project.folder, path), text);
  }
  let exit: number | null = 0;
  let output = '';
  for (const command of commands) {
    const [program, ...words] = command.split(' ');
    const args = program === 'npx' ? ['node_modules/.bin/stunt-double', ...words.slice(1)] : words;
    const ended = project.node(...args);
    exit = ended.exit;
    output += ended.output;
  }
  return { exit, output: steady(output) };
};

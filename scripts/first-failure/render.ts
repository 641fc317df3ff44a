import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { openProject } from '../../test/runner/project.ts';
import { type Failure, failures } from './failures.ts';

/** The page of first failures: each is run in a project of its own, with the package as it is built. */
export const renderFirstFailures = async (): Promise<string> => {
  const parts: string[] = [];
  for (const failure of failures) parts.push(await renderFailure(failure));
  return `${head}${madeWith(process.version)}\n\n${parts.join('\n')}`;
};

const head = `<!-- Written by scripts/first-failure.ts: the projects are in scripts/first-failure/failures.ts. -->
# The first failure

What is printed when something breaks: small projects, run as they stand here, and all that they print. Lengths of real time
and what depends on the machine are left out. \`npx stunt-double explain <word>\` says what any word in it means.

`;

/** What Node itself prints is that of one version. */
export const madeWith = (version: string): string => `Made with Node ${version.replace(/^v(\d+).*/, '$1')}.`;

export const renderFailure = async (failure: Failure): Promise<string> => {
  const { title, about, shown, files, typed } = failure;
  const language = shown.endsWith('.yaml') ? 'yaml' : 'js';
  const source = [`\`${shown}\``, '', `\`\`\`${language}`, (files[shown] ?? '').trimEnd(), '```'];
  const output = ['```text', `$ ${typed}`, await play(failure), '```'];
  return [`## ${title}`, '', about, '', ...source, '', ...output, ''].join('\n');
};

const play = async ({ files, program, args }: Failure): Promise<string> => {
  using project = openProject();
  for (const [name, text] of Object.entries(files)) writeFileSync(join(project.folder, name), text);
  const { output } = await project.run(program, args, { COLUMNS: '100' });
  return normalize(output, project.folder);
};

/** What differs from one machine, or one run, to the next. */
const normalize = (output: string, folder: string): string =>
  output
    .replaceAll(`file://${folder}/`, '')
    .replaceAll(`${folder}/`, '')
    .replaceAll(folder, '.')
    .replace(/(?:file:\/\/)?\S*\/node_modules\//g, 'node_modules/')
    // How deep a stack goes in here, and in Node, is nobody's affair.
    .replace(/^ *at .*(?:node_modules\/|node:).*\n/gm, '')
    .replace(/^(?:Node\.js v.*|node:internal.*\n +triggerUncaughtException\(.*\n +\^| +errno: .*)\n/gm, '')
    .replace(/^.*(?:Start at|Duration|RUN {2}v|Time:|Ran all test|Snapshots:|duration_ms).*\n?/gm, '')
    .replace(/real +\d+(?:\.\d+)? ?m?s/g, 'real …')
    .replace(/ \(?\d+(?:\.\d+)? ?ms\)?$/gm, '')
    .replace(/[ \t]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim();

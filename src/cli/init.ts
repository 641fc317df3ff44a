import { resolve } from 'node:path';
import type { Terminal } from '../print/terminal.ts';
import { showPath } from '../print/show-path.ts';
import { type ExitCode, exitCodes } from './exit-codes.ts';
import { draftFiles, testCommandOf } from './init/files.ts';
import { examineProject, type Project } from './init/project.ts';
import { sayRun } from './init/workflow.ts';
import { sayPlainly } from './say-plainly.ts';
import { writeNew } from './init/write.ts';

/**
 * Gives a project its first client, scenario, test and CI steps. What is there already is left as it is. Throws Misuse
 * BAD_OPTION.
 */
export const initProject = async (typed: string, { stdout }: Terminal): Promise<ExitCode> => {
  const folder = resolve(typed);
  const project = await examineProject(folder);
  const files = draftFiles(project);
  const written = await writeNew(folder, files);
  const width = Math.max(...files.map(({ path }) => path.length));
  sayPlainly(stdout, `test runner: ${project.runner.name}, for ${project.runner.because}\n`);
  if (project.unread !== undefined) sayPlainly(stdout, `language: JavaScript, for ${project.unread}\n`);
  for (const { path, what } of files) {
    const isWritten = written.has(path);
    sayPlainly(
      stdout,
      `${isWritten ? 'wrote ' : 'kept  '} ${path.padEnd(width)}  ${isWritten ? what : 'it was there already'}\n`,
    );
  }
  sayPlainly(stdout, sayNext(showPath(folder), project));
  return exitCodes.kept;
};

const sayNext = (folder: string, project: Project): string => {
  const rows = [
    [sayRun(project, { program: 'stunt-double run', isInstalled: true }), 'plays the scenario to the client'],
    [sayRun(project, testCommandOf(project)), 'runs the test'],
    [
      sayRun(project, { program: 'stunt-double check', isInstalled: true }),
      `looks for what breaks the client${project.hasFastCheck ? '' : `; it needs fast-check (${addOf(project)})`}`,
    ],
  ] as const;
  const width = Math.max(...rows.map(([command]) => command.length));
  const lines = rows.map(([command, does]) => `  ${command.padEnd(width)}  ${does}\n`);
  return `\nnext${folder === '.' ? '' : `, in ${folder}`}:\n${lines.join('')}`;
};

const addOf = ({ packages }: Project): string =>
  packages === 'npm' ? 'npm i -D fast-check' : `${packages} add -D fast-check`;

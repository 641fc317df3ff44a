import { diffClients } from '../../check/diff/diff-clients.ts';
import { printDiff } from '../../check/diff/print-diff.ts';
import type { Terminal } from '../../print/terminal.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { interrupted } from '../interruption.ts';
import { loadClient } from '../load-client.ts';
import { openJson } from '../outlets.ts';
import { showPath } from '../../print/show-path.ts';
import { readCount, readSearchOptions, type SearchArguments } from './arguments.ts';
import { chooseNamed, configure } from './configure.ts';
import { say, showWork } from './long-work.ts';

/** What was typed after `diff`. */
export interface DiffArguments extends SearchArguments {
  readonly before: string;
  readonly after: string;
  readonly runs?: string;
  readonly json?: string;
}

/** Runs two clients through the same scenarios, and says what is different; 1 when anything is. Throws Misuse BAD_OPTION, CLIENT_INVALID. */
export const showDifferences = async (typed: DiffArguments, terminal: Terminal): Promise<ExitCode> => {
  await terminal.watchThread?.();
  const { args } = await configure(typed);
  const options = {
    ...readSearchOptions(args),
    ...(args.runs !== undefined && { runs: readCount('--runs', args.runs, 1) }),
  };
  const [one, other] = [chooseNamed(args.before, undefined), chooseNamed(args.after, undefined)];
  const [before, after] = [await loadClient(one), await loadClient(other)];
  const writeJson = await openJson(args.json);
  const report = await showWork((onProgress) => diffClients(before, after, { ...options, onProgress }), terminal);
  if (report === interrupted) return exitCodes.interrupted;
  say(`${showPath(one.file)} -> ${showPath(other.file)}\n${printDiff(report)}`, terminal);
  await writeJson(report);
  return report.differences.length === 0 ? exitCodes.kept : exitCodes.broken;
};

import { diffClients, printDiff } from '../../check/diff/diff-clients.ts';
import type { Terminal } from '../../report/terminal.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { interrupted } from '../interruption.ts';
import { readRules, readSeed } from '../options.ts';
import { readCount, readTime } from './arguments.ts';
import { loadNamed, say, showWork } from './long-work.ts';

/** What was typed after `diff`. */
export interface DiffArguments {
  readonly before: string;
  readonly after: string;
  readonly runs?: string;
  readonly time?: string;
  readonly seed?: string;
  readonly rules?: string;
}

/** Tells two clients the same stories, and says what is different; 1 when anything is. Throws Misuse BAD_OPTION, CLIENT_INVALID. */
export const showDifferences = async (args: DiffArguments, terminal: Terminal): Promise<ExitCode> => {
  const options = {
    ...(args.runs !== undefined && { runs: readCount('--runs', args.runs, 1) }),
    ...(args.time !== undefined && { time: readTime(args.time) }),
    ...(args.seed !== undefined && { seed: readSeed(args.seed) }),
    ...(args.rules !== undefined && { rules: readRules(args.rules) }),
  };
  const [before, after] = [await loadNamed(args.before), await loadNamed(args.after)];
  const report = await showWork((onProgress) => diffClients(before, after, { ...options, onProgress }), terminal);
  if (report === interrupted) return exitCodes.interrupted;
  say(printDiff(report), terminal);
  return report.differences.length === 0 ? exitCodes.kept : exitCodes.broken;
};

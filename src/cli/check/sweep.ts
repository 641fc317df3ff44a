import { CheckFailed } from '../../check/check-failed.ts';
import { sweepClient } from '../../check/sweep/sweep-client.ts';
import { printSweep, type SweepReport } from '../../check/sweep/sweep-report.ts';
import type { Terminal } from '../../report/terminal.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { interrupted } from '../interruption.ts';
import { readRules } from '../options.ts';
import { openFile } from '../outlets.ts';
import { readCount, readTime } from './arguments.ts';
import { loadNamed, say, showWork } from './long-work.ts';

/** What was typed after `sweep`. */
export interface SweepArguments {
  readonly client: string;
  readonly pairs?: string;
  readonly time?: string;
  readonly rules?: string;
  readonly json?: string;
}

/** Tries everything that can go wrong, and shows what the client made of it. Throws Misuse BAD_OPTION, CLIENT_INVALID. */
export const sweepForFaults = async (args: SweepArguments, terminal: Terminal): Promise<ExitCode> => {
  const options = {
    ...(args.pairs !== undefined && { pairs: readCount('--pairs', args.pairs, 0) }),
    ...(args.time !== undefined && { time: readTime(args.time) }),
    ...(args.rules !== undefined && { rules: readRules(args.rules) }),
  };
  const client = await loadNamed(args.client);
  const file = args.json === undefined ? undefined : await openFile(args.json, '--json');
  const report = await showWork(
    (onProgress) => sweepClient(client, { ...options, onProgress }).catch(asFailure),
    terminal,
  );
  if (report === interrupted) return exitCodes.interrupted;
  if (report instanceof CheckFailed) {
    say(`the client fails although nothing goes wrong\n${report.message}\n`, terminal);
    return exitCodes.broken;
  }
  say(printSweep(report), terminal);
  await file?.write(`${JSON.stringify(report, null, 2)}\n`);
  await file?.close();
  return isKept(report) ? exitCodes.kept : exitCodes.broken;
};

const asFailure = (error: unknown): CheckFailed => {
  if (error instanceof CheckFailed) return error;
  throw error;
};

const isKept = ({ cells, pairs }: SweepReport): boolean =>
  [...cells, ...pairs].every(({ verdict }) => verdict !== 'broken');

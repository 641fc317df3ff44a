import { readToken } from '../language/replay-token.ts';
import type { Terminal } from '../report/terminal.ts';
import type { ExitCode } from './exit-codes.ts';
import { runGathered } from './run.ts';
import type { RunArguments } from './run-arguments.ts';

/** Runs the scenario that a token holds, with the seed that it holds. Throws Misuse BAD_OPTION, CLIENT_INVALID. */
export const replayToken = async (
  token: string,
  args: Omit<RunArguments, 'paths'>,
  terminal: Terminal,
): Promise<ExitCode> => {
  const { scenario, seed } = readToken(token);
  return runGathered({ ...args, paths: [], token }, async () => [{ ...scenario, seed }], terminal);
};

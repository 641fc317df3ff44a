import { CommanderError } from 'commander';
import { isMisuse } from '../misuse.ts';
import { mute, printable } from '../print/printable.ts';
import type { Terminal } from '../print/terminal.ts';
import { type ExitCode, exitCodes } from './exit-codes.ts';
import { createProgram } from './program.ts';

/**
 * The command line as a function: never throws, never ends the process.
 *
 * @param argv what the user typed after the name of the program
 * @returns the exit code: 0 all scenarios were kept, 1 some were broken, 2 misuse, 130 interrupted
 * @example
 * await main(['run', 'scenarios', '--client', 'client.ts'], process); // 0
 */
export const main = async (argv: readonly string[], terminal: Terminal): Promise<ExitCode> => {
  try {
    let code: ExitCode = exitCodes.kept;
    const program = createProgram(terminal, (given) => {
      code = given;
    });
    await program.parseAsync(argv, { from: 'user' });
    return code;
  } catch (error) {
    return complain(error, terminal);
  }
};

const complain = (error: unknown, { stderr }: Terminal): ExitCode => {
  // Commander has printed its message, or the help that was asked for.
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.kept : exitCodes.misuse;
  if (isMisuse(error)) {
    const frame = error.frame === undefined ? '' : `\n${error.frame}\n`;
    stderr.write(mute(printable(`error: ${error.message}\n${frame}`)));
  } else stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  return exitCodes.misuse;
};

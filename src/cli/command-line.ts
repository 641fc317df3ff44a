import { CommanderError } from 'commander';
import { errorText } from '../error-text.ts';
import { isMisuse } from '../misuse.ts';
import { isRefusal, sayBug } from '../simulator-bug.ts';
import type { Terminal } from '../print/terminal.ts';
import { type ExitCode, exitCodes } from './exit-codes.ts';
import { createProgram } from './program.ts';
import { sayPlainly } from './say-plainly.ts';

/**
 * The command line as a function: never throws, never ends the process.
 *
 * @param argv what the user typed after the name of the program
 * @returns one of `exitCodes`
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
    sayPlainly(stderr, `error: ${error.message}\n${frame}`);
    return exitCodes.misuse;
  }
  const isOurs = !isRefusal(error);
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  sayPlainly(stderr, `error: ${isOurs ? `${sayBug(error)}\n${stack}` : errorText(error)}\n`);
  return isOurs ? exitCodes.bug : exitCodes.misuse;
};

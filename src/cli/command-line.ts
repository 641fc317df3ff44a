import { Command, CommanderError } from 'commander';
import { isMisuse } from '../misuse.ts';
import { printable, type Terminal } from '../report/terminal.ts';
import { type ExitCode, exitCodes } from './exit-codes.ts';
import { runScenarios } from './run.ts';
import { version } from './version.ts';

const examples = `
Example:
  $ stunt-double run scenarios --client src/import-orders.ts --trace traces

The client is a module whose default export is a function of the environment that it is given: addresses, credentials,
customers. Without --client each scenario names its own.

Exit codes: 0 all scenarios were kept, 1 some were broken, 2 they could not be run.`;

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
    return await Promise.race([interpret(argv, terminal), untilInterrupted(terminal)]);
  } catch (error) {
    return complain(error, terminal);
  }
};

const interpret = async (argv: readonly string[], terminal: Terminal): Promise<ExitCode> => {
  const { stdout, stderr } = terminal;
  let code: ExitCode = exitCodes.kept;
  const program = new Command('stunt-double')
    .description('Stands in for three HTTP services and tells your client stories, under virtual time.')
    .version(version)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => stdout.write(text),
      writeErr: (text) => stderr.write(text),
      getOutHelpWidth: () => stdout.columns ?? 100,
      getErrHelpWidth: () => stderr.columns ?? 100,
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    })
    .addHelpText('after', examples);
  program
    .command('run')
    .description('run scenarios against a client, and judge it by what they expect')
    .argument('<paths...>', 'scenario files (.yaml, .yml, .json), and folders of them')
    .option('-c, --client <module>', 'module of the client under test, relative to the current folder')
    .option('-s, --seed <n>', "whole number that everything random is drawn from, instead of the scenarios' own")
    .option('-t, --trace <dir>', 'write the trace of each scenario into this folder, as JSON lines')
    .addHelpText('after', examples)
    .action(async (paths: string[], options: { client?: string; seed?: string; trace?: string }) => {
      code = await runScenarios({ paths, ...options }, terminal);
    });
  await program.parseAsync(argv, { from: 'user' });
  return code;
};

const untilInterrupted = ({ interrupted, stderr }: Terminal): Promise<ExitCode> =>
  new Promise((resolve) => {
    const stop = (): void => {
      stderr.write('\ninterrupted\n');
      resolve(exitCodes.interrupted);
    };
    if (interrupted?.aborted === true) stop();
    else interrupted?.addEventListener('abort', stop, { once: true });
  });

const complain = (error: unknown, { stderr }: Terminal): ExitCode => {
  // Commander has printed its message, or the help that was asked for.
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.kept : exitCodes.misuse;
  if (isMisuse(error)) stderr.write(`error: ${printable(error.message)}\n`);
  else stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  return exitCodes.misuse;
};

import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import { refuse } from '../../misuse.ts';
import { columnsOf } from '../../print/style.ts';
import { wrapParagraphs } from '../../print/wrap.ts';
import type { Terminal } from '../../print/terminal.ts';
import type { Finish } from '../check/add-commands.ts';
import {
  assumeOption,
  collect,
  configOption,
  failOnOption,
  profileOption,
  rulesOption,
  seedOption,
  traceOption,
} from '../common-options.ts';
import type { ServeArguments } from './arguments.ts';
import { serve } from './serve.ts';

const examples = `
Examples:
  $ stunt-double serve -- python client.py
  $ stunt-double serve scenarios --clock leaping --control -- go run ./client
  $ stunt-double serve hour.yaml --tls --dotenv .env.test

What stands behind -- is run with the environment that a client needs, once for each scenario. Without it the environment is printed, and the simulation is there until it is interrupted.

Exit codes: 0 all rules were kept, 1 some were broken or the command failed, 2 it could not be run, 130 interrupted.`;

export const addServeCommand = (program: Command, terminal: Terminal, finish: Finish): void => {
  program
    .command('serve')
    .description('be a real server on this machine, for a client in any language, and judge it')
    .argument('[paths...]', 'scenarios: files, folders, patterns; then -- and the command that is the client')
    .option('--port <n>', 'its port; any that is free')
    .option('--port-per-host', 'a port for each host of the interfaces, the first of them being that of --port')
    .option('--host <address>', 'the address to listen at, instead of 127.0.0.1; any other lets other machines in')
    .option('--public-host <name>', 'the name by which clients reach it, where that is not its address')
    .option('--tls', 'speak TLS, with a certificate made for the run')
    .option('--ca-file <file>', 'write the certificate here; without it into the folder of temporary files')
    .option('--clock <clock>', 'real, scaled:60, manual, movable or leaping (default: real)')
    .option('--world <file>', 'settings as in a scenario, such as customers, applications, limits; YAML or JSON')
    .option('--notify <url>', 'where notifications go: a URL on this machine, or auto for one that the client is given')
    .option('--dotenv <file>', 'write the environment here as well, as dotenv files have it; gone at the end')
    .option('--control', 'let the simulation be driven over HTTP, on a port of its own')
    .option('--control-port <n>', 'that port; any that is free')
    .option(...seedOption)
    .option(...assumeOption)
    .option(...profileOption)
    .option(...rulesOption)
    .option(...failOnOption)
    .option('-r, --reporter <name[=file]>', 'report in one of the forms that run has; repeatable', collect)
    .option(...traceOption)
    .option(...configOption)
    .addHelpText('after', () => wrapParagraphs(examples, columnsOf(terminal.stdout, terminal.env)))
    .action(
      finish((words: string[], options: Omit<ServeArguments, 'paths' | 'command'>, command: Command) => {
        const { paths, command: behind } = splitWords(words, command.parent);
        return serve({ ...options, paths, command: behind }, terminal);
      }),
    );
};

/** To commander, what stands behind `--` is more of the same. */
const splitWords = (
  words: readonly string[],
  program: Command | null,
): { readonly paths: readonly string[]; readonly command: readonly string[] } => {
  const typed: readonly string[] = program === null ? [] : Reflect.get(program, 'rawArgs');
  const mark = typed.indexOf('--');
  const count = mark < 0 ? 0 : typed.length - mark - 1;
  if (mark >= 0 && !typed[mark + 1]) {
    throw refuse('the command line', 'there is no command behind --', 'write -- python client.py, or leave -- out');
  }
  if (mark < 0 && looksLikeCommand(words)) {
    const hint = `if it is the client, write: stunt-double serve -- ${words.join(' ')}`;
    throw refuse('the command line', `there is no file or folder "${words[0]}"`, hint);
  }
  const paths = words.slice(0, words.length - count);
  return { paths, command: words.slice(paths.length) };
};

const looksLikeCommand = ([first = '', ...more]: readonly string[]): boolean =>
  more.length > 0 && !/[*?[{]|\.(?:ya?ml|json)$/i.test(first) && !existsSync(first);

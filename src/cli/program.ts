import { Command } from 'commander';
import { reporterNames } from '../report/reporters.ts';
import { columnsOf } from '../print/style.ts';
import { wrapParagraphs } from '../print/wrap.ts';
import type { Terminal } from '../print/terminal.ts';
import { addSearchCommands, type Finish } from './check/add-commands.ts';
import type { ExitCode } from './exit-codes.ts';
import { explainWords } from './explain.ts';
import { describeFormats, type ExportArguments, exportRun, formatNames } from './export.ts';
import { initProject } from './init.ts';
import { orSayInterrupted } from './interruption.ts';
import { listKinds, listWords } from './list.ts';
import { replayToken, runScenarios } from './run.ts';
import {
  assumeOption,
  clientOption,
  collect,
  configOption,
  failOnOption,
  pageOption,
  profileOption,
  returnsOption,
  rulesOption,
  seedOption,
  textOrJsonOption,
  traceOption,
  trendOption,
  uiOption,
} from './common-options.ts';
import type { RunArguments } from './run-arguments.ts';
import { addServeCommand } from './serve/add-command.ts';
import { sayPlainly } from './say-plainly.ts';
import { type VerifyArguments, verifyRecordings } from './verify.ts';
import { version } from './version.ts';
import { watchedBy, watchRuns } from './watch.ts';

/*
 * The command line. `main.ts` is the process: signals, exit codes, what is left open. `command-line.ts` is the same as a
 * function. Here are the commands and their options; each has a file in which it reads what was typed, loads everything, and
 * only then runs anything, so that a mistake costs no time: `run`, `replay` and `watch` here, those that search in `check/`.
 *
 * What is typed stands above what a scenario says, and that above the configuration. What is wrong with any of them is a
 * `Misuse` with the place where it was written, and exit code 2; a client that breaks is a result, and exit code 1. Reports go
 * to standard output, progress and everything else to standard error. Nothing here knows how a scenario is played or judged.
 */

const runExamples = `  $ stunt-double run scenarios --client src/import-orders.ts
  $ stunt-double run 'scenarios/consent-*.yaml' --watch
  $ stunt-double run --shard 1/3 --reporter terminal --reporter junit=report.xml`;

const allExamples = `  $ stunt-double init
${runExamples}
  $ stunt-double check src/import-orders.ts --time 30s --regressions regressions
  $ stunt-double explain ACCESS_TIME_ELAPSED`;

const helpAfter = (examples: string) => `
Examples:
${examples}

The client is a module whose default export is a function of the environment that it is given: addresses, credentials, customers. Without --client each scenario names its own, or stunt-double.config.yaml one for all.

Exit codes: 0 all scenarios were kept, 1 some were broken, 2 they could not be run, 70 a bug of stunt-double, 74 a report could not be written, 129, 130 and 143 told to end, 141 nobody reads the output.`;

/** All commands and their options. Each command gives its exit code to `leave`. */
export const createProgram = (terminal: Terminal, leave: (code: ExitCode) => void): Command => {
  const { stdout, stderr, env } = terminal;
  const program = new Command('stunt-double')
    .description('Stands in for three HTTP services and runs scenarios against your client, under virtual time.')
    .version(version)
    .exitOverride()
    .showHelpAfterError('--help says what there is')
    .configureOutput({
      writeOut: (text) => stdout.write(text),
      writeErr: (text) => sayPlainly(stderr, text),
      getOutHelpWidth: () => columnsOf(stdout, env),
      getErrHelpWidth: () => columnsOf(stderr, env),
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    })
    .addHelpText('after', () => wrapParagraphs(helpAfter(allExamples), columnsOf(stdout, env)));
  const finish: Finish =
    (act) =>
    async (...args) =>
      leave(await act(...args));
  addRunCommands(program, terminal, finish);
  addSearchCommands(program, terminal, finish);
  addServeCommand(program, terminal, finish);
  addVerifyCommand(program, terminal, finish);
  addExportCommand(program, terminal, finish);
  addHelpCommands(program, terminal, finish);
  return program;
};

const addRunCommands = (program: Command, terminal: Terminal, finish: Finish): void => {
  const isWatched = terminal.env[watchedBy] === '1';
  const run = (args: RunArguments): Promise<ExitCode> =>
    args.watch === true && !isWatched ? watchRuns(args, terminal) : runScenarios(args, terminal);
  addChoices(
    program
      .command('run')
      .description('run scenarios against a client, and judge it by what they expect')
      .argument('[paths...]', 'files (.yaml, .yml, .json, .ts, .js), folders of them, and patterns in quotes')
      .option('-o, --only <text>', 'only scenarios with this text in their name or file, or /an expression/')
      .option('--shard <i/n>', 'only the i-th of n parts, so that several machines share the work')
      .option('-b, --bail', 'stop after the first scenario that is broken')
      .option('-w, --watch', 'run again whenever a scenario or the client changes'),
  )
    .option(...seedOption)
    .addHelpText('after', () => wrapParagraphs(helpAfter(runExamples), columnsOf(terminal.stdout, terminal.env)))
    .action(finish((paths: string[], options: Omit<RunArguments, 'paths'>) => run({ paths, ...options })));
  addChoices(
    program
      .command('replay')
      .description('run the scenario that a report gives as a token')
      .argument('<token>', 'the word that begins with sd1_'),
  ).action(finish((token: string, options: Omit<RunArguments, 'paths'>) => replayToken(token, options, terminal)));
};

const addVerifyCommand = (program: Command, terminal: Terminal, finish: Finish): void => {
  program
    .command('verify')
    .description('judge recordings (traces as JSON lines, HAR) by the rules of the interfaces')
    .argument('<files...>', 'what --trace wrote, or a HAR of requests to the real service')
    .option('--hosts <file>', 'where the real service stands: base addresses by interface and region, YAML or JSON')
    .option('--judge <who>', 'whom to judge: service, client or both (default: service)')
    .option(...assumeOption)
    .option(...profileOption)
    .option('--rules <choice>', 'which rules break a recording: all, must, none, or levels such as S12=off')
    .option(...failOnOption)
    .option(...textOrJsonOption)
    .option(...pageOption)
    .action(
      finish((files: string[], options: Omit<VerifyArguments, 'files'>) =>
        verifyRecordings({ files, ...options }, terminal),
      ),
    );
};

const addExportCommand = (program: Command, terminal: Terminal, finish: Finish): void => {
  program
    .command('export')
    .description('write a run in a form that another program shows')
    .argument('<file>', 'what --trace wrote, or a HAR')
    .option('--as <form>', formatNames.join(', '))
    .option('-o, --output <file>', 'write it into this file, instead of standard output')
    .addHelpText('after', () => `\nForms:\n${describeFormats()}`)
    .action(
      finish((file: string, options: Omit<ExportArguments, 'file'>) =>
        orSayInterrupted(exportRun({ file, ...options }, terminal), terminal),
      ),
    );
};

const addHelpCommands = (program: Command, terminal: Terminal, finish: Finish): void => {
  program
    .command('init')
    .description('write a first client, scenario, test, configuration and CI steps; nothing is overwritten')
    .argument('[folder]', 'the project', '.')
    .action(finish((folder: string) => initProject(folder, terminal)));
  program
    .command('explain')
    .description('say what words mean: all that reports, timelines and errors print, and what the interfaces say')
    .argument('<words...>', 'names, types that stand in answers, codes of errors, sections of the interfaces')
    .action(finish((words: string[]) => explainWords(words, terminal)));
  program
    .command('list')
    .description(`name all there are of a kind: ${listKinds.join(', ')}`)
    .argument('[kind]', 'one of these')
    .argument('[paths...]', 'where scenarios are, as for run')
    .action(finish((kind: string | undefined, paths: string[]) => listWords(kind, paths, terminal)));
};

/** What can be chosen whatever the scenarios come from. */
const addChoices = (command: Command): Command =>
  command
    .option(...clientOption)
    .option(...assumeOption)
    .option(...profileOption)
    .option(...returnsOption)
    .option(...rulesOption)
    .option(...failOnOption)
    .option('--example', 'the client is the one that expect.example is about: hold it to that, too')
    .option('-r, --reporter <name[=file]>', `report as ${reporterNames.join(', ')}; repeatable`, collect)
    .option(...pageOption)
    .option(...trendOption)
    .option(...traceOption)
    .option(...uiOption)
    .option(...configOption);

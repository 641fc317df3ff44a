import type { Command } from 'commander';
import type { Terminal } from '../../print/terminal.ts';
import type { ExitCode } from '../exit-codes.ts';
import { orSayInterrupted } from '../interruption.ts';
import type { CheckArguments } from './arguments.ts';
import { checkForFaults } from './check.ts';
import {
  assumeOption,
  clientOption,
  configOption,
  failOnOption,
  pageOption,
  returnsOption,
  rulesOption,
  textOrJsonOption,
  trendOption,
  uiOption,
} from '../common-options.ts';
import { type DiffArguments, showDifferences } from './diff.ts';
import { mergeReports, type MergeArguments } from './merge-reports.ts';
import { type SweepArguments, sweepForFaults } from './sweep.ts';

/** Makes an action of a command of what gives its exit code. */
export type Finish = <Args extends readonly unknown[]>(
  act: (...args: Args) => ExitCode | Promise<ExitCode>,
) => (...args: Args) => Promise<void>;

/** The commands that make up scenarios of their own. */
export const addSearchCommands = (program: Command, terminal: Terminal, finish: Finish): void => {
  addCheck(program, terminal, finish);
  addMergeReports(program, terminal, finish);
  addSweep(program, terminal, finish);
  addDiff(program, terminal, finish);
};

const addCheck = (program: Command, terminal: Terminal, finish: Finish): void => {
  addChoices(
    program
      .command('check')
      .description('search for the shortest scenario that breaks a client')
      .argument('[client]', 'module of the client under test; without it, that of the configuration')
      .option(...clientOption)
      .option('--runs <n>', 'how many scenarios (default: 100, or as many as there is time for)')
      .option('--time <length>', 'real time for all of it, such as 30s: no more scenarios are begun after it')
      .option('-s, --seed <n>', 'whole number that the scenarios are drawn from (default: 0)')
      .option('--mode <mode>', 'only scenarios to get through (recoverable), or only those that may end badly (any)')
      .option('--keep-going', 'do not stop at the first: tell every rule that breaks by its shortest counterexample')
      .option('--regressions <dir>', 'run the scenarios in this folder first, and save counterexamples there')
      .option('--workers <n>', 'share the scenarios out to n processes')
      .option('--shard <i/n>', 'only the i-th of n parts of the scenarios, so that several machines share the work'),
    'found out',
  )
    .option(...failOnOption)
    .option('--coverage', 'list what the scenarios came across, and what never happened')
    .option(uiOption[0], 'then look at the first counterexample in the live panel, in a browser')
    .option(...textOrJsonOption)
    .option(...pageOption)
    .option(...trendOption)
    .action(
      finish((client: string | undefined, options: Partial<CheckArguments>) =>
        checkForFaults({ client, ...options }, terminal),
      ),
    );
};

const addMergeReports = (program: Command, terminal: Terminal, finish: Finish): void => {
  program
    .command('merge-reports')
    .description('make one report of those that the parts of a check wrote as JSON')
    .argument('<files...>', 'what check --shard i/n --reporter json=file wrote, all n of them')
    .option('--coverage', 'list what the scenarios came across, and what never happened')
    .option(...textOrJsonOption)
    .action(
      finish((files: string[], options: Omit<MergeArguments, 'files'>) =>
        orSayInterrupted(mergeReports({ files, ...options }, terminal), terminal),
      ),
    );
};

const addSweep = (program: Command, terminal: Terminal, finish: Finish): void => {
  addChoices(
    program
      .command('sweep')
      .description('try everything that can go wrong, one thing in each run, and show what the client makes of it')
      .argument('[client]', 'module of the client under test; without it, that of the configuration')
      .option(...clientOption)
      .option('--scenario <file>', 'the scenario in which faults are injected, instead of an import of two records')
      .option('--pairs <budget>', 'so many runs more, in which two things go wrong')
      .option('--time <length>', 'real time after which no more runs are begun, such as 30s')
      .option('-s, --seed <n>', "whole number that everything random is drawn from, instead of the scenario's own"),
  )
    .option(...failOnOption)
    .option('--json <file>', 'write the matrix to this file, too')
    .option(...pageOption)
    .action(
      finish((client: string | undefined, options: Partial<SweepArguments>) =>
        sweepForFaults({ client, ...options }, terminal),
      ),
    );
};

const addDiff = (program: Command, terminal: Terminal, finish: Finish): void => {
  addChoices(
    program
      .command('diff')
      .description('run two clients through the same scenarios, and say what is different')
      .argument('<client-a>', 'module of a client')
      .argument('<client-b>', 'module of another, or of its next version')
      .option('--runs <n>', 'how many scenarios (default: 100, or as many as there is time for)')
      .option('--time <length>', 'real time after which no more scenarios are begun, such as 30s')
      .option('-s, --seed <n>', 'whole number that the scenarios are drawn from (default: 0)'),
  )
    .option('--json <file>', 'write the differences to this file, too')
    .option(...pageOption)
    .action(
      finish((before: string, after: string, options: Omit<DiffArguments, 'before' | 'after'>) =>
        showDifferences({ before, after, ...options }, terminal),
      ),
    );
};

/** What can be chosen whatever is looked for. */
const addChoices = (command: Command, usual = 'sockets'): Command =>
  command
    .option(
      '--transport <way>',
      `sockets: whatever the client sends by; fetch: the global fetch alone, several times faster (default: ${usual})`,
    )
    .option(...assumeOption)
    .option(...returnsOption)
    .option(...rulesOption)
    .option(...configOption);

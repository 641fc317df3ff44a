import type { Command } from 'commander';
import type { Terminal } from '../../report/terminal.ts';
import type { ExitCode } from '../exit-codes.ts';
import type { CheckArguments } from './arguments.ts';
import { checkForFaults } from './check.ts';
import { type DiffArguments, showDifferences } from './diff.ts';
import { mergeReports, type MergeArguments } from './merge-reports.ts';
import { type SweepArguments, sweepForFaults } from './sweep.ts';

type Finish = <Args extends readonly unknown[]>(
  act: (...args: Args) => Promise<ExitCode>,
) => (...args: Args) => Promise<void>;

const collect = (text: string, before: readonly string[] = []): readonly string[] => [...before, text];

/** The commands that make up stories of their own. */
export const addSearchCommands = (program: Command, terminal: Terminal, finish: Finish): void => {
  program
    .command('check')
    .description('look for the shortest story that breaks a client')
    .argument('<client>', 'module of the client under test')
    .option('--runs <n>', 'how many stories (default: 100, or as many as there is time for)')
    .option('--time <length>', 'real time after which no more stories are begun, such as 30s')
    .option('-s, --seed <n>', 'whole number that the stories are drawn from (default: 0)')
    .option('--mode <mode>', 'only stories to get through (recoverable), or only those that may end badly (any)')
    .option('--regressions <dir>', 'play the stories in this folder first, and save there what breaks the client')
    .option('--workers <n>', 'share the stories out to n processes')
    .option('--shard <i/n>', 'only the i-th of n parts of the stories, so that several machines share the work')
    .option('-a, --assume <id=variant>', 'decide a point that the interfaces leave open; repeatable', collect)
    .option('--rules <choice>', 'which rules break a run: all, must, none, or levels such as C14=off,C8=must')
    .option('-r, --reporter <name[=file]>', 'report as terminal or json; repeatable', collect)
    .action(
      finish((client: string, options: Omit<CheckArguments, 'client'>) =>
        checkForFaults({ client, ...options }, terminal),
      ),
    );
  program
    .command('merge-reports')
    .description('make one report of those that the parts of a check wrote as JSON')
    .argument('<files...>', 'what check --shard i/n --reporter json=file wrote, all n of them')
    .option('-r, --reporter <name[=file]>', 'report as terminal or json; repeatable', collect)
    .action(
      finish((files: string[], options: Omit<MergeArguments, 'files'>) =>
        mergeReports({ files, ...options }, terminal),
      ),
    );
  program
    .command('sweep')
    .description('try everything that can go wrong, one thing in each run, and show what the client makes of it')
    .argument('<client>', 'module of the client under test')
    .option('--pairs <budget>', 'so many runs more, in which two things go wrong')
    .option('--time <length>', 'real time after which no more runs are begun, such as 30s')
    .option('--rules <choice>', 'which rules break a run: all, must, none, or levels such as C14=off,C8=must')
    .option('--json <file>', 'write the matrix to this file, too')
    .action(
      finish((client: string, options: Omit<SweepArguments, 'client'>) =>
        sweepForFaults({ client, ...options }, terminal),
      ),
    );
  program
    .command('diff')
    .description('tell two clients the same stories, and say what is different')
    .argument('<client-a>', 'module of a client')
    .argument('<client-b>', 'module of another, or of its next version')
    .option('--runs <n>', 'how many stories (default: 100, or as many as there is time for)')
    .option('--time <length>', 'real time after which no more stories are begun, such as 30s')
    .option('-s, --seed <n>', 'whole number that the stories are drawn from (default: 0)')
    .option('--rules <choice>', 'which rules break a run: all, must, none, or levels such as C14=off,C8=must')
    .action(
      finish((before: string, after: string, options: Omit<DiffArguments, 'before' | 'after'>) =>
        showDifferences({ before, after, ...options }, terminal),
      ),
    );
};

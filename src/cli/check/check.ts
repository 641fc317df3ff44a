import { performance } from 'node:perf_hooks';
import process from 'node:process';
import { createProgress } from '../../report/progress.ts';
import type { Terminal } from '../../report/terminal.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { interrupted, orInterrupted } from '../interruption.ts';
import { type CheckArguments, readCheckOptions, readOrder, readWorkers } from './arguments.ts';
import { loadNamed } from './long-work.ts';
import { openReports } from './report-check.ts';
import { shareOut } from './share-out.ts';
import type { CheckOrder, CheckSummary } from './summary.ts';
import { noStanding, type Standing, type Telling, tellStories } from './tell-stories.ts';
import { tellParent, workerOf } from './workers.ts';

/** Looks for a story that breaks a client. Throws Misuse BAD_OPTION, CLIENT_INVALID, before any is told. */
export const checkForFaults = async (args: CheckArguments, terminal: Terminal): Promise<ExitCode> => {
  const options = readCheckOptions(args);
  const count = readWorkers(args.workers);
  const order = readOrder(args);
  if (terminal.env[workerOf] === '1') {
    return work({ client: await loadNamed(args.client), options, order, onStanding: tellStanding }, terminal);
  }
  const client = await orInterrupted(loadNamed(args.client), terminal);
  if (client === interrupted) return sayInterrupted(terminal);
  const report = await openReports(args.reporter, terminal);
  const progress = createProgress(terminal);
  const began = performance.now();
  let last = noStanding;
  const onStanding = (standing: Standing): void => {
    last = standing;
    progress.show(describeStanding(standing, order, performance.now() - began));
  };
  const telling: Telling = { client, options, order, onStanding };
  const { interrupted: signal } = terminal;
  const told = count === 1 ? tellStories(telling) : shareOut({ args, telling, count, signal });
  const summary = await orInterrupted(told, terminal).finally(() => progress.clear());
  if (summary === interrupted || summary.stopped !== undefined) sayInterrupted(terminal);
  if (summary !== interrupted) return report(summary);
  return report(stoppedAt(last, order, { args, real: performance.now() - began }));
};

const sayInterrupted = ({ stderr }: Terminal): ExitCode => {
  stderr.write('\ninterrupted\n');
  return exitCodes.interrupted;
};

const stoppedAt = (
  { runs, replayed }: Standing,
  order: CheckOrder,
  { args, real }: { readonly args: CheckArguments; readonly real: number },
): CheckSummary => ({
  version: 1,
  kind: 'check',
  order,
  shard: readCheckOptions(args).shard ?? { index: 1, of: 1 },
  runs,
  replayed,
  real: Math.round(real),
  warnings: {},
  failures: [],
  unheard: [],
  stopped: 'interrupted',
});

const describeStanding = ({ phase, runs, replayed, met }: Standing, order: CheckOrder, real: number): string => {
  if (phase === 'replay') return `playing what broke it before: ${replayed}`;
  const of = order.runs === undefined ? '' : `/${order.runs}`;
  const found = phase === 'shorten' ? '  it broke; making the story short' : '';
  return `${runs}${of} stories  ${Math.round((runs * 1000) / Math.max(real, 1))}/s  coverage ${Math.floor(met * 100)} %${found}`;
};

const tellStanding = (standing: Standing): void => void tellParent({ kind: 'standing', standing });

/** One of several processes: all that it has to say it says to its parent, and without it there is nothing to do. */
const work = async (telling: Telling, terminal: Terminal): Promise<ExitCode> => {
  const orphaned = new Promise<typeof interrupted>((done) => {
    process.once('disconnect', () => done(interrupted));
  });
  const summary = await orInterrupted(Promise.race([tellStories(telling), orphaned]), terminal);
  if (summary === interrupted) return exitCodes.interrupted;
  await tellParent({ kind: 'summary', summary });
  return exitCodes.kept;
};

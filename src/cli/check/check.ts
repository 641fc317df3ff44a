import { resolve } from 'node:path';
import { performance } from 'node:perf_hooks';
import process from 'node:process';
import { isMisuse } from '../../misuse.ts';
import { createProgress } from '../../report/progress.ts';
import type { Terminal } from '../../report/terminal.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { interrupted, orInterrupted } from '../interruption.ts';
import { loadClient } from '../load-client.ts';
import { type CheckArguments, readCheckOptions, readOrder, readShare, readWorkers } from './arguments.ts';
import { chooseNamed, configure } from './configure.ts';
import { openReports } from './report-check.ts';
import { requireFetch } from './require-fetch.ts';
import { openFolder, saveStory } from './save-story.ts';
import { shareOut } from './share-out.ts';
import type { CheckOrder, CheckSummary } from './summary.ts';
import { tellParent, workerOf } from './tell-parent.ts';
import { noStanding, type Standing, type Telling, tellStories } from './tell-stories.ts';

/** Looks for a story that breaks a client. Throws Misuse BAD_OPTION, CLIENT_INVALID, before any is told. */
export const checkForFaults = async (typed: CheckArguments, terminal: Terminal): Promise<ExitCode> => {
  if (terminal.env[workerOf] === '1') return work(typed, terminal);
  const { args, config } = await configure(typed);
  const options = readCheckOptions(args);
  const count = readWorkers(args.workers);
  const choice = chooseNamed(args.client, config);
  const order = readOrder(args, choice.file);
  const client = await orInterrupted(loadClient(choice), terminal);
  if (client === interrupted) return sayInterrupted(terminal);
  await openFolder(args.regressions);
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
  const told = count === 1 ? tellStories(telling) : shareOut({ args, file: choice.file, telling, count, signal });
  const summary = await orInterrupted(told, terminal).finally(() => progress.clear());
  if (summary === interrupted || summary.stopped !== undefined) sayInterrupted(terminal);
  if (summary === interrupted) return report(stoppedAt(last, telling, performance.now() - began));
  requireFetch(summary.failures[0], args.transport);
  return report(await saveStory(summary, args.regressions));
};

const sayInterrupted = ({ stderr }: Terminal): ExitCode => {
  stderr.write('\ninterrupted\n');
  return exitCodes.interrupted;
};

const stoppedAt = ({ phase, runs, replayed }: Standing, { order, options }: Telling, real: number): CheckSummary => ({
  version: 1,
  kind: 'check',
  order,
  shard: options.shard ?? readShare(undefined),
  runs,
  replayed,
  real: Math.round(real),
  warnings: {},
  failures: [],
  unheard: [],
  stopped: 'interrupted',
  ...(phase === 'shrink' && { unfinished: true }),
});

const describeStanding = ({ phase, runs, replayed, met }: Standing, order: CheckOrder, real: number): string => {
  if (phase === 'replay') return `playing what broke it before: ${replayed}`;
  const of = order.runs === undefined ? '' : `/${order.runs}`;
  const found = phase === 'shrink' ? '  it broke; making the story short' : '';
  return `${runs}${of} stories  ${Math.round((runs * 1000) / Math.max(real, 1))}/s  coverage ${Math.floor(met * 100)} %${found}`;
};

const tellStanding = (standing: Standing): void => void tellParent({ kind: 'standing', standing });

/**
 * One of several processes: all that it has to say it says to its parent, and without it there is nothing to do. What was
 * typed is complete here, and the configuration is not read again.
 */
const work = async (args: CheckArguments, terminal: Terminal): Promise<ExitCode> => {
  const orphaned = new Promise<typeof interrupted>((done) => {
    process.once('disconnect', () => done(interrupted));
  });
  try {
    const choice = { file: resolve(args.client ?? ''), namedBy: 'the command line' };
    const client = await loadClient(choice);
    const telling = { client, options: readCheckOptions(args), order: readOrder(args, choice.file) };
    const told = tellStories({ ...telling, onStanding: tellStanding });
    const summary = await orInterrupted(Promise.race([told, orphaned]), terminal);
    if (summary === interrupted) return exitCodes.interrupted;
    await tellParent({ kind: 'summary', summary });
    return exitCodes.kept;
  } catch (error) {
    if (!isMisuse(error)) throw error;
    const { code, place, what, hint } = error;
    await tellParent({ kind: 'refused', misuse: { code, place, what, hint } });
    return exitCodes.misuse;
  }
};

import { resolve, join } from 'node:path';
import { performance } from 'node:perf_hooks';
import process from 'node:process';
import { isMisuse, Misuse } from '../../misuse.ts';
import { createProgress } from '../../report/progress.ts';
import type { Terminal } from '../../print/terminal.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { interrupted, orInterrupted, sayInterrupted } from '../interruption.ts';
import { loadClient } from '../load-client.ts';
import { type CheckArguments, readCheckOptions, readOrder, readWorkers } from './arguments.ts';
import { chooseNamed, configure } from './configure.ts';
import { openReports } from './describe.ts';
import { requireFetch } from './require-fetch.ts';
import { createFreshProcess, type FreshProcess, takeOrder } from './fresh-process.ts';
import { argvOf, shareOut } from './share-out.ts';
import { type CheckOrder, type CheckSummary, emptySummary } from './summary.ts';
import { sendToParent, workerOf } from './workers.ts';
import { notBegun, type Progress, type CheckRun, runCheck } from './run-check.ts';
import { access, constants, mkdir } from 'node:fs/promises';
import { writeRegression } from '../../check/regressions.ts';
import { errorText } from '../../error-text.ts';
import { wholeShard } from '../options.ts';
import { showPath } from '../../print/show-path.ts';

/** Searches for a scenario that breaks a client. Throws Misuse BAD_OPTION, CLIENT_INVALID, before any is run. */
export const checkForFaults = async (typed: CheckArguments, terminal: Terminal): Promise<ExitCode> => {
  if (terminal.env[workerOf] !== undefined) return work(typed, terminal);
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
  let last = notBegun;
  const fresh = createFreshProcess(terminal.script, argvOf(args, choice.file, wholeShard));
  const onProgress = (next: Progress): void => {
    last = next;
    if (next.phase === 'shrink') fresh.start();
    progress.show(describeProgress(next, order, performance.now() - began));
  };
  const checkRun: CheckRun = { client, options, order, onProgress };
  const { interrupted: signal } = terminal;
  const running = count === 1 ? runCheck(checkRun) : shareOut({ args, file: choice.file, checkRun, count, signal });
  const confirmed = running.then((ended) => confirm(ended, fresh)).finally(() => fresh.end());
  const summary = await orInterrupted(confirmed, terminal).finally(() => progress.clear());
  if (summary === interrupted || summary.stopped !== undefined) sayInterrupted(terminal);
  if (summary === interrupted) return report(stoppedAt(last, checkRun, performance.now() - began));
  requireFetch(summary.failures[0], args.transport);
  return report(await saveCounterexample(summary, args.regressions));
};

/** What was found among other scenarios is played once more, without them. */
const confirm = async (summary: CheckSummary, fresh: FreshProcess): Promise<CheckSummary> => {
  const [first, ...others] = summary.failures;
  // Before the first scenario there was nothing either.
  if (first?.told === undefined || first.run === 0) return summary;
  const fresher = await fresh.replay(first.token, first.rule);
  return { ...summary, failures: [{ ...first, told: { ...first.told, fresh: fresher } }, ...others] };
};

const stoppedAt = ({ phase, runs, replayed }: Progress, { order, options }: CheckRun, real: number): CheckSummary => ({
  ...emptySummary(order, options.shard),
  runs,
  replayed,
  real: Math.round(real),
  stopped: 'interrupted',
  ...(isTold.has(phase) && { unfinished: true }),
});

const doing: Readonly<Partial<Record<Progress['phase'], string>>> = {
  shrink: 'shrinking',
  explain: 'explaining',
  repeat: 'repeating',
};

/** When a counterexample is there. */
const isTold: ReadonlySet<Progress['phase']> = new Set(['shrink', 'explain', 'repeat']);

const describeProgress = ({ phase, runs, replayed, met }: Progress, order: CheckOrder, real: number): string => {
  if (phase === 'replay') return `playing what broke it before: ${replayed}`;
  const of = order.runs === undefined ? '' : `/${order.runs}`;
  const found = isTold.has(phase)
    ? `  it broke; ${doing[phase]} the counterexample`
    : phase === 'recommend'
      ? '  shrinking what goes against recommendations'
      : '';
  return `${runs}${of} scenarios  ${Math.round((runs * 1000) / Math.max(real, 1))}/s  coverage ${Math.floor(met * 100)} %${found}`;
};

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
    const options = readCheckOptions(args);
    const replayed = terminal.env[workerOf] === 'replay' ? await takeOrder() : undefined;
    const replay = replayed === undefined ? {} : { replay: replayed.token };
    const checkRun = { client, options: { ...options, ...replay }, order: readOrder(args, choice.file) };
    const running = runCheck({
      ...checkRun,
      onProgress: (progress) => void sendToParent({ kind: 'progress', progress }),
    });
    const summary = await orInterrupted(Promise.race([running, orphaned]), terminal);
    if (summary === interrupted) return exitCodes.interrupted;
    await sendToParent({ kind: 'summary', summary });
    return exitCodes.kept;
  } catch (error) {
    if (!isMisuse(error)) throw error;
    const { code, place, what, hint } = error;
    await sendToParent({ kind: 'refused', misuse: { code, place, what, hint } });
    return exitCodes.misuse;
  }
};

/** Makes the folder where there is none, before any scenario is run in vain. Throws Misuse BAD_OPTION. */
const openFolder = async (folder: string | undefined): Promise<void> => {
  if (folder === undefined) return;
  try {
    await mkdir(folder, { recursive: true });
    await access(folder, constants.W_OK);
  } catch (error) {
    throw new Misuse(
      'BAD_OPTION',
      '--regressions',
      `counterexamples cannot be saved in ${showPath(folder)}: ${errorText(error)}`,
      'name a folder that can be written to',
    );
  }
};

/** Keeps the counterexample in a folder, where there is one, unless it comes from a file already. */
const saveCounterexample = async (summary: CheckSummary, folder: string | undefined): Promise<CheckSummary> => {
  const [first, ...others] = summary.failures;
  if (first === undefined || folder === undefined || first.file !== undefined) return summary;
  const file = join(folder, first.saveAs);
  await writeRegression(file, first.scenario);
  return { ...summary, failures: [{ ...first, file }, ...others] };
};

import { accessSync, constants } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import process from 'node:process';
import { isMisuse, refuse } from '../../misuse.ts';
import { createProgress } from '../../report/progress.ts';
import type { Terminal } from '../../print/terminal.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { replayToken } from '../run.ts';
import { interrupted, interruptedCode, orInterrupted, sayInterrupted } from '../interruption.ts';
import { keepApart } from '../keep-apart.ts';
import { loadClient } from '../load-client.ts';
import { type CheckArguments, readCheckOptions, readOrder, readWorkers } from './arguments.ts';
import { checkPage } from './check-page.ts';
import { chooseNamed, configure } from './configure.ts';
import { given } from '../../language/data.ts';
import { openPage, readEarlierReports } from '../page-options.ts';
import { describeReplay } from '../replay-line.ts';
import { openReports } from './describe.ts';
import { requireFetch } from './require-fetch.ts';
import { createFreshProcess, type FreshProcess, takeOrder } from './fresh-process.ts';
import { argvOf, shareOut } from './share-out.ts';
import { type CheckOrder, type CheckSummary, emptySummary, type Failure } from './summary.ts';
import { sendToParent, workerOf } from './workers.ts';
import { nowTrying } from '../../check/trial/now-trying.ts';
import { writeToken } from '../../language/replay-token.ts';
import { countTurns } from '../../check/hands.ts';
import { asFailure, type CutShort, endedProcess, isUnsaved, keptThread } from '../cut-short.ts';
import { whenLeft } from '../now-running.ts';
import { orSayUnwritten } from '../say-unwritten.ts';
import { makeFolder, writeWhole } from '../../write-file.ts';
import { whenSpinning } from '../../play/watchdog/watchdog.ts';
import { notBegun, type Progress, type CheckRun, runCheck } from './run-check.ts';
import { errorText } from '../../error-text.ts';
import { wholeShard } from '../options.ts';
import { fromHere, showPath } from '../../print/show-path.ts';

/** Searches for a scenario that breaks a client. Throws Misuse BAD_OPTION, CLIENT_INVALID, before any is run. */
export const checkForFaults = async (typed: CheckArguments, terminal: Terminal): Promise<ExitCode> => {
  await terminal.watchThread?.();
  if (terminal.env[workerOf] !== undefined) return work(typed, terminal);
  const { args, config } = await configure(typed);
  const options = readCheckOptions(args);
  const count = readWorkers(args.workers);
  const choice = chooseNamed(args.client, config);
  const order = readOrder(args, choice.file);
  keepApart(args, [choice.file, config?.file]);
  const client = await orInterrupted(loadClient(choice), terminal);
  if (client === interrupted) return sayInterrupted(terminal);
  openFolder(args.regressions);
  const report = openReports(args, terminal);
  const page = openPage(args.report, terminal);
  const earlier = await readEarlierReports(args.reportTrend, page === undefined ? [] : [{ name: 'html' }]);
  const replayOf = (token: string): string =>
    describeReplay({ scenario: '', token, seed: 0, client: choice.file, ...given({ returns: args.returns }) });
  const reportAll = async (found: CheckSummary): Promise<ExitCode> => {
    const code = report(found);
    if (page === undefined) return code;
    const isWhole = page(await checkPage({ summary: found, client, options, earlier, replayOf }));
    return isWhole || code !== exitCodes.kept ? code : exitCodes.unwritten;
  };
  const progress = createProgress(terminal);
  const began = performance.now();
  let last = notBegun;
  const createFresh = (): FreshProcess => createFreshProcess(terminal.script, argvOf(args, choice.file, wholeShard));
  // While the first counterexample is shrunk, the process that is to play it loads the client.
  let ahead: FreshProcess | undefined;
  const takeFresh = (): FreshProcess => {
    const fresh = ahead ?? createFresh();
    ahead = undefined;
    return fresh;
  };
  const onProgress = (next: Progress): void => {
    last = next;
    if (next.phase === 'shrink' && ahead === undefined) {
      ahead = createFresh();
      ahead.start();
    }
    progress.show(describeProgress(next, order, performance.now() - began));
  };
  const checkRun: CheckRun = { client, options, order, onProgress };
  const tellCut = (cut: CutShort): boolean => {
    progress.clear();
    const summary = cutAt(cut, last, checkRun, performance.now() - began);
    if (summary !== undefined) report(saveCounterexamples(summary, args.regressions, terminal));
    return summary !== undefined;
  };
  const overs = [whenSpinning((spin) => tellCut(keptThread(spin))), whenLeft(() => tellCut(endedProcess()))];
  const running = count === 1 ? runCheck(checkRun) : shareOut({ args, file: choice.file, checkRun, count, terminal });
  const confirmed = running.then((ended) => confirm(ended, takeFresh)).finally(() => ahead?.end());
  const summary = await orInterrupted(confirmed, terminal).finally(() => progress.clear());
  for (const over of overs) over();
  if (summary === interrupted || summary.stopped !== undefined) sayInterrupted(terminal);
  if (summary === interrupted) return reportAll(stoppedAt(last, checkRun, performance.now() - began));
  requireFetch(summary.failures[0], args.transport);
  const code = await reportAll(saveCounterexamples(summary, args.regressions, terminal));
  return lookAt(summary.failures[0], { ...args, client: choice.file }, terminal, code);
};

/** With `--ui`: plays a counterexample again, for people to look at. What is said of the check stays as it is. */
const lookAt = async (
  failure: Failure | undefined,
  { client, ui, returns, failOn, rules }: CheckArguments & { readonly client: string },
  terminal: Terminal,
  code: ExitCode,
): Promise<ExitCode> => {
  if (ui !== true || failure === undefined) return code;
  await replayToken(failure.token, { client, ui, ...given({ returns, failOn, rules }) }, terminal);
  return code;
};

/** What was found among other scenarios is played once more, each in a process that has run nothing else. */
const confirm = async (summary: CheckSummary, createFresh: () => FreshProcess): Promise<CheckSummary> => {
  const failures: Failure[] = [];
  for (const failure of summary.failures) {
    // Before the first scenario there was nothing either.
    if (failure.told === undefined || failure.run === 0) {
      failures.push(failure);
      continue;
    }
    const other = createFresh();
    const fresh = await other.replay(failure.token, failure.rule).finally(() => other.end());
    failures.push({ ...failure, told: { ...failure.told, fresh } });
  }
  return { ...summary, failures };
};

const stoppedAt = ({ phase, runs, replayed }: Progress, { order, options }: CheckRun, real: number): CheckSummary => ({
  ...emptySummary(order, options.shard),
  runs,
  replayed,
  real: Math.round(real),
  stopped: 'interrupted',
  ...(isTold.has(phase) && { unfinished: true }),
});

/** The scenario that was cut short is the counterexample; undefined where none was begun. */
const cutAt = (
  cut: CutShort,
  { runs, replayed }: Pick<Progress, 'runs' | 'replayed'>,
  { order, options }: Pick<CheckRun, 'order' | 'options'>,
  real: number,
): CheckSummary | undefined => {
  const failure = asFailure(cut);
  if (failure === undefined) return undefined;
  const known = emptySummary(order, options.shard);
  const counted = Math.max(runs, countTurns(known.shard, failure.run ?? 0));
  return { ...known, runs: counted, replayed, real: Math.round(real), failures: [failure] };
};

const doing: Readonly<Partial<Record<Progress['phase'], string>>> = {
  shrink: 'shrinking',
  explain: 'explaining',
  repeat: 'repeating',
  recommend: 'shrinking',
};

/** When a counterexample is there. */
const isTold: ReadonlySet<Progress['phase']> = new Set(['shrink', 'explain', 'repeat']);

const describeProgress = (progress: Progress, order: CheckOrder, real: number): string => {
  const { phase, runs, replayed, met } = progress;
  if (phase === 'replay') return `playing what broke it before: ${replayed}`;
  const of = order.runs === undefined ? '' : `/${order.runs}`;
  const extent = `${runs}${of} scenarios  ${Math.round((runs * 1000) / Math.max(real, 1))}/s  coverage ${Math.floor(met * 100)} %`;
  return `${describeTelling(progress)}${extent}`;
};

/** What is made short at the moment stands first: the end of the line may not be seen. */
const describeTelling = ({ phase, telling }: Progress): string => {
  const what = doing[phase];
  if (what === undefined || telling === undefined) return '';
  const why = isTold.has(phase) ? `broke ${telling.rule}` : `${telling.rule} is not followed`;
  return `${why}: ${what}, run ${telling.runs}  `;
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
    const choice = { file: fromHere(args.client ?? ''), namedBy: 'the command line' };
    const client = await loadClient(choice);
    const options = readCheckOptions(args);
    const replay = terminal.env[workerOf] === 'replay' ? (await takeOrder())?.token : undefined;
    const checkRun = { client, options: { ...options, ...given({ replay }) }, order: readOrder(args, choice.file) };
    let last = notBegun;
    const began = performance.now();
    whenSpinning((spin) => {
      const summary = cutAt(keptThread(spin), last, checkRun, performance.now() - began);
      if (summary !== undefined) void sendToParent({ kind: 'summary', summary });
      return summary !== undefined;
    });
    if (terminal.env[workerOf] === 'again') {
      nowTrying.onNext = () => {
        const { scenario, turn = 0 } = nowTrying;
        if (scenario === undefined) return;
        const token = writeToken({ scenario });
        void sendToParent({ kind: 'trying', tried: { token, turn, order: checkRun.order } });
      };
    }
    const running = runCheck({
      ...checkRun,
      onProgress: (progress) => {
        last = progress;
        void sendToParent({ kind: 'progress', progress });
      },
    });
    const summary = await orInterrupted(Promise.race([running, orphaned]), terminal);
    if (summary === interrupted) return interruptedCode(terminal);
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
const openFolder = (folder: string | undefined): void => {
  if (folder === undefined) return;
  try {
    makeFolder(fromHere(folder));
    accessSync(fromHere(folder), constants.W_OK);
  } catch (error) {
    throw refuse(
      '--regressions',
      `counterexamples cannot be saved in ${showPath(folder)}: ${errorText(error)}`,
      'name a folder that can be written to',
    );
  }
};

/** Keeps the counterexamples in a folder, where there is one, unless they come from files already, or speak against nobody. */
const saveCounterexamples = (summary: CheckSummary, folder: string | undefined, terminal: Terminal): CheckSummary => {
  if (folder === undefined) return summary;
  const failures = summary.failures.map((failure): Failure => {
    if (failure.file !== undefined || isUnsaved(failure)) return failure;
    const file = join(folder, failure.saveAs);
    const isSaved = orSayUnwritten(file, () => writeWhole(fromHere(file), failure.scenario), terminal);
    return isSaved ? { ...failure, file } : failure;
  });
  return { ...summary, failures };
};

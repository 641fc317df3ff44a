import { performance } from 'node:perf_hooks';
import { given } from '../../language/data.ts';
import { whenSpinning } from '../../play/watchdog/watchdog.ts';
import type { Terminal } from '../../print/terminal.ts';
import { createProgress } from '../../report/progress.ts';
import { type CutShort, endedProcess, keptThread } from '../cut-short.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { interrupted, orInterrupted, sayInterrupted } from '../interruption.ts';
import { keepApart } from '../keep-apart.ts';
import { loadClient } from '../load-client.ts';
import { whenLeft } from '../now-running.ts';
import { wholeShard } from '../options.ts';
import { openPage, readEarlierReports } from '../page-options.ts';
import { describeReplay } from '../replay-line.ts';
import { replayToken } from '../run.ts';
import { type CheckArguments, readCheckOptions, readOrder, readWorkers } from './arguments.ts';
import { checkPage } from './check-page.ts';
import { chooseNamed, configure } from './configure.ts';
import { openFolder, saveCounterexamples } from './counterexample-folder.ts';
import { openReports } from './describe.ts';
import { describeProgress } from './describe-progress.ts';
import { createFreshProcess, type FreshProcess } from './fresh-process.ts';
import { requireFetch } from './require-fetch.ts';
import { type CheckRun, notBegun, type Progress, runCheck } from './run-check.ts';
import { argvOf, shareOut } from './share-out.ts';
import type { CheckSummary, Failure } from './summary.ts';
import { cutAt, stoppedAt } from './unfinished.ts';
import { workForParent } from './work-for-parent.ts';
import { workerOf } from './workers.ts';

/** Searches for a scenario that breaks a client. Throws Misuse BAD_OPTION, CLIENT_INVALID, before any is run. */
export const checkForFaults = async (typed: CheckArguments, terminal: Terminal): Promise<ExitCode> => {
  await terminal.watchThread?.();
  if (terminal.env[workerOf] !== undefined) return workForParent(typed, terminal);
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
  const replayOf = (token: string): string => describeReplay({ token, client: choice.file, returns: args.returns });
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

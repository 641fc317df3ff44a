import { CheckFailed } from '../../check/check-failed.ts';
import { plainImport } from '../../check/client-profile.ts';
import { type SweepOptions, sweepAndTell } from '../../check/sweep/sweep-client.ts';
import type { SweepReport } from '../../check/sweep/sweep-report.ts';
import { given } from '../../language/data.ts';
import { refuse } from '../../misuse.ts';
import { readStyle, spelled } from '../../print/style.ts';
import { mute } from '../../print/printable.ts';
import { showPath } from '../../print/show-path.ts';
import type { Terminal } from '../../print/terminal.ts';
import type { Scenario } from '../../language/ast.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { gatherScenarios } from '../gather-scenarios.ts';
import { interruptedCode } from '../interruption.ts';
import { keepApart } from '../keep-apart.ts';
import { loadClient } from '../load-client.ts';
import { readAssumptions } from '../options.ts';
import { openJson } from '../outlets.ts';
import { openPage } from '../page-options.ts';
import { describeReplay } from '../replay-line.ts';
import { readCount, readSearchOptions, type SearchArguments } from './arguments.ts';
import { chooseNamed, configure } from './configure.ts';
import { describeBroken } from './describe-counterexample.ts';
import { describeSweep } from './describe-sweep.ts';
import { sayOurBug, showWork } from './long-work.ts';
import { requireFetch } from './require-fetch.ts';
import { describeFailure, type Failure } from './summary.ts';
import { baselinePage, brokenBaseline, createSweepRuns } from './sweep-page.ts';

/** What was typed after `sweep`. */
export interface SweepArguments extends SearchArguments {
  readonly client?: string | undefined;
  readonly scenario?: string;
  readonly pairs?: string;
  readonly json?: string;
  readonly report?: string;
}

/** Tries everything that can go wrong, and shows what the client made of it. Throws Misuse BAD_OPTION, CLIENT_INVALID. */
export const sweepForFaults = async (typed: SweepArguments, terminal: Terminal): Promise<ExitCode> => {
  await terminal.watchThread?.();
  const { args, config } = await configure(typed);
  const options = await readSweepOptions(args, typed);
  const choice = chooseNamed(args.client, config);
  keepApart(args, [choice.file, args.scenario, config?.file]);
  const client = await loadClient(choice);
  const writeJson = openJson(args.json, terminal);
  const page = openPage(args.report, terminal);
  const { stdout, env } = terminal;
  const style = readStyle(stdout, env);
  const say = (text: string): unknown => stdout.write(mute(spelled(text, style)));
  const { returns, rules, failOn } = args;
  const replayOf = (token: string): string => describeReplay({ token, client: choice.file, returns, rules, failOn });
  const swept = createSweepRuns(options.rules, replayOf, page !== undefined);
  const sayFailure = (failure: Failure, whence: string, end = ''): unknown =>
    say(`${describeBroken(failure, whence, replayOf(failure.token), style).join('\n')}\n${end}`);
  const tellBaseline = async (failed: CheckFailed): Promise<ExitCode> => {
    const failure = describeFailure(failed);
    requireFetch(failure, args.transport);
    sayFailure(failure, 'the baseline scenario', `\n${style.paint('red', style.signs.broken)} ${brokenBaseline}\n`);
    const isPaged = page?.(await baselinePage(client, failure, options, replayOf(failure.token))) ?? true;
    return writeJson({ ...nothingSwept, failure }) && isPaged ? exitCodes.broken : exitCodes.unwritten;
  };
  const tellSwept = (report: SweepReport, stopped?: 'interrupted' | 'bug'): boolean => {
    const isWhole = writeJson({ ...report, ...given({ stopped }) });
    const isShown = page?.(swept.page(report, stopped)) ?? true;
    say(describeSweep(report, style, replayOf));
    return isWhole && isShown;
  };
  const { report, stopped, bug } = await showWork<SweepReport>(
    (onProgress) => sweepAndTell(client, { ...options, onProgress }, swept.note),
    terminal,
    {
      where: showPath(choice.file),
      tell: (failure, soFar = nothingSwept) => {
        sayFailure(failure, 'one run of the sweep');
        writeJson({ ...soFar, failure });
      },
    },
  );
  if (bug instanceof CheckFailed) return tellBaseline(bug);
  const isWritten = report === undefined || tellSwept(report, stopped);
  if (stopped === 'interrupted') return interruptedCode(terminal);
  if (stopped === 'bug') return sayOurBug(bug, replayOf, terminal);
  if (!isWritten) return exitCodes.unwritten;
  return isKept(report) ? exitCodes.kept : exitCodes.broken;
};

const nothingSwept: SweepReport = { moments: [], cells: [], pairs: [], runs: 0, isComplete: false };

/** A scenario's own words stand above the configuration, and what is typed above both. */
const readSweepOptions = async (args: SweepArguments, typed: SweepArguments): Promise<SweepOptions> => {
  const { seed, assumptions, ...options } = readSearchOptions(args);
  const scenario = args.scenario === undefined ? plainImport : await readScenario(args.scenario);
  const chosen = typed.seed === undefined ? (scenario.seed ?? seed) : seed;
  const { rules } = scenario.expect;
  return {
    ...options,
    ...(typed.rules === undefined && rules !== undefined && { rules }),
    ...(args.pairs !== undefined && { pairs: readCount('--pairs', args.pairs, 0) }),
    scenario: {
      ...scenario,
      ...(chosen !== undefined && { seed: chosen }),
      assumptions: { ...assumptions, ...scenario.assumptions, ...readAssumptions(typed.assume ?? []) },
    },
  };
};

const readScenario = async (path: string): Promise<Scenario> => {
  const [scenario, ...others] = await gatherScenarios([path]);
  if (scenario !== undefined && others.length === 0) return scenario;
  throw refuse('--scenario', `${path} holds ${others.length + 1} scenarios`, 'name a file that holds one');
};

/** Of a sweep that was stopped before it had anything to report nothing is known to be broken. */
const isKept = ({ cells, pairs }: Pick<SweepReport, 'cells' | 'pairs'> = { cells: [], pairs: [] }): boolean =>
  [...cells, ...pairs].every(({ verdict }) => verdict !== 'broken');

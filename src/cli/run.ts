import { refuse } from '../misuse.ts';
import { openUi } from './ui/open-ui.ts';
import { isKept } from '../report/result.ts';
import { showPath } from '../print/show-path.ts';
import type { Terminal } from '../print/terminal.ts';
import type { Scenario } from '../language/ast.ts';
import { readToken } from '../language/replay-token.ts';
import { requirePlayable } from '../play/require-playable.ts';
import { type FoundConfig, loadConfig } from './config.ts';
import { type ExitCode, exitCodes } from './exit-codes.ts';
import { readEarlierReports, withPage } from './page-options.ts';
import { gatherScenarios, requirePaths } from './gather-scenarios.ts';
import { interrupted, interruptedCode, orInterrupted, sayInterrupted } from './interruption.ts';
import { chooseOnly, readShard, takeShard } from './options.ts';
import { openOutlets, readReporters } from './outlets.ts';
import { keepApart } from './keep-apart.ts';
import { type Plan, playRuns } from './play-runs.ts';
import { prepareRuns } from './prepare-runs.ts';
import type { RunArguments } from './run-arguments.ts';
import { chooseNames, openTraceFolder } from './trace-folder.ts';

/**
 * Runs scenarios one after the other and reports on each.
 *
 * Everything is read before anything runs. Throws Misuse SCENARIO_INVALID, CLIENT_INVALID, BAD_OPTION.
 */
export const runScenarios = (args: RunArguments, terminal: Terminal): Promise<ExitCode> =>
  runGathered(args, (config) => gatherScenarios(requirePaths(args.paths, config)), terminal);

/** The same with scenarios from wherever. */
const runGathered = async (args: RunArguments, gather: Gather, terminal: Terminal): Promise<ExitCode> => {
  await terminal.watchThread?.();
  const plan = await orInterrupted(prepare(args, gather, terminal), terminal);
  if (plan === interrupted) return sayInterrupted(terminal);
  const { stopped, hasBug, isWhole, results } = await playRuns(plan, terminal).finally(() => void plan.ui?.close());
  if (stopped === 'interrupted') return interruptedCode(terminal);
  if (hasBug) return exitCodes.bug;
  if (!isWhole) return exitCodes.unwritten;
  return results.every(isKept) ? exitCodes.kept : exitCodes.broken;
};

/** Runs the scenario that a token holds, with the seed that it holds. Throws Misuse BAD_OPTION, CLIENT_INVALID. */
export const replayToken = async (
  token: string,
  args: Omit<RunArguments, 'paths'>,
  terminal: Terminal,
): Promise<ExitCode> => {
  const { scenario, seed, again } = readToken(token);
  const once = { ...scenario, seed };
  return runGathered({ ...args, paths: [], token }, async () => (again ? [once, { ...once }] : [once]), terminal);
};

type Gather = (config: FoundConfig | undefined) => Promise<readonly Scenario[]>;

const prepare = async (args: RunArguments, gather: Gather, terminal: Terminal): Promise<Plan> => {
  if (args.ui === true && args.watch === true) {
    throw refuse('--ui', 'runs that are looked at do not begin anew by themselves', 'leave out --watch');
  }
  const shard = readShard(args.shard);
  const config = await loadConfig(args.config);
  const typed = args.reporter ?? config?.reporters ?? usualReporters(terminal);
  const from = args.reporter === undefined && config?.reporters !== undefined ? showPath(config.file) : undefined;
  const choices = readReporters(withPage(typed, args.report), from);
  const outputs = { reporter: typed, report: args.report };
  keepApart(outputs);
  const earlier = await readEarlierReports(args.reportTrend, choices);
  const all = await gather(config);
  const chosen = args.only === undefined ? all : chooseOnly(all, args.only);
  const parts = await prepareRuns(takeShard(chosen, shard), all, args, config);
  keepApart(outputs, [...all.map(({ source }) => source), ...parts.map(({ module }) => module), config?.file]);
  await requirePlayable(parts.map(({ scenario }) => scenario));
  const outlets = openOutlets(choices, terminal, earlier);
  const names = takeShard(chooseNames(chosen.map(({ source }) => source)), shard);
  const traces = args.trace === undefined ? undefined : openTraceFolder(args.trace, names, terminal);
  const hasPage = choices.some(({ name }) => name === 'html');
  return {
    parts,
    traces,
    outlets,
    hasPage,
    bail: args.bail === true,
    ui: args.ui === true ? openUi(terminal) : undefined,
  };
};

/** On GitHub the notes come by themselves. */
export const usualReporters = ({ env }: Terminal): readonly string[] =>
  env['GITHUB_ACTIONS'] === 'true' ? ['terminal', 'github'] : ['terminal'];

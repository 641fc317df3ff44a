import { performance } from 'node:perf_hooks';
import { oneLine } from '../print/printable.ts';
import { createProgress } from '../report/progress.ts';
import type { Result, Run } from '../report/result.ts';
import type { Terminal } from '../print/terminal.ts';
import type { Scenario } from '../language/ast.ts';
import { readToken } from '../language/replay-token.ts';
import { runScenario } from '../play/run-scenario.ts';
import { type FoundConfig, loadConfig } from './config.ts';
import { type ExitCode, exitCodes } from './exit-codes.ts';
import { gatherScenarios } from './gather-scenarios.ts';
import { interrupted, orInterrupted, sayInterrupted } from './interruption.ts';
import { chooseOnly, readShard, takeShard } from './options.ts';
import { type Outlets, openOutlets, readReporters } from './outlets.ts';
import { prepareRuns, type PreparedRun } from './prepare-runs.ts';
import { requirePaths } from './gather-scenarios.ts';
import type { RunArguments } from './run-arguments.ts';
import { showPath } from '../print/show-path.ts';
import { maskFindings } from '../play/findings.ts';
import { watchUnhandled } from '../play/unhandled.ts';
import { openTraceFolder, type TraceFolder } from './trace-folder.ts';
import { nowRunning } from './now-running.ts';
import { createTrace } from '../trace/trace.ts';
import { asFinding } from './spinning.ts';
import { type Spin, whenSpinning } from '../play/watchdog/watchdog.ts';

/** All that a run needs, read and opened before anything runs. */
interface Plan {
  readonly parts: readonly PreparedRun[];
  readonly outlets: Outlets;
  readonly traces: TraceFolder | undefined;
  readonly bail: boolean;
}

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
  const run = await play(plan, terminal);
  if (run.stopped === 'interrupted') sayInterrupted(terminal);
  await plan.outlets.end(run);
  if (run.stopped === 'interrupted') return exitCodes.interrupted;
  return run.results.every(({ report }) => report.verdict === 'kept') ? exitCodes.kept : exitCodes.broken;
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
  const shard = readShard(args.shard);
  const config = await loadConfig(args.config);
  const choices = readReporters(args.reporter ?? config?.reporters ?? usualReporters(terminal));
  const all = await gather(config);
  const chosen = args.only === undefined ? all : chooseOnly(all, args.only);
  const parts = await prepareRuns(takeShard(chosen, shard), all, args, config);
  const sources = parts.map(({ scenario }) => scenario.source);
  const traces = args.trace === undefined ? undefined : await openTraceFolder(args.trace, sources);
  return { parts, traces, outlets: await openOutlets(choices, terminal), bail: args.bail === true };
};

/** On GitHub the notes come by themselves. */
const usualReporters = ({ env }: Terminal): readonly string[] =>
  env['GITHUB_ACTIONS'] === 'true' ? ['terminal', 'github'] : ['terminal'];

const play = async ({ parts, outlets, traces, bail }: Plan, terminal: Terminal): Promise<Run> => {
  const progress = createProgress(terminal);
  const planned = parts.length;
  const results: Result[] = [];
  let broken = 0;
  await outlets.begin(planned);
  for (const [index, part] of parts.entries()) {
    const failed = broken === 0 ? '' : ` (${broken} failed)`;
    progress.show(`${index + 1}/${planned}${failed} ${part.scenario.name}`);
    const leave = whenSpinning((spin) => {
      progress.clear();
      const spun = asResult(part, spin);
      outlets.endNow(spun, { results: [...results, spun], planned, ...(index + 1 < planned && { stopped: 'spun' }) });
      return true;
    });
    const result = await orInterrupted(measure(part), terminal).finally(() => progress.clear());
    leave();
    if (result === interrupted) return { results, planned, stopped: 'interrupted' };
    results.push(result);
    await outlets.result(result, index);
    await traces?.write(index, result.report.trace.toJSONL());
    if (result.report.verdict === 'broken') broken += 1;
    if (bail && broken > 0 && index + 1 < planned) return { results, planned, stopped: 'bailed' };
  }
  return { results, planned };
};

/** The scenario in which the client kept the thread; what happened in it, nobody can tell any more. */
const asResult = ({ scenario, options, replay }: PreparedRun, spin: Spin): Result => {
  const seed = options.seed ?? scenario.seed ?? 0;
  const finding = asFinding(spin);
  const outcome = { ok: false, error: finding.found } as const;
  const untold = { judgements: [], warnings: [], elapsed: 0, assumed: [], trace: createTrace() };
  return {
    report: { ...untold, scenario, verdict: 'broken', findings: [finding], outcome, seed },
    real: spin.after,
    replay: replay(seed),
  };
};

/** Real time is taken outside of the simulation, where the clock is the real one. */
const measure = async ({ scenario, client, options, replay }: PreparedRun): Promise<Result> => {
  const unhandled = watchUnhandled();
  const leave = nowRunning(() => `${showPath(scenario.source)}, "${oneLine(scenario.name)}"`);
  const began = performance.now();
  const [ran] = await Promise.allSettled([runScenario(scenario, client, options)]);
  const real = performance.now() - began;
  const unheard = await unhandled.stop();
  leave();
  if (ran.status === 'rejected') throw ran.reason;
  const { trace } = ran.value;
  const findings = [...ran.value.findings, ...maskFindings(unheard, trace)];
  const verdict = unheard.length === 0 ? ran.value.verdict : 'broken';
  return { report: { ...ran.value, findings, verdict }, real, replay: replay(ran.value.seed) };
};

import { performance } from 'node:perf_hooks';
import { createProgress } from '../report/progress.ts';
import { describeResult, type Result } from '../report/result.ts';
import { describeSummary } from '../report/summary.ts';
import { createPaint, type Terminal } from '../report/terminal.ts';
import type { Scenario } from '../scenario/ast.ts';
import { loadScenarios } from '../scenario/load-scenarios.ts';
import type { Client } from '../simulation/client-env.ts';
import { runScenario, type ScenarioReport } from '../simulation/run-scenario.ts';
import { type ExitCode, exitCodes } from './exit-codes.ts';
import { chooseClient, loadClient } from './load-client.ts';
import { readSeed } from './read-seed.ts';
import { describeReplay } from './replay.ts';
import { watchStrays } from './strays.ts';
import { openTraceFolder } from './trace-folder.ts';

/** What was typed after `run`. */
export interface RunArguments {
  readonly paths: readonly string[];
  readonly client?: string;
  readonly seed?: string;
  readonly trace?: string;
}

interface Part {
  readonly scenario: Scenario;
  readonly client: Client;
  readonly replay: (seed: number) => string;
}

/**
 * Runs scenarios one after the other and reports on each.
 *
 * Everything is read before anything runs. Throws Misuse SCENARIO_INVALID, CLIENT_INVALID, BAD_OPTION.
 */
export const runScenarios = async (args: RunArguments, terminal: Terminal): Promise<ExitCode> => {
  const seed = readSeed(args.seed);
  const parts: Part[] = [];
  for (const scenario of await loadScenarios(args.paths)) parts.push(await cast(scenario, args.client));
  const traces =
    args.trace === undefined
      ? undefined
      : await openTraceFolder(
          args.trace,
          parts.map(({ scenario }) => scenario.source),
        );

  const { stdout, env, interrupted } = terminal;
  const paint = createPaint(stdout, env);
  const progress = createProgress(terminal);
  const results: Result[] = [];
  for (const [index, { scenario, client, replay }] of parts.entries()) {
    if (interrupted?.aborted === true) return exitCodes.interrupted;
    progress.show(`${index + 1}/${parts.length} ${scenario.name}`);
    const { report, real } = await measure(scenario, client, seed).finally(() => progress.clear());
    const result = { report, real, replay: replay(report.seed) };
    results.push(result);
    stdout.write(`${describeResult(result, paint)}\n`);
    await traces?.write(index, report.trace.toJSONL());
  }
  stdout.write(`${describeSummary(results, paint)}\n`);
  return results.every(({ report }) => report.verdict === 'kept') ? exitCodes.kept : exitCodes.broken;
};

const cast = async (scenario: Scenario, named: string | undefined): Promise<Part> => {
  const choice = chooseClient(scenario, named);
  const client = await loadClient(choice);
  return {
    scenario,
    client,
    replay: (seed) => describeReplay({ scenario: scenario.source, client: choice.file, seed }),
  };
};

/** Real time is taken outside of the simulation, where the clock is the real one. */
const measure = async (
  scenario: Scenario,
  client: Client,
  seed: number | undefined,
): Promise<{ readonly report: ScenarioReport; readonly real: number }> => {
  const strays = watchStrays();
  const began = performance.now();
  const [ran] = await Promise.allSettled([runScenario(scenario, client, { ...(seed !== undefined && { seed }) })]);
  const real = performance.now() - began;
  const unheard = await strays.stop();
  if (ran.status === 'rejected') throw ran.reason;
  const report = ran.value;
  const findings = [...report.findings, ...unheard];
  return { report: { ...report, findings, verdict: findings.length === 0 ? 'kept' : 'broken' }, real };
};

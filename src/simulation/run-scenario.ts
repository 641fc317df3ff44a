import type { Scenario } from '../scenario/ast.ts';
import { errorText } from '../error-text.ts';
import { type Finding, judge, type Outcome } from '../scenario/judge.ts';
import { simulate } from '../simulate.ts';
import { isMisuse } from '../misuse.ts';
import type { AssumptionId } from '../spec/assumptions.ts';
import type { ExchangeName } from '../stage/stage.ts';
import type { Trace } from '../trace/trace.ts';
import type { Client } from './client-env.ts';
import type { Simulation } from './simulation.ts';

export interface RunScenarioOptions {
  /** Overrides the scenario's seed. */
  readonly seed?: number;
}

/** How a client fared in a scenario. */
export interface ScenarioReport {
  readonly scenario: Scenario;
  readonly verdict: 'kept' | 'broken';
  /** What was expected and not found; empty when kept. */
  readonly findings: readonly Finding[];
  readonly outcome: Outcome;
  readonly trace: Trace;
  /** Virtual milliseconds from the start to the end of the client. */
  readonly elapsed: number;
  /** The open points of the interface document that decided something. */
  readonly assumed: readonly AssumptionId[];
  readonly seed: number;
}

/**
 * Runs a client through a scenario, and judges it by what the scenario expects.
 *
 * Rejects with Misuse when the scenario itself cannot be played (a customer that does not exist, an assumption that is
 * not simulated yet). Whatever the client does is a finding, never a rejection.
 *
 * @example
 * const report = await runScenario(readScenario(text, 'hour.yaml'), importOrders);
 * report.verdict; // 'kept'
 */
export const runScenario = async (
  scenario: Scenario,
  client: Client,
  options: RunScenarioOptions = {},
): Promise<ScenarioReport> => {
  const seed = options.seed ?? scenario.seed ?? 0;
  const { profile, latency, limits, applications, customers } = scenario;
  const sim = await simulate({
    seed,
    ...(profile !== undefined && { profile }),
    ...(latency !== undefined && { latency }),
    ...(limits !== undefined && { limits }),
    ...(applications !== undefined && { applications }),
    ...(customers.length > 0 && { customers }),
    assumptions: scenario.assumptions,
    unfired: 'ignore',
  });
  try {
    for (const step of scenario.steps) sim.tell(step);
    const { outcome, stuck } = await play(sim, client);
    const elapsed = sim.elapsed;
    const unfired = sim.unfired;
    const findings = [...stuck, ...judge({ scenario, outcome, counts: countExchanges(sim.trace), elapsed, unfired })];
    return {
      scenario,
      verdict: findings.length === 0 ? 'kept' : 'broken',
      findings,
      outcome,
      trace: sim.trace,
      elapsed,
      assumed: sim.assumed,
      seed,
    };
  } finally {
    await sim.stop();
  }
};

/** A clock that cannot go on is a finding of its own: no expectation may be met by it by accident. */
const play = async (
  sim: Simulation,
  client: Client,
): Promise<{ readonly outcome: Outcome; readonly stuck: readonly Finding[] }> => {
  try {
    return { outcome: { ok: true, result: await sim.run(() => client(sim.env)) }, stuck: [] };
  } catch (error) {
    const text = errorText(error);
    const stopped = isMisuse(error) && (error.code === 'CLOCK_STUCK' || error.code === 'CLOCK_RUNAWAY');
    const stuck = stopped ? [{ claim: 'the client comes to an end', found: text, place: 'the client' }] : [];
    return { outcome: { ok: false, error: text }, stuck };
  }
};

const countExchanges = (trace: Trace): Partial<Record<ExchangeName, number>> => {
  const counts: Partial<Record<ExchangeName, number>> = {};
  for (const entry of trace.entries) {
    const name =
      entry.kind === 'request' ? entry.operation : entry.kind === 'notification' ? 'notification' : 'unknown';
    if (name !== 'unknown') counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
};

import type { ChanceChoice } from '../clock/chance.ts';
import type { Scenario } from '../language/ast.ts';
import { errorText } from '../error-text.ts';
import { readFacts } from '../play/facts.ts';
import { type Finding, judge, type Outcome } from '../play/judge.ts';
import type { Judgement } from '../rules/rule.ts';
import type { RuleChoice } from '../rules/rule-choice.ts';
import { simulateScenario } from '../simulate.ts';
import { isMisuse, Misuse } from '../misuse.ts';
import { readScenarioFiles } from '../language/load-scenarios.ts';
import type { AssumptionId, Assumptions } from '../spec/assumptions.ts';
import type { ProfileName } from '../spec/profiles.ts';
import { cutTrace, type Trace } from '../trace/trace.ts';
import type { Client } from './client-env.ts';
import { findBroken } from './broken-rules.ts';
import type { Simulation } from './simulation.ts';
import type { TransportChoice } from './way-in.ts';

export interface RunScenarioOptions {
  /** Overrides the scenario's seed. */
  readonly seed?: number;
  /** Overrides the scenario's profile. */
  readonly profile?: ProfileName;
  /** Overrides the scenario's choices, point by point. */
  readonly assumptions?: Partial<Assumptions>;
  /** Which rules are judged, where the scenario does not say so itself. */
  readonly rules?: RuleChoice;
  /** How requests get in; from every HTTP client of the process, at the socket. */
  readonly transport?: TransportChoice;
  /** Which chance of the client comes from the seed; that of `Math.random`. */
  readonly random?: ChanceChoice;
}

/** How a client fared in a scenario. */
export interface ScenarioReport {
  readonly scenario: Scenario;
  readonly verdict: 'kept' | 'broken';
  /** What was expected and not found; empty when kept. */
  readonly findings: readonly Finding[];
  /** Rules that a good client keeps, and this one broke: they do not break the run. */
  readonly warnings: readonly Finding[];
  /** What each rule says of it. */
  readonly judgements: readonly Judgement[];
  readonly outcome: Outcome;
  readonly trace: Trace;
  /** Virtual milliseconds from the start to the end of the client. */
  readonly elapsed: number;
  /** The open points of the interface document that decided something. */
  readonly assumed: readonly AssumptionId[];
  readonly seed: number;
}

/**
 * Runs a client through a scenario, and judges it by what the scenario expects. A text is the path of its file.
 *
 * Rejects with Misuse when the scenario itself cannot be played (a customer that does not exist, an assumption that is
 * not simulated yet). Whatever the client does is a finding, never a rejection.
 *
 * @example
 * const report = await runScenario('scenarios/hour.yaml', importOrders);
 * report.verdict; // 'kept'
 */
export const runScenario = async (
  fileOrScenario: Scenario | string,
  client: Client,
  options: RunScenarioOptions = {},
): Promise<ScenarioReport> => {
  const scenario = typeof fileOrScenario === 'string' ? readOnly(fileOrScenario) : fileOrScenario;
  const seed = options.seed ?? scenario.seed ?? 0;
  const { latency, clockSkew, limits, applications, customers } = scenario;
  const profile = options.profile ?? scenario.profile;
  const { sim, watchAftermath } = await simulateScenario({
    seed,
    ...(profile !== undefined && { profile }),
    ...(latency !== undefined && { latency }),
    ...(clockSkew !== undefined && { clockSkew }),
    ...(limits !== undefined && { limits }),
    ...(applications !== undefined && { applications }),
    ...(customers.length > 0 && { customers }),
    ...(options.transport !== undefined && { transport: options.transport }),
    ...(options.random !== undefined && { random: options.random }),
    assumptions: { ...scenario.assumptions, ...options.assumptions },
    unfired: 'ignore',
  });
  try {
    for (const step of scenario.steps) sim.tell(step);
    const { outcome, stuck } = await play(sim, client);
    const { elapsed, unfired, assumed } = sim;
    const run = sim.trace.entries.length;
    const expected = judge({ scenario, outcome, facts: readFacts(sim.trace.entries, sim.outbox), elapsed, unfired });
    if (stuck.length === 0) await watchAftermath();
    const judgements = sim.judge(scenario.expect.rules ?? options.rules);
    const findings = [...stuck, ...expected, ...findBroken(judgements, 'must')];
    return {
      scenario,
      verdict: findings.length === 0 ? 'kept' : 'broken',
      findings,
      warnings: findBroken(judgements, 'should'),
      judgements,
      outcome,
      trace: tellAftermath(sim.trace, run, judgements),
      elapsed,
      assumed,
      seed,
    };
  } finally {
    await sim.stop();
  }
};

/** What happened after the client's end is told only where the client did something then, or a rule was broken. */
const tellAftermath = (trace: Trace, run: number, judgements: readonly Judgement[]): Trace => {
  const { entries } = trace;
  const endedAt = entries[run - 1]?.at ?? 0;
  const isTold =
    entries.slice(run).some(({ kind }) => kind === 'request') ||
    judgements.some(({ verdict }) => verdict.verdict === 'broken' && verdict.evidence.some(({ at }) => at > endedAt));
  return cutTrace(trace, isTold ? entries.length : run);
};

/** The one scenario of a file. */
const readOnly = (file: string): Scenario => {
  const [only, ...others] = readScenarioFiles([file]);
  if (only !== undefined && others.length === 0) return only;
  const hint = 'run each with loadScenarios, or make tests of them with describeScenarios';
  throw new Misuse('SCENARIO_INVALID', file, `there are ${others.length + 1} scenarios in it`, hint);
};

/** A clock that cannot go on is a finding of its own: no expectation may be met by it by fault. */
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

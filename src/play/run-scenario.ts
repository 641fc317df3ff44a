import type { Scenario } from '../language/ast.ts';
import { readScenarioFiles } from '../language/load-scenarios.ts';
import { overrideSettings, settingsOf } from '../language/settings.ts';
import { joinMisuses } from '../language/problem.ts';
import { Misuse } from '../misuse.ts';
import { type FailOn, readFailOn, type RuleChoice } from '../rules/rule-choice.ts';
import type { Client } from '../simulation/client-env.ts';
import type { SimulateOptions } from '../simulation/options.ts';
import type { Assumptions } from '../spec/assumptions.ts';
import type { ProfileName } from '../spec/profiles.ts';
import { cutTrace, type Trace } from '../trace/trace.ts';
import { findOverlooked, judge } from './expectations.ts';
import { findStrangers } from './find-strangers.ts';
import { type Finding, findBroken, findDropped, findKeptState, maskFindings } from './findings.ts';
import { observe } from './observations.ts';
import { type Fared, type PlayedScenario, type PlayOptions, playScenario } from './play-scenario.ts';
import { requireClient, requireKnown, requireScenario } from './require-given.ts';

export interface RunScenarioOptions
  extends Pick<SimulateOptions, 'transport' | 'random' | 'returns' | 'instance' | 'secrets'> {
  /** Overrides the scenario's seed. */
  readonly seed?: number;
  /** Overrides the scenario's profile. */
  readonly profile?: ProfileName;
  /** Overrides the scenario's choices, point by point. */
  readonly assumptions?: Partial<Assumptions>;
  /** Which rules are judged, where the scenario does not say so itself. */
  readonly rules?: RuleChoice;
  /** The level from which on a broken rule breaks the run: `must` (the default), or `should`. */
  readonly failOn?: FailOn;
  /** Whether the client is the example that the scenario's `expect.example` is about, and is judged by that, too. */
  readonly example?: boolean;
}

const known = [
  'seed',
  'profile',
  'assumptions',
  'rules',
  'failOn',
  'transport',
  'example',
  'random',
  'returns',
  'instance',
  'secrets',
] as const satisfies readonly (keyof RunScenarioOptions)[];

/** How a client fared in a scenario. */
export interface ScenarioReport extends Fared {
  readonly scenario: Scenario;
  readonly verdict: 'kept' | 'broken';
  /** What was expected and not found; empty when kept. */
  readonly findings: readonly Finding[];
  /**
   * Rules that a good client keeps, and this one broke; steps that need not happen; and that it keeps state between runs.
   * They do not break the run.
   */
  readonly warnings: readonly Finding[];
  readonly trace: Trace;
  readonly seed: number;
}

/**
 * Runs a client through a scenario, and judges it by what the scenario expects. A text is the path of its file.
 *
 * Rejects with Misuse when it is given what is no client, no scenario or no option, and when the scenario itself cannot be
 * played (a customer that does not exist, an assumption that is not simulated yet). Whatever the client does is a finding,
 * never a rejection.
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
  requireClient(client, 'runScenario');
  requireKnown(options, known, 'runScenario');
  if (options.failOn !== undefined) readFailOn(options.failOn, 'runScenario, failOn');
  const scenario = typeof fileOrScenario === 'string' ? readOnly(fileOrScenario) : fileOrScenario;
  requireScenario(scenario, 'runScenario');
  return reportScenario(scenario, client, options);
};

/** The same for those who have read all that is given, and play it in a time that is not its own. */
export const reportScenario = async (
  scenario: Scenario,
  client: Client,
  options: RunScenarioOptions & Pick<PlayOptions, 'clock' | 'from' | 'accompany'>,
): Promise<ScenarioReport> => {
  const strangers = options.from === undefined ? findStrangers(scenario) : [];
  if (strangers.length > 0) throw joinMisuses(strangers);
  const seed = options.seed ?? scenario.seed ?? 0;
  const played = await playScenario(overrideSettings(scenario, { ...settingsOf(options), seed }), client, options);
  const { outcome, elapsed, judgements, assumed, mails, entries, process } = played;
  const run = { ...played, scenario, observations: observe(played.trace.entries.slice(0, entries), mails) };
  const findings = [
    ...findStopped(played),
    ...judge(run, options.example),
    ...findBroken(judgements, 'must'),
    ...process.unheard,
  ];
  const warnings = [
    ...findOverlooked(run, options.example),
    ...findBroken(judgements, 'should'),
    ...findKeptState(played.trace.entries, process),
    ...findDropped(played.trace.entries),
  ];
  return {
    scenario,
    verdict: findings.length === 0 ? 'kept' : 'broken',
    findings: maskFindings(findings, played.trace),
    warnings: maskFindings(warnings, played.trace),
    judgements,
    outcome,
    trace: cutQuietPeriod(played),
    elapsed,
    assumed,
    seed,
  };
};

/** A clock that cannot go on is a finding of its own: no expectation may be met by it by accident. */
const findStopped = ({ stopped, waitsFor }: PlayedScenario): readonly Finding[] => {
  if (stopped === undefined) return [];
  const cause = waitsFor === undefined ? '' : `; the likely cause: ${waitsFor}`;
  return [{ claim: 'the client comes to an end', found: `${stopped.why}${cause}`, place: 'the client' }];
};

/** What happened after the client's end is shown only where the client did something then, or a rule was broken. */
const cutQuietPeriod = ({ trace, entries: ran, judgements }: PlayedScenario): Trace => {
  const { entries } = trace;
  const endedAt = entries[ran - 1]?.at ?? 0;
  const isShown =
    entries.slice(ran).some(({ kind }) => kind === 'request') ||
    judgements.some((one) => one.verdict === 'broken' && one.evidence.some(({ at }) => at > endedAt));
  return cutTrace(trace, isShown ? entries.length : ran);
};

const readOnly = (file: string): Scenario => {
  const [only, ...others] = readScenarioFiles([file]);
  if (only !== undefined && others.length === 0) return only;
  const hint = 'run each with loadScenarios, or make tests of them with describeScenarios';
  throw new Misuse('SCENARIO_INVALID', file, `there are ${others.length + 1} scenarios in it`, hint);
};

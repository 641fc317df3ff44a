import type { Scenario } from '../../language/ast.ts';
import { overrideSettings } from '../../language/settings.ts';
import { momentsOf } from '../../play/marks.ts';
import { type CheckResult, type PlayedScenario, playScenario } from '../../play/play-scenario.ts';
import type { RunLimits } from '../../play/run-limits.ts';
import { watchUnhandled } from '../../play/unhandled.ts';
import { findRule } from '../../rules/catalogue.ts';
import type { Judgement, Level, Rule } from '../../rules/rule.ts';
import type { FailOn, RuleChoice } from '../../rules/rule-choice.ts';
import { sayMissing } from '../../rules/history/arrivals.ts';
import { describeEvidence } from '../../rules/verdicts.ts';
import type { Client } from '../../simulation/client-env.ts';
import type { ClientReturns } from '../../simulation/returns.ts';
import type { Assumptions } from '../../spec/assumptions.ts';
import { findLeftovers } from '../../trace/kept-state.ts';
import type { Transport } from '../../transport/gateway.ts';
import { judgeStopped } from './judge-stopped.ts';
import { judgeKeptState, noteKeptState } from './kept-state.ts';
import { modeOf } from './mode.ts';
import type { Symptom, Trial } from './trial.ts';
import { judgeUnheard } from './unheard-errors.ts';
import { describeLastAnswers } from './last-answers.ts';

/** How trials are run. */
export interface TrialSetup {
  readonly client: Client;
  readonly transport: Transport;
  readonly checkResult?: CheckResult;
  /** Whether the client's promise says what it brought in. */
  readonly returns?: ClientReturns;
  /** Which rules are judged, and at which level. */
  readonly rules?: RuleChoice;
  /** The level from which on a broken rule breaks a run. */
  readonly failOn?: FailOn;
  /** Decided in every scenario in the same way. */
  readonly assumptions?: Partial<Assumptions>;
  /** What tells the simulations of this search from those of another in the same process. */
  readonly series: string;
}

/** What no client needs that comes to an end, one way or the other. */
const limits: RunLimits = { requests: 3000, within: '5d', real: 20_000 };

/**
 * Runs a client through a scenario, and tells what it did wrong. Rejects with Misuse when the scenario cannot be played.
 * `number` is that of the scenario where it has one, so that its texts are the same in whichever process it is run.
 */
export const runTrial = async (given: Scenario, setup: TrialSetup, number?: number): Promise<Trial> => {
  const scenario = completeSetting(given, setup);
  const { client, assumptions: _, series, ...options } = setup;
  const instance = number === undefined ? {} : { instance: `${series}.${number}` };
  const unhandled = watchUnhandled();
  const [ran] = await Promise.allSettled([playScenario(scenario, client, { ...options, ...instance, limits })]);
  const unheard = judgeUnheard(await unhandled.stop());
  if (ran.status === 'rejected') throw ran.reason;
  const { outcome, trace, elapsed, unfired } = ran.value;
  const isGivenUp = ran.value.stopped?.how === 'slow';
  const { symptoms, warnings } = isGivenUp ? nothingSaid : judgeTrial(scenario, ran.value, unheard);
  const leftovers = findLeftovers(trace.entries).length;
  return {
    scenario,
    symptoms,
    warnings,
    outcome,
    trace,
    elapsed,
    unfired,
    leftovers,
    isGivenUp,
  };
};

/** A machine that is too slow for a scenario says nothing of the client, nor does what it lets slip when it is stopped for that. */
const nothingSaid: Pick<Trial, 'symptoms' | 'warnings'> = { symptoms: [], warnings: [] };

/** A scenario with what a check decides in all of them. */
export const completeSetting = (scenario: Scenario, { assumptions }: Pick<TrialSetup, 'assumptions'>): Scenario =>
  assumptions === undefined ? scenario : overrideSettings(scenario, { assumptions });

/**
 * What a client did wrong in a run, what says most first: an error that nobody heard, that it never ended, what the interface is against, and what no
 * good client does.
 */
const judgeTrial = (
  scenario: Scenario,
  played: PlayedScenario,
  unheard: readonly Symptom[],
): Pick<Trial, 'symptoms' | 'warnings'> => {
  const stated = (level: Level): readonly Judgement[] => played.judgements.filter(({ rule }) => rule.level === level);
  const terminates = findRule('C18');
  const levelOfC18 = played.judgements.find(({ rule }) => rule.id === terminates.id)?.level;
  const against = judgeStopped(scenario, played);
  const told = against.length > 0 ? [{ ...asSymptom(terminates), evidence: against }] : [];
  const stopped = levelOfC18 === 'must' ? told : [];
  const ended = judgeEnd(scenario, played);
  const kept = judgeKeptState(played, [...stopped, ...ended]);
  const symptoms = [
    ...(kept ?? stopped),
    ...findBroken(stated('must'), 'must'),
    ...findBroken(stated('should'), 'must'),
    ...(kept === undefined ? ended : []),
  ];
  return {
    symptoms: [...unheard, ...noteKeptState(played, symptoms)],
    warnings: [...(levelOfC18 === 'should' ? told : []), ...findBroken(played.judgements, 'should')],
  };
};

const findBroken = (judgements: readonly Judgement[], wanted: Level): readonly Symptom[] =>
  judgements.flatMap((judgement) => {
    if (judgement.level !== wanted || judgement.verdict !== 'broken') return [];
    const evidence = judgement.evidence.slice(0, mostShown).map(describeEvidence);
    return [{ ...asSymptom(judgement.rule), evidence, moments: momentsOf(judgement) }];
  });

const mostShown = 5;

const asSymptom = ({ id, name, claim, section }: Rule): Omit<Symptom, 'evidence'> => ({
  key: id,
  name,
  claim,
  section,
});

const judgeEnd = (scenario: Scenario, played: PlayedScenario): readonly Symptom[] => {
  const { outcome, stopped, wrong, arrivals, trace } = played;
  if (stopped !== undefined) return [];
  if (wrong !== undefined) return [{ ...wrongResult, evidence: [wrong] }];
  if (modeOf(scenario) !== 'recoverable') return [];
  if (!outcome.ok) {
    const heard = describeLastAnswers(trace.entries, scenario);
    return [{ ...unfinished, evidence: [`it failed: ${outcome.error}`, ...heard] }];
  }
  const missing = arrivals().filter(({ state }) => state === 'missing');
  return missing.length === 0 ? [] : [{ ...unfinished, evidence: missing.slice(0, mostShown).map(sayMissing) }];
};

const unfinished: Omit<Symptom, 'evidence'> = {
  key: 'finishes-in-the-end',
  name: 'finishes-in-the-end',
  claim: 'Once all that can be got over is over, the client finishes.',
  section: 'Errors, interface C',
};

const wrongResult: Omit<Symptom, 'evidence'> = {
  key: 'right-result',
  name: 'right-result',
  claim: 'A client that says it succeeded has the right result.',
  section: 'What the service does, interface C',
};

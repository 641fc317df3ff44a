import type { Scenario } from '../../language/ast.ts';
import { overrideSettings } from '../../language/settings.ts';
import { type CheckResult, type PlayedScenario, playScenario } from '../../play/play-scenario.ts';
import type { RunLimits } from '../../play/run-limits.ts';
import { watchUnhandled } from '../../play/unhandled.ts';
import { findRule } from '../../rules/catalogue.ts';
import type { Judgement, Level, Rule } from '../../rules/rule.ts';
import type { FailOn, RuleChoice } from '../../rules/rule-choice.ts';
import { describeEvidence } from '../../rules/verdicts.ts';
import type { Client } from '../../simulation/client-env.ts';
import type { Assumptions } from '../../spec/assumptions.ts';
import type { Entry } from '../../trace/entry.ts';
import type { Transport } from '../../transport/gateway.ts';
import { modeOf } from './mode.ts';
import type { Symptom, Trial } from './trial.ts';
import { judgeUnheard } from './unheard-errors.ts';
import { describeLastAnswers } from './last-answers.ts';

/** How trials are run. */
export interface TrialSetup {
  readonly client: Client;
  readonly transport: Transport;
  readonly checkResult?: CheckResult;
  /** Which rules are judged, and at which level. */
  readonly rules?: RuleChoice;
  /** The level from which on a broken rule breaks a run. */
  readonly failOn?: FailOn;
  /** Decided in every scenario in the same way. */
  readonly assumptions?: Partial<Assumptions>;
}

/** What no client needs that comes to an end, one way or the other. */
const limits: RunLimits = { requests: 3000, within: '5d', real: 20_000 };

/** Runs a client through a scenario, and tells what it did wrong. Rejects with Misuse when the scenario cannot be played. */
export const runTrial = async (given: Scenario, setup: TrialSetup): Promise<Trial> => {
  const scenario = completeSetting(given, setup);
  const { client, assumptions: _, ...options } = setup;
  const unhandled = watchUnhandled();
  const [ran] = await Promise.allSettled([playScenario(scenario, client, { ...options, limits })]);
  const unheard = judgeUnheard(await unhandled.stop());
  if (ran.status === 'rejected') throw ran.reason;
  const { outcome, trace, elapsed, unfired } = ran.value;
  const { symptoms, warnings } = judgeTrial(scenario, ran.value);
  return { scenario, symptoms: [...unheard, ...symptoms], warnings, outcome, trace, elapsed, unfired };
};

/** A scenario with what a check decides in all of them. */
export const completeSetting = (scenario: Scenario, { assumptions }: Pick<TrialSetup, 'assumptions'>): Scenario =>
  assumptions === undefined ? scenario : overrideSettings(scenario, { assumptions });

/**
 * What a client did wrong in a run, what says most first: an error that nobody heard, that it never ended, what the interface is against, and what no
 * good client does.
 */
const judgeTrial = (scenario: Scenario, played: PlayedScenario): Pick<Trial, 'symptoms' | 'warnings'> => {
  const stated = (level: Level): readonly Judgement[] => played.judgements.filter(({ rule }) => rule.level === level);
  return {
    symptoms: [
      ...judgeStopped(played),
      ...findBroken(stated('must'), 'must'),
      ...findBroken(stated('should'), 'must'),
      ...judgeEnd(scenario, played),
    ],
    warnings: findBroken(played.judgements, 'should'),
  };
};

const findBroken = (judgements: readonly Judgement[], wanted: Level): readonly Symptom[] =>
  judgements.flatMap(({ rule, level, verdict }) => {
    if (level !== wanted || verdict.verdict !== 'broken') return [];
    return [{ ...asSymptom(rule), evidence: verdict.evidence.slice(0, mostShown).map(describeEvidence) }];
  });

const mostShown = 5;

const asSymptom = ({ id, name, claim, section }: Rule): Omit<Symptom, 'evidence'> => ({
  key: id,
  name,
  claim,
  section,
});

const judgeStopped = ({ stopped, trace }: PlayedScenario): readonly Symptom[] => {
  if (stopped === undefined || (stopped.how !== 'flooded' && isHeldUp(trace.entries))) return [];
  return [{ ...asSymptom(findRule('C18')), evidence: [stopped.why] }];
};

const judgeEnd = (scenario: Scenario, { outcome, stopped, wrong, trace }: PlayedScenario): readonly Symptom[] => {
  const mode = modeOf(scenario);
  if (stopped !== undefined) return [];
  if (wrong !== undefined) return [{ ...wrongResult, evidence: [wrong] }];
  if (mode === 'recoverable' && !outcome.ok)
    return [
      { ...unfinished, evidence: [`it failed: ${outcome.error}`, ...describeLastAnswers(trace.entries, scenario)] },
    ];
  return [];
};

/** Whether a query is still collected, so that there is something to wait for. */
const isHeldUp = (entries: readonly Entry[]): boolean => {
  const open = new Set<string>();
  for (const entry of entries) {
    if (entry.kind !== 'transition') continue;
    if (entry.to === 'inProgress') open.add(entry.query);
    else open.delete(entry.query);
  }
  return open.size > 0;
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

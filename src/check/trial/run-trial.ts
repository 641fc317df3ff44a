import type { Scenario } from '../../language/ast.ts';
import { overrideSettings } from '../../language/settings.ts';
import { momentsOf } from '../../play/marks.ts';
import { type CheckResult, type PlayedScenario, playScenario } from '../../play/play-scenario.ts';
import type { RunLimits } from '../../play/run-limits.ts';
import { findRule, isRuleId } from '../../rules/catalogue.ts';
import type { Judgement, Level } from '../../rules/rule.ts';
import type { FailOn, RuleChoice } from '../../rules/rule-choice.ts';
import { describeEvidence } from '../../rules/verdicts.ts';
import type { Client } from '../../simulation/client-env.ts';
import type { ClientReturns } from '../../simulation/returns.ts';
import type { Assumptions } from '../../spec/assumptions.ts';
import { findLeftovers } from '../../trace/kept-state.ts';
import type { Transport } from '../../transport/gateway.ts';
import { judgeEnd } from './judge-end.ts';
import { judgeStopped } from './judge-stopped.ts';
import { judgeKeptState, noteKeptState } from './kept-state.ts';
import { nowTrying } from './now-trying.ts';
import { asSymptom, type Symptom, type Trial } from './trial.ts';
import { judgeUnheard } from './unheard-errors.ts';

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
  /** Texts that are masked wherever they turn up. */
  readonly secrets?: readonly string[];
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
  nowTrying.scenario = scenario;
  if (number !== undefined) nowTrying.turn = number;
  nowTrying.onNext?.();
  const played = await playApart(client, () => playScenario(scenario, client, { ...options, ...instance, limits }));
  const { outcome, trace, raw, process, elapsed, unfired } = played;
  const isGivenUp = played.stopped?.how === 'slow';
  const judged = isGivenUp ? nothingSaid : judgeTrial(scenario, played);
  return { scenario, ...judged, outcome, trace, raw, process, elapsed, unfired, isGivenUp };
};

/** Clients that were stopped in some run. One of them may not know it, and go on with its retries in real time. */
const onceStopped = new WeakSet<Client>();

/** A run into which nothing came from one that was stopped: what did is over by the next time, unless the client keeps state. */
const playApart = async (client: Client, play: () => Promise<PlayedScenario>): Promise<PlayedScenario> => {
  let played = await play();
  if (onceStopped.has(client) && findLeftovers(played.raw).length > 0) played = await play();
  if (played.stopped !== undefined) onceStopped.add(client);
  return played;
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
const judgeTrial = (scenario: Scenario, played: PlayedScenario): Pick<Trial, 'symptoms' | 'warnings'> => {
  const broken = played.judgements.filter((one) => one.verdict === 'broken');
  const stated = (level: Level): readonly Broken[] => broken.filter(({ rule }) => rule.level === level);
  const stopped = judgeStopped(scenario, played);
  const cause = played.waitsFor === undefined ? [] : [`the likely cause: ${played.waitsFor}`];
  const told = stopped.length > 0 ? [{ ...asSymptom(findRule('C18')), evidence: [...stopped, ...cause] }] : [];
  const ended = judgeEnd(scenario, played);
  const endless = atLevel('must', told, played);
  const wrong = atLevel('must', ended, played);
  const kept = judgeKeptState(played, [...endless, ...wrong]);
  const symptoms = [
    ...(kept ?? endless),
    ...findBroken(stated('must'), 'must'),
    ...findBroken(stated('should'), 'must'),
    ...(kept === undefined ? wrong : []),
  ];
  return {
    symptoms: [...judgeUnheard(played), ...noteKeptState(played, symptoms)],
    warnings: [...atLevel('should', [...told, ...ended], played), ...findBroken(broken, 'should')],
  };
};

/** What is judged at this level; what is no rule breaks every run. */
const atLevel = (wanted: Level, all: readonly Symptom[], { judgements }: PlayedScenario): readonly Symptom[] =>
  all.filter(({ key }) => {
    const level = judgements.find(({ rule }) => rule.id === key)?.level;
    return isRuleId(key) ? level === wanted : wanted === 'must';
  });

type Broken = Extract<Judgement, { readonly verdict: 'broken' }>;

const findBroken = (broken: readonly Broken[], wanted: Level): readonly Symptom[] =>
  broken.flatMap((judgement) => {
    if (judgement.level !== wanted) return [];
    const evidence = judgement.evidence.slice(0, mostShown).map(describeEvidence);
    return [{ ...asSymptom(judgement.rule), evidence, moments: momentsOf(judgement) }];
  });

const mostShown = 5;

import { namesOf } from '../spec/names-of.ts';
import { parseDuration, showDuration } from '../spec/time.ts';
import type { Count, ExchangeName, Expectation, Scenario, Step } from '../language/ast.ts';
import { isCounted, parseMatching, showCount, showMatching } from '../language/expected.ts';
import { describeStep } from '../language/describe-step.ts';
import { targetOf } from '../language/fit.ts';
import { rangeOf } from '../language/occurrence.ts';
import { findDifference } from './difference.ts';
import type { Observations } from './observations.ts';
import type { Outcome, PlayedScenario } from './play-scenario.ts';
import type { Finding } from './findings.ts';
import { judgeEnd } from './expected-end.ts';
import { judgeTimes } from './expected-times.ts';
import { show, showTimes } from '../language/show.ts';

/** A run of a scenario, as far as its expectations ask. */
export interface ObservedRun extends Pick<PlayedScenario, 'outcome' | 'elapsed' | 'unfired'> {
  readonly scenario: Scenario;
  readonly observations: Observations;
}

/**
 * Judges a run by its scenario's expectations. Pure; an empty list means that all were met.
 *
 * @example
 * judge({ scenario, outcome: { ok: true, result: { records: 599 } }, observations, elapsed: 0, unfired: [] })
 * // [{ claim: 'result.records is 600', found: '599', place: 'orders.yaml, expect.result' }]
 */
export const judge = (run: ObservedRun): readonly Finding[] => {
  const { scenario, outcome, observations, elapsed, unfired } = run;
  const { expect, source } = scenario;
  const counts = countExchanges(observations);
  return [
    ...judgeClient(expect, outcome, source),
    ...judgeResult(expect, outcome, source),
    ...namesOf(expect.requests).flatMap((name) => judgeCount(name, expect.requests[name], counts[name] ?? 0, source)),
    ...judgeTimes(expect, observations, source),
    ...judgeTime(expect, elapsed, source),
    ...judgeEnd(expect, observations, source),
    ...unfired.map((step) => judgeStep(step, counts, elapsed)),
  ];
};

type Counts = Partial<Readonly<Record<ExchangeName, number>>>;

const countExchanges = ({ times }: Observations): Counts =>
  Object.fromEntries(Object.entries(times).map(([name, at]) => [name, at.length]));

const judgeClient = ({ client }: Expectation, outcome: Outcome, source: string): readonly Finding[] => {
  const place = `${source}, expect.client`;
  if (client.outcome === 'succeeds') {
    if (outcome.ok) return [];
    return [{ claim: 'the client succeeds', found: `it failed: ${show(outcome.error)}`, place }];
  }
  if (client.outcome === 'ends') return [];
  const claim = `the client fails with an error that matches ${showMatching(client.matching)}`;
  if (outcome.ok) return [{ claim, found: `it succeeded with ${show(outcome.result)}`, place }];
  // A scenario that no reader has seen may hold anything; what is no expression matches nothing.
  if (parseMatching(client.matching)?.test(outcome.error) === true) return [];
  return [{ claim, found: `it failed otherwise: ${show(outcome.error)}`, place }];
};

/** Without a result there is nothing to compare: that the client failed is a finding of its own. */
const judgeResult = (expect: Expectation, outcome: Outcome, source: string): readonly Finding[] => {
  if (!('result' in expect) || !outcome.ok) return [];
  const difference = findDifference(expect.result, outcome.result);
  if (difference === undefined) return [];
  const { path, expected, found } = difference;
  return [{ claim: `${path} is ${expected}`, found, place: `${source}, expect.result` }];
};

const judgeCount = (
  name: ExchangeName,
  expected: Count | undefined,
  found: number,
  source: string,
): readonly Finding[] => {
  if (expected === undefined || isCounted(expected, found)) return [];
  return [
    {
      claim: `${name} happens ${showCount(expected, 'never', showTimes)}`,
      found: found === 0 ? 'it never happened' : `it happened ${showTimes(found)}`,
      place: `${source}, expect.requests.${name}`,
    },
  ];
};

/** Closed: a client that takes exactly the time it is given is within it. */
const judgeTime = ({ within }: Expectation, elapsed: number, source: string): readonly Finding[] => {
  const limit = within === undefined ? undefined : parseDuration(within);
  if (within === undefined || (limit !== undefined && elapsed <= limit)) return [];
  return [
    {
      claim: `the client is done within ${within}`,
      found: `it took ${showDuration(elapsed)}`,
      place: `${source}, expect.within`,
    },
  ];
};

const judgeStep = (step: Step, counts: Counts, elapsed: number): Finding => ({
  claim: `this step happens: ${describeStep(step)}`,
  found: `it never did; ${explainUntouched(step, counts, elapsed) ?? explainMiss(step, counts, elapsed)}`,
  place: step.place,
});

const explainUntouched = ({ trigger, action }: Step, counts: Counts, elapsed: number): string | undefined => {
  const target = action.do === 'together' ? undefined : targetOf(action);
  if (target === undefined) return undefined;
  const filtered = trigger.where === undefined ? '' : ' that matches';
  const came =
    (trigger.kind === 'at' && (parseDuration(trigger.time) ?? elapsed) < elapsed) ||
    (trigger.kind === 'on' &&
      trigger.where === undefined &&
      (counts[trigger.exchange] ?? 0) >= rangeOf(trigger.nth).from);
  return came ? `no ${target}${filtered} came after that` : undefined;
};

const explainMiss = ({ trigger }: Step, counts: Counts, elapsed: number): string => {
  switch (trigger.kind) {
    case 'wait':
      return `the step before it did not happen, or the client was done at ${showDuration(elapsed)}, before the wait was over`;
    case 'at':
      return `the client was done at ${showDuration(elapsed)}`;
    case 'after':
      return `too few "${trigger.event}" came, or the client was done before the wait was over`;
    case 'on': {
      const count = counts[trigger.exchange] ?? 0;
      if (count === 0) return `${trigger.exchange} never happened`;
      const matched = trigger.where === undefined ? '' : ', but not often enough as the filter wants it';
      return `${trigger.exchange} happened ${showTimes(count)}${matched}`;
    }
    default:
      return trigger satisfies never;
  }
};

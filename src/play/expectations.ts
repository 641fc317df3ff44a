import { namesOf } from '../spec/names-of.ts';
import { parseDuration, showDuration } from '../spec/time.ts';
import type { Count, ExchangeName, Expected, Scenario, Step } from '../language/ast.ts';
import { isCounted, placeOfExpected, showCount, showMatching } from '../language/expected.ts';
import { describeStep } from '../language/describe-step.ts';
import { targetOf } from '../language/fit.ts';
import { rangeOf } from '../language/occurrence.ts';
import { findDifference } from './difference.ts';
import type { Observations } from './observations.ts';
import type { Outcome } from './outcome.ts';
import type { PlayedScenario } from './play-scenario.ts';
import type { Finding } from './findings.ts';
import { judgeEnd } from './expected-end.ts';
import { judgeTimes } from './expected-times.ts';
import { show, showTimes } from '../language/show.ts';
import { matches } from './matches.ts';

/** A run of a scenario, as far as its expectations ask. */
export interface ObservedRun extends Pick<PlayedScenario, 'outcome' | 'elapsed' | 'unfired' | 'stopped'> {
  readonly scenario: Scenario;
  readonly observations: Observations;
}

/**
 * Judges a run by its scenario's expectations: by what any client owes, and where the client is the example, by what is
 * expected of that one, too. Pure; an empty list means that all were met.
 *
 * @example
 * judge({ scenario, outcome: { ok: true, result: { records: 599 } }, observations, elapsed: 0, unfired: [] })
 * // [{ claim: 'result.records is 600', found: '599', place: 'orders.yaml:7:3, expect.result' }]
 */
export const judge = (run: ObservedRun, isExample = false): readonly Finding[] => {
  const { scenario } = run;
  const { expect } = scenario;
  const expected = [
    ...judgeExpected(expect, run, 'expect'),
    ...(isExample ? judgeExpected(expect.example ?? {}, run, 'expect.example') : []),
  ];
  return [
    ...expected.map((finding) => ({ ...finding, place: placeOfExpected(scenario, finding.place) })),
    ...(isExample || expect.unfired !== 'warn' ? judgeUnfired(run) : []),
  ];
};

/** What a run is warned of: steps that never happened, where that is no fault. */
export const findOverlooked = (run: ObservedRun, isExample = false): readonly Finding[] =>
  !isExample && run.scenario.expect.unfired === 'warn' ? judgeUnfired(run) : [];

const judgeExpected = (expect: Expected, run: ObservedRun, place: string): readonly Finding[] => {
  const { outcome, observations, elapsed, stopped } = run;
  const { requests = {} } = expect;
  const counts = countExchanges(observations);
  return [
    // A client that was stopped had no end of its own, which is a finding besides.
    ...(stopped === undefined ? judgeClient(expect, outcome, place) : []),
    ...judgeResult(expect, outcome, place),
    ...namesOf(requests).flatMap((name) => judgeCount(name, requests[name], counts[name] ?? 0, place)),
    ...judgeTimes(expect, observations, place),
    ...judgeTime(expect, elapsed, place),
    ...judgeEnd(expect, observations, place),
  ];
};

const judgeUnfired = ({ unfired, observations, elapsed }: ObservedRun): readonly Finding[] =>
  unfired.map((step) => judgeStep(step, countExchanges(observations), elapsed));

type Counts = Partial<Readonly<Record<ExchangeName, number>>>;

const countExchanges = ({ times }: Observations): Counts =>
  Object.fromEntries(Object.entries(times).map(([name, at]) => [name, at.length]));

const judgeClient = ({ client }: Expected, outcome: Outcome, within: string): readonly Finding[] => {
  const place = `${within}.client`;
  if (client === undefined || client.outcome === 'ends') return [];
  if (client.outcome === 'succeeds') {
    if (outcome.ok) return [];
    return [{ claim: 'the client succeeds', found: `it failed: ${show(outcome.error)}`, place }];
  }
  const claim = `the client fails with an error that matches ${showMatching(client.matching)}`;
  if (outcome.ok) return [{ claim, found: `it succeeded with ${show(outcome.result)}`, place }];
  const isMatched = matches(client.matching, outcome.error);
  if (isMatched === true) return [];
  return [{ claim, found: isMatched === false ? `it failed otherwise: ${show(outcome.error)}` : isMatched, place }];
};

/** Without a result there is nothing to compare: that the client failed is a finding of its own. */
const judgeResult = (expect: Expected, outcome: Outcome, place: string): readonly Finding[] => {
  if (!('result' in expect) || !outcome.ok) return [];
  const difference = findDifference(expect.result, outcome.result);
  if (difference === undefined) return [];
  const { path, expected, found } = difference;
  return [{ claim: `${path} is ${expected}`, found, place: `${place}.result` }];
};

const judgeCount = (
  name: ExchangeName,
  expected: Count | undefined,
  found: number,
  place: string,
): readonly Finding[] => {
  if (expected === undefined || isCounted(expected, found)) return [];
  return [
    {
      claim: `${name} happens ${showCount(expected, 'never', showTimes)}`,
      found: found === 0 ? 'it never happened' : `it happened ${showTimes(found)}`,
      place: `${place}.requests.${name}`,
    },
  ];
};

/** Closed: a client that takes exactly the time it is given is within it. */
const judgeTime = ({ within }: Expected, elapsed: number, place: string): readonly Finding[] => {
  const limit = within === undefined ? undefined : parseDuration(within);
  if (within === undefined || (limit !== undefined && elapsed <= limit)) return [];
  return [
    {
      claim: `the client is done within ${within}`,
      found: `it took ${showDuration(elapsed)}`,
      place: `${place}.within`,
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
      return `too few "${trigger.event}" came${parseDuration(trigger.wait) === 0 ? '' : `, or the client was done at ${showDuration(elapsed)}, before the wait was over`}`;
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

import { namesOf } from '../spec/names-of.ts';
import { parseDuration, showDuration } from '../spec/time.ts';
import type { Count, ExchangeName, Expectation, Scenario, Step, StepAction } from './ast.ts';
import { describeStep } from './describe-step.ts';
import { findDifference } from './difference.ts';
import { parseMatching } from './matching.ts';
import { show, showTimes } from './show.ts';
import { unbounded } from './words.ts';

/** How the client ended: with what its promise fulfilled, or what its error says. */
export type Outcome = { readonly ok: true; readonly result: unknown } | { readonly ok: false; readonly error: string };

/** A run of a scenario, as far as its expectations ask. */
export interface Run {
  readonly scenario: Scenario;
  readonly outcome: Outcome;
  /** How many exchanges of each kind there were. None counts as 0. */
  readonly counts: Partial<Readonly<Record<ExchangeName, number>>>;
  /** Milliseconds of virtual time from the start to the end of the client. */
  readonly elapsed: number;
  /** The steps whose moment never came. */
  readonly unfired: readonly Step[];
}

/** An expectation that was not met. */
export interface Finding {
  /** What was expected, in one sentence. */
  readonly claim: string;
  /** What was found instead. */
  readonly found: string;
  /** Where the expectation was written: `file:line:col` of a step, or `file, expect.client`. */
  readonly place: string;
}

/**
 * Judges a run by its scenario's expectations. Pure; an empty list means that all were met.
 *
 * @example
 * judge({ scenario, outcome: { ok: true, result: { records: 599 } }, counts: {}, elapsed: 0, unfired: [] })
 * // [{ claim: 'result.records is 600', found: '599', place: 'orders.yaml, expect.result' }]
 */
export const judge = (run: Run): readonly Finding[] => {
  const { scenario, outcome, counts, elapsed, unfired } = run;
  const { expect, source } = scenario;
  return [
    ...judgeClient(expect, outcome, source),
    ...judgeResult(expect, outcome, source),
    ...namesOf(expect.requests).flatMap((name) => judgeCount(name, expect.requests[name], counts[name] ?? 0, source)),
    ...judgeTime(expect, elapsed, source),
    ...unfired.map((step) => judgeStep(step, counts, elapsed)),
  ];
};

const judgeClient = ({ client }: Expectation, outcome: Outcome, source: string): readonly Finding[] => {
  const place = `${source}, expect.client`;
  if (client.outcome === 'succeeds') {
    if (outcome.ok) return [];
    return [{ claim: 'the client succeeds', found: `it failed: ${show(outcome.error)}`, place }];
  }
  const claim = `the client fails with an error that matches ${showMatching(client.matching)}`;
  if (outcome.ok) return [{ claim, found: `it succeeded with ${show(outcome.result)}`, place }];
  // A scenario that no reader has seen may hold anything; what is no expression matches nothing.
  if (parseMatching(client.matching)?.test(outcome.error) === true) return [];
  return [{ claim, found: `it failed otherwise: ${show(outcome.error)}`, place }];
};

const showMatching = (text: string): string => (text.startsWith('/') ? text : `/${text}/`);

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
  if (expected === undefined || (found >= expected.atLeast && found <= expected.atMost)) return [];
  return [
    {
      claim: `${name} happens ${showCount(expected)}`,
      found: found === 0 ? 'it never happened' : `it happened ${showTimes(found)}`,
      place: `${source}, expect.requests.${name}`,
    },
  ];
};

const showCount = ({ atLeast, atMost }: Count): string => {
  if (atLeast === atMost) return atLeast === 0 ? 'never' : `exactly ${showTimes(atLeast)}`;
  if (atMost === unbounded) return `at least ${showTimes(atLeast)}`;
  return atLeast === 0 ? `at most ${showTimes(atMost)}` : `${atLeast} to ${showTimes(atMost)}`;
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

const judgeStep = (step: Step, counts: Run['counts'], elapsed: number): Finding => ({
  claim: `this step happens: ${describeStep(step)}`,
  found: `it never did; ${explainUntouched(step, counts, elapsed) ?? explainMiss(step, counts, elapsed)}`,
  place: step.place,
});

/** What is said of a fault whose moment came, but nothing to hit. */
const explainUntouched = ({ trigger, action }: Step, counts: Run['counts'], elapsed: number): string | undefined => {
  const target = targetOf(action);
  if (target === undefined) return undefined;
  const came =
    (trigger.kind === 'at' && (parseDuration(trigger.time) ?? elapsed) < elapsed) ||
    (trigger.kind === 'on' && (counts[trigger.exchange] ?? 0) >= trigger.nth);
  return came ? `no ${target} came after that` : undefined;
};

const targetOf = (action: StepAction): ExchangeName | undefined => {
  if ('operation' in action) return action.operation;
  return action.do.endsWith('Notification') ? 'notification' : undefined;
};

const explainMiss = ({ trigger }: Step, counts: Run['counts'], elapsed: number): string => {
  switch (trigger.kind) {
    case 'at':
      return `the client was done at ${showDuration(elapsed)}`;
    case 'after':
      return `too few "${trigger.event}" came, or the client was done before the wait was over`;
    case 'on': {
      const count = counts[trigger.exchange] ?? 0;
      return count === 0 ? `${trigger.exchange} never happened` : `${trigger.exchange} happened ${showTimes(count)}`;
    }
    default:
      return trigger satisfies never;
  }
};

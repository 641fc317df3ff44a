import type { Failure } from '../core/action.ts';
import type { Count, Expectation, Nth, RegionFailure, Scenario, Step, StepAction, Together, Trigger } from './ast.ts';
import type { ExpectationInput } from './builder.ts';
import { sequenceKey, unbounded } from './words.ts';

/** A scenario as a file says it: the fields of the YAML, in the order in which people write them. */

type Written = Readonly<Record<string, unknown>>;

/** What the reader makes the scenario of; where it was written is not part of it. */
export const writeScenario = (scenario: Scenario): Written => {
  const { name, client, seed, profile, latency, clockSkew, limits, applications, customers, assumptions, steps } =
    scenario;
  const [only, ...others] = customers;
  return {
    name,
    ...(client !== undefined && { client }),
    ...(seed !== undefined && { seed }),
    ...(profile !== undefined && { profile }),
    ...(latency !== undefined && { latency }),
    ...(clockSkew !== undefined && { clockSkew }),
    ...(limits !== undefined && { limits }),
    ...(applications !== undefined && { applications }),
    ...(only !== undefined && (others.length === 0 ? { customer: only } : { customers })),
    ...(Object.keys(assumptions).length > 0 && { assumptions }),
    ...(steps.length > 0 && { steps: steps.map(writeStep) }),
    ...asField('expect', writeExpectation(scenario.expect)),
  };
};

const asField = (key: string, fields: object): Written => (Object.keys(fields).length === 0 ? {} : { [key]: fields });

const writeStep = ({ trigger, action, followers }: Step): Written => ({
  ...writeTrigger(trigger),
  ...writeAction(action),
  ...(followers !== undefined && { [sequenceKey]: followers.map(writeStep) }),
});

/** A trigger the way a file writes it, so that one schema reads both. */
export const writeTrigger = (trigger: Trigger): Written => {
  const { where, chance } = trigger;
  const condition = { ...(where !== undefined && { where }), ...(chance !== undefined && { chance }) };
  switch (trigger.kind) {
    case 'at':
      return { at: trigger.time, ...condition };
    case 'wait':
      return { wait: trigger.time, ...condition };
    case 'after': {
      const wait = trigger.wait === '0s' ? {} : { wait: trigger.wait };
      return { after: trigger.event, ...wait, ...writeNth(trigger.nth), ...condition };
    }
    case 'on':
      return { on: trigger.exchange, ...writeNth(trigger.nth), ...condition };
    default:
      return trigger satisfies never;
  }
};

const writeNth = (nth: Nth): Written => (nth === 1 ? {} : { nth });

export const writeAction = (action: StepAction | Together): Written =>
  action.do === 'together' ? { together: action.actions.map(writeSingle) } : writeSingle(action);

/** What an action says where nothing else is written. */
const usual: Readonly<Record<string, unknown>> = { copies: 2 };

const writeSingle = (action: StepAction): Written => {
  const { do: verb, ...rest } = withoutUsualTimes(action);
  const fields = Object.fromEntries(Object.entries(rest).filter(([key, value]) => usual[key] !== value));
  switch (action.do) {
    case 'elapse':
      return { elapse: action.duration };
    case 'fail': {
      const { failure: _, ...others } = fields;
      return { fail: writeFailure(action.failure), ...others };
    }
    case 'fault':
      return fields;
    case 'regionDown': {
      const { fails: _, ...others } = fields;
      const fails = writeFailure(action.fails);
      return { do: verb, ...others, ...(fails !== 503 && { fails }) };
    }
    case 'repeatNotification': {
      const { by, ...others } = fields;
      return { do: verb, ...others, ...(by !== '0s' && { by }) };
    }
    default:
      return { do: verb, ...fields };
  }
};

/** One is hit where nothing is said, and any number while a fault lasts. */
const withoutUsualTimes = (action: StepAction): object & { readonly do: StepAction['do'] } => {
  if (!('times' in action) || action.times !== (action.for === undefined ? 1 : unbounded)) return action;
  const { times: _, ...rest } = action;
  return rest;
};

const writeFailure = (failure: Failure | RegionFailure): string | number => {
  switch (failure.kind) {
    case 'row':
      return failure.row;
    case 'status':
      return failure.status;
    case 'connection':
      return failure.fault;
    default:
      return failure satisfies never;
  }
};

/** What is expected, without what is expected anyway. */
export const writeExpectation = (expect: Expectation): ExpectationInput => {
  const { client, requests, imported, mails, queries, ...rest } = expect;
  return {
    ...(client.outcome === 'fails' && { client: { fails: client.matching } }),
    ...(client.outcome === 'ends' && { client: client.outcome }),
    ...rest,
    ...(Object.keys(requests).length > 0 && { requests: writeCounts(requests) }),
    ...(imported !== undefined && { imported: writeCount(imported) }),
    ...(mails !== undefined && { mails: 'atLeast' in mails ? writeCount(mails) : mails }),
    ...(queries !== undefined && { queries: writeCounts(queries) }),
  };
};

const writeCounts = (counts: Readonly<Record<string, Count>>): Readonly<Record<string, WrittenCount>> =>
  Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, writeCount(count)]));

type WrittenCount = number | { readonly atLeast?: number; readonly atMost?: number };

const writeCount = ({ atLeast, atMost }: Count): WrittenCount => {
  if (atLeast === atMost) return atLeast;
  if (atMost === unbounded) return { atLeast };
  return atLeast === 0 ? { atMost } : { atLeast, atMost };
};

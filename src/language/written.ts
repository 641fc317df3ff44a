import type { Count, Expectation, Expected, Nth, Scenario, Step, StepAction, Together, Trigger } from './ast.ts';
import type { CountInput, ExpectationInput, ExpectedInput } from './builder.ts';
import { given } from './data.ts';
import type { RegionFailure } from './field-kinds.ts';
import { settingsOf } from './settings.ts';
import { rowOf, usualOf, writtenName } from './verbs.ts';
import { sequenceKey, unbounded } from './words.ts';

/* A scenario as a file says it: the fields of the YAML, in the order in which people write them. */

type Written = Readonly<Record<string, unknown>>;

/** What the reader makes the scenario of; where it was written is not part of it. */
export const writeScenario = (scenario: Scenario): Written => {
  const { name, client, steps, expect } = scenario;
  const { customers = [], assumptions = {}, ...settings } = settingsOf(scenario);
  const [only, ...others] = customers;
  return {
    ...given({ name, client, ...settings }),
    ...(only !== undefined && (others.length === 0 ? { customer: only } : { customers })),
    ...(Object.keys(assumptions).length > 0 && { assumptions }),
    ...(steps.length > 0 && { steps: steps.map(writeStep) }),
    ...asField('expect', writeExpectation(expect)),
  };
};

const asField = (key: string, fields: object): Written => (Object.keys(fields).length === 0 ? {} : { [key]: fields });

export const writeStep = ({ trigger, action, followers }: Step): Written => ({
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

/** Without what is meant where nothing is written. */
const writeSingle = (action: StepAction): Written => {
  const { fields, isKey } = rowOf(action.do);
  const values: Written = { ...action };
  const written = Object.entries(fields).flatMap(([name, field]) => {
    const value = writeValue(values[name]);
    return value === undefined || value === usualOf(field, values) ? [] : [[writtenName(name, field), value] as const];
  });
  return { ...(isKey !== true && { do: action.do }), ...Object.fromEntries(written) };
};

const isFailure = (value: unknown): value is RegionFailure => typeof value === 'object' && value !== null;

const writeValue = (value: unknown): unknown => (isFailure(value) ? writeFailure(value) : value);

const writeFailure = (failure: RegionFailure): string | number => {
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

export const writeExpectation = (expectation: Expectation): ExpectationInput => {
  const { client, example, unfired, rules, places: _, ...expected } = expectation;
  return {
    ...writeExpected({ ...expected, ...(client.outcome !== 'succeeds' && { client }) }),
    ...given({ unfired, rules }),
    ...(example !== undefined && { example: writeExpected(example) }),
  };
};

const writeExpected = (expected: Expected): ExpectedInput => {
  const { client, requests = {}, arrived, mails, queries, ...rest } = expected;
  return {
    ...(client !== undefined && {
      client: client.outcome === 'fails' ? { fails: client.matching } : client.outcome,
    }),
    ...rest,
    ...(Object.keys(requests).length > 0 && { requests: writeCounts(requests) }),
    ...(arrived !== undefined && {
      arrived: 'byCustomer' in arrived ? writeCounts(arrived.byCustomer) : writeCount(arrived),
    }),
    ...(mails !== undefined && { mails: 'atLeast' in mails ? writeCount(mails) : mails }),
    ...(queries !== undefined && { queries: writeCounts(queries) }),
  };
};

const writeCounts = (counts: Readonly<Record<string, Count>>): Readonly<Record<string, PlainCount>> =>
  Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, writeCount(count)]));

type PlainCount = Extract<CountInput, number | string>;

const writeCount = ({ atLeast, atMost }: Count): PlainCount => {
  if (atLeast === atMost) return atLeast;
  if (atMost === unbounded) return `${atLeast}..`;
  return atLeast === 0 ? `..${atMost}` : `${atLeast}..${atMost}`;
};

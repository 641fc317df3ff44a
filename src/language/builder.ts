import type { RuleChoice } from '../rules/rule-choice.ts';
import type { Assumptions } from '../spec/assumptions.ts';
import type { ProfileName } from '../spec/profiles.ts';
import type { Duration } from '../spec/time.ts';
import type {
  ApplicationRow,
  CustomerRow,
  ExchangeName,
  LimitChoices,
  MailShape,
  QueryState,
  Scenario,
  Timing,
} from './ast.ts';
import { given } from './data.ts';
import { type Checked, requireOptions, unwrap } from './problem.ts';
import * as schema from './schema.ts';
import { show, showCall } from './show.ts';
import { createTriggers, type Triggers } from './step-builder.ts';

/** What is expected in the end, written as in a scenario file. */
export interface ExpectationInput {
  /** By default the client succeeds. `fails` is a regular expression that its error must match; `ends` takes either. */
  readonly client?: 'succeeds' | 'ends' | { readonly fails: string | RegExp };
  /** Every field named here must be in the client's result, with an equal value. Plain data. */
  readonly result?: unknown;
  /** How many exchanges of a kind there must be: exactly, or within bounds. */
  readonly requests?: { readonly [Name in ExchangeName]?: CountInput };
  /** When exchanges of a kind must happen: `{ createDataQuery: { first: '0s', waits: ['1s', '2s..'] } }`. */
  readonly when?: { readonly [Name in ExchangeName]?: Timing };
  /** How much virtual time the client may take. */
  readonly within?: Duration;
  /** How many records must arrive whole; the same one counts once. */
  readonly imported?: CountInput;
  /** How many e-mails must be accepted, or what each of them must be like, in order. */
  readonly mails?: CountInput | readonly MailInput[];
  /** How many queries must be in which state in the end. */
  readonly queries?: { readonly [State in QueryState]?: CountInput };
  /** Which rules must be kept. Without it those of level `must`; what others say is a warning. */
  readonly rules?: RuleChoice;
}

type CountInput = number | { readonly atLeast?: number; readonly atMost?: number };

interface MailInput extends Omit<MailShape, 'content'> {
  /** A regular expression that its text must match. */
  readonly content?: string | RegExp;
}

/**
 * A scenario being written. Every call gives back a new one, so a common beginning can be continued in several ways.
 * Calls throw Misuse BAD_DURATION or BAD_OPTION at once, with the call as its place.
 */
export interface ScenarioBuilder extends Triggers<ScenarioBuilder> {
  /** Adds a customer's data in one scope: its records, and how long their collection takes. */
  readonly customer: (row: CustomerRow) => ScenarioBuilder;
  /** Adds several such rows, at least one. */
  readonly customers: (rows: readonly CustomerRow[]) => ScenarioBuilder;
  /** Adds an application. Without any there is one, which may do everything. */
  readonly application: (row: ApplicationRow) => ScenarioBuilder;
  /** Adds several applications, at least one. */
  readonly applications: (rows: readonly ApplicationRow[]) => ScenarioBuilder;
  /** The module of the client under test, relative to the file that the scenario stands in. */
  readonly client: (path: string) => ScenarioBuilder;
  /** The dated state of the interfaces to go by. */
  readonly profile: (name: ProfileName) => ScenarioBuilder;
  /** How long each answer is on its way: always the same (`50ms`), or drawn for each (`50ms..400ms`). */
  readonly latency: (latency: string) => ScenarioBuilder;
  /** How far the service's clock is ahead of the client's (`5m`) or behind (`-5m`). With it answers say their date. */
  readonly clockSkew: (skew: string) => ScenarioBuilder;
  /** Sets limits otherwise than the profile does. The last word counts. */
  readonly limits: (limits: LimitChoices) => ScenarioBuilder;
  /** Decides points that the interface document leaves open. The last word counts. */
  readonly assume: (assumptions: Partial<Assumptions>) => ScenarioBuilder;
  /** What everything random is drawn from. */
  readonly seed: (seed: number) => ScenarioBuilder;
  /** Says what must be true in the end. Said again, it adds fields and replaces those of the same name. */
  readonly expect: (expectation: ExpectationInput) => ScenarioBuilder;
  /** The scenario as plain data, equal to what `readScenario` makes of the same story. */
  readonly build: () => Scenario;
}

interface Draft extends Omit<Scenario, 'version' | 'source'> {
  /** As written, since a later call may add to it. */
  readonly written: ExpectationInput;
}

/**
 * Begins a scenario.
 *
 * @throws Misuse BAD_OPTION when the name is not one line of text
 * @example
 * scenario('late').on('notification').elapse('61m').expect({ client: { fails: 'elapsed' } }).build()
 */
export const scenario = (name: string): ScenarioBuilder => {
  const call = showCall('scenario', [name]);
  return continueFrom({
    name: unwrap(schema.checkName(name), call),
    customers: [],
    assumptions: {},
    steps: [],
    written: {},
    expect: unwrap(schema.checkExpectation({}), call),
  });
};

const continueFrom = (draft: Draft): ScenarioBuilder => {
  const caller = `scenario(${show(draft.name)}).`;
  const change = (changes: Partial<Draft>): ScenarioBuilder => continueFrom({ ...draft, ...changes });
  const placeOf = (name: string, value: unknown): string => `${caller}${showCall(name, [value])}`;
  /** A call that sets the field of its name. */
  const set =
    <Name extends keyof Draft>(name: Name, check: (value: unknown) => Checked<NonNullable<Draft[Name]>>) =>
    (value: unknown): ScenarioBuilder =>
      continueFrom({ ...draft, [name]: unwrap(check(value), placeOf(name, value)) });
  const addCustomers = (rows: readonly CustomerRow[], call: string): ScenarioBuilder => {
    unwrap(schema.checkCustomers(rows), call);
    return change({ customers: unwrap(schema.checkCustomers([...draft.customers, ...rows]), call) });
  };
  const addApplications = (rows: readonly ApplicationRow[], call: string): ScenarioBuilder => {
    unwrap(schema.checkApplications(rows), call);
    return change({ applications: unwrap(schema.checkApplications([...(draft.applications ?? []), ...rows]), call) });
  };
  return {
    ...createTriggers((step) => change({ steps: [...draft.steps, step] }), caller),
    customer: (row) => addCustomers([row], placeOf('customer', row)),
    customers: (rows) => addCustomers(rows, placeOf('customers', rows)),
    application: (row) => addApplications([row], placeOf('application', row)),
    applications: (rows) => addApplications(rows, placeOf('applications', rows)),
    client: set('client', schema.checkClient),
    profile: set('profile', schema.checkProfile),
    latency: set('latency', schema.checkLatency),
    clockSkew: set('clockSkew', schema.checkClockSkew),
    seed: set('seed', schema.checkSeed),
    limits: (limits) => {
      const checked = unwrap(schema.checkLimits(limits), placeOf('limits', limits));
      return change({ limits: { ...draft.limits, ...checked } });
    },
    assume: (chosen) => {
      const checked = unwrap(schema.checkAssumptions(chosen), placeOf('assume', chosen));
      return change({ assumptions: { ...draft.assumptions, ...checked } });
    },
    expect: (expectation) => {
      const call = placeOf('expect', expectation);
      requireOptions(expectation, call);
      const written = { ...draft.written, ...given(expectation) };
      return change({ written, expect: unwrap(schema.checkExpectation(written), call) });
    },
    build: () => {
      const { name, written: _, ...story } = draft;
      return { version: 1, name, source: name, ...story };
    },
  };
};

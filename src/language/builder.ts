import type { Assumptions } from '../spec/assumptions.ts';
import type {
  ApplicationRow,
  CustomerRow,
  ExchangeName,
  Expectation,
  Expected,
  LimitChoices,
  MailShape,
  QueryState,
  Scenario,
} from './ast.ts';
import { given } from './data.ts';
import { requireOptions, unwrap } from './problem.ts';
import * as schema from './schema.ts';
import { readSetting, type ReplacedSetting, replacedSettings, type Settings } from './settings.ts';
import { show, showCall } from './show.ts';
import { createTriggers, type Triggers } from './step-builder.ts';

/** What is expected in the end, written as in a scenario file. */
export interface ExpectationInput extends ExpectedInput, Partial<Pick<Expectation, 'unfired' | 'rules'>> {
  /** What the example client of a library of scenarios does in its own way. It is judged of that client alone. */
  readonly example?: ExpectedInput;
}

/** What a run of a client can be held to. */
export interface ExpectedInput extends Pick<Expected, 'result' | 'when' | 'within'> {
  /** By default the client succeeds. `fails` is a regular expression that its error must match; `ends` takes either. */
  readonly client?: 'succeeds' | 'ends' | { readonly fails: string | RegExp };
  /** How many exchanges of a kind there must be: exactly, or within bounds. */
  readonly requests?: { readonly [Name in ExchangeName]?: CountInput };
  /** How many records must arrive, their data and schema whole: in all, or by the ids of customers. */
  readonly arrived?: CountInput | { readonly [customer: string]: CountInput };
  /** How many e-mails must be accepted, or what each of them must be like, in order. */
  readonly mails?: CountInput | readonly MailInput[];
  /** How many queries must be in which state in the end. */
  readonly queries?: { readonly [State in QueryState]?: CountInput };
}

/** A number, or a range of them: `1..3`, `2..`, `..3`. */
export type CountInput =
  | number
  | `${number}..${number}`
  | `${number}..`
  | `..${number}`
  | { readonly atLeast?: number; readonly atMost?: number };

interface MailInput extends Omit<MailShape, 'content'> {
  /** A regular expression that its text must match. */
  readonly content?: string | RegExp;
}

/**
 * A scenario being written. Every call gives back a new one, so a common beginning can be continued in several ways.
 * Calls throw Misuse BAD_DURATION or BAD_OPTION at once, with the call as its place.
 */
export interface ScenarioBuilder extends Triggers<ScenarioBuilder>, SettingCalls<ReplacedSetting> {
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
  /** Sets limits otherwise than the profile does. The last word counts. */
  readonly limits: (limits: LimitChoices) => ScenarioBuilder;
  /** Decides points that the interface document leaves open. The last word counts. */
  readonly assume: (assumptions: Partial<Assumptions>) => ScenarioBuilder;
  /** Says what must be true in the end. Said again, it adds fields and replaces those of the same name. */
  readonly expect: (expectation: ExpectationInput) => ScenarioBuilder;
  /** The scenario as plain data, equal to what `readScenario` makes of the same file. */
  readonly build: () => Scenario;
}

/** A call for each setting that is replaced when it is said again. By `Pick`, editors show what the setting says of itself. */
type SettingCalls<Name extends keyof Settings> = {
  readonly [Each in keyof Pick<Settings, Name>]-?: (value: NonNullable<Settings[Each]>) => ScenarioBuilder;
};

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
  const addCustomers = (rows: readonly CustomerRow[], call: string): ScenarioBuilder => {
    readSetting('customers', rows, call);
    return change({ customers: readSetting('customers', [...draft.customers, ...rows], call) });
  };
  const addApplications = (rows: readonly ApplicationRow[], call: string): ScenarioBuilder => {
    readSetting('applications', rows, call);
    return change({ applications: readSetting('applications', [...(draft.applications ?? []), ...rows], call) });
  };
  const settingCalls = Object.fromEntries(
    replacedSettings.map((name) => {
      const replace = (value: never) => change({ [name]: readSetting(name, value, placeOf(name, value)) });
      return [name, replace];
    }),
  ) as SettingCalls<ReplacedSetting>;
  return {
    ...createTriggers((step) => change({ steps: [...draft.steps, step] }), caller),
    ...settingCalls,
    customer: (row) => addCustomers([row], placeOf('customer', row)),
    customers: (rows) => addCustomers(rows, placeOf('customers', rows)),
    application: (row) => addApplications([row], placeOf('application', row)),
    applications: (rows) => addApplications(rows, placeOf('applications', rows)),
    client: (path) => change({ client: unwrap(schema.checkClient(path), placeOf('client', path)) }),
    limits: (limits) => {
      const checked = readSetting('limits', limits, placeOf('limits', limits));
      return change({ limits: { ...draft.limits, ...checked } });
    },
    assume: (chosen) => {
      const checked = readSetting('assumptions', chosen, placeOf('assume', chosen));
      return change({ assumptions: { ...draft.assumptions, ...checked } });
    },
    expect: (expectation) => {
      const call = placeOf('expect', expectation);
      requireOptions(expectation, call);
      const written = { ...draft.written, ...given(expectation) };
      return change({ written, expect: unwrap(schema.checkExpectation(written), call) });
    },
    build: () => {
      const { name, written: _, ...rest } = draft;
      return { version: 1, name, source: name, ...rest };
    },
  };
};

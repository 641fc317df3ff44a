import type { Failure } from '../core/action.ts';
import { eventNames } from '../core/event.ts';
import { type Assumptions, checkAssumption, isAssumptionId } from '../spec/assumptions.ts';
import { operationNames } from '../spec/routes.ts';
import { storeFamilies } from '../spec/scopes.ts';
import type { Count, CustomerRow, Expectation, Scenario, Step, StepAction, Trigger } from './ast.ts';
import * as explain from './explain.ts';
import { isData } from './data.ts';
import { findFailure } from './find-failure.ts';
import { isRegExp, parseMatching } from './matching.ts';
import * as v from './shapes.ts';
import { checkStepKeys } from './step-keys.ts';
import { exchangeNames, unbounded } from './words.ts';

/** A scenario as far as its text tells; where it was written, the reader adds. */
export type ScenarioDraft = Omit<Scenario, 'source' | 'steps'> & { readonly steps: readonly StepDraft[] };
export type StepDraft = Omit<Step, 'place'>;

const nth = v.optional(v.whole('a position', 1, 1_000_000), 1);
const customer = v.idText('a customer id');
const scope = v.idText('a scope');

const triggers = {
  at: v.pipe(
    v.fieldsOf({ at: v.duration }),
    v.transform(({ at }): Trigger => ({ kind: 'at', time: at })),
  ),
  after: v.pipe(
    v.fieldsOf({ after: v.word('an event', eventNames), nth, wait: v.optional(v.duration, '0s') }),
    v.transform(({ after, ...when }): Trigger => ({ kind: 'after', event: after, ...when })),
  ),
  on: v.pipe(
    v.fieldsOf({ on: v.word('an operation or "notification"', exchangeNames), nth }),
    v.transform(({ on, ...when }): Trigger => ({ kind: 'on', exchange: on, ...when })),
  ),
} as const;

const failure = v.pipe(
  v.unknown(),
  v.rawTransform<unknown, Failure>(({ dataset, addIssue, NEVER }) => {
    const found = findFailure(dataset.value);
    if (found.ok) return found.failure;
    addIssue({ message: explain.say(found.what, found.hint) });
    return NEVER;
  }),
);

const actions = {
  do: v.variant(
    'do',
    [
      v.fieldsOf({ do: v.picklist(['expireToken', 'revokeToken']), customer }),
      v.fieldsOf({ do: v.picklist(['expireStoreToken', 'revokeStoreToken']), store: v.word('a store', storeFamilies) }),
      v.fieldsOf({ do: v.picklist(['revokeConsent', 'expireConsent', 'grantConsent']), customer, scope }),
      v.fieldsOf({ do: v.literal('holdAccount'), customer, for: v.exactOptional(v.duration) }),
      v.fieldsOf({ do: v.literal('releaseAccount'), customer }),
    ],
    (issue) => explain.explainVerb(issue.input),
  ),
  fail: v.pipe(
    v.fieldsOf({
      fail: failure,
      times: v.optional(v.whole('a number of times', 1, 1000), 1),
      operation: v.exactOptional(v.word('an operation', operationNames)),
    }),
    v.transform(({ fail, ...rest }): StepAction => ({ do: 'fail', failure: fail, ...rest })),
  ),
  elapse: v.pipe(
    v.fieldsOf({ elapse: v.duration }),
    v.transform(({ elapse }): StepAction => ({ do: 'elapse', duration: elapse })),
  ),
} as const;

/** The schema whose key stands in the object. Where none or several do, `checkStepKeys` has said so already. */
const pick = <T>(schemas: Readonly<Record<string, v.Schema<T>>>) =>
  v.lazy((fields) => {
    const [found, ...others] = Object.entries(schemas).filter(
      ([key]) => v.isFields(fields) && Object.hasOwn(fields, key),
    );
    return found === undefined || others.length > 0 ? v.custom<T>(() => true) : found[1];
  });

const step = v.pipe(
  v.someFields('a step'),
  v.intersect([
    v.keysOf(checkStepKeys),
    v.pipe(
      pick<Trigger>(triggers),
      v.transform((trigger) => ({ trigger })),
    ),
    v.pipe(
      pick<StepAction>(actions),
      v.transform((action) => ({ action })),
    ),
  ]),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed || dataset.issues !== undefined) return;
    const message = explain.explainFailTarget(dataset.value);
    if (message !== undefined) addIssue({ message, path: v.pathTo('key', {}, 'fail') });
  }),
);

const customerRow: v.Schema<CustomerRow> = v.strict('a customer', {
  id: customer,
  scope,
  records: v.exactOptional(v.whole('a number of records', 0, 1_000_000)),
  collects: v.exactOptional(v.duration),
});

const customerRows = v.pipe(
  v.list(customerRow, 'a list of customers', 1),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    const { value: rows } = dataset;
    const seen = new Set<string>();
    for (const [index, { id, scope: where }] of rows.entries()) {
      const key = JSON.stringify([id, where ?? null]);
      if (id === undefined || !seen.has(key)) {
        seen.add(key);
        continue;
      }
      addIssue({
        message: explain.explainTwin(id, where),
        path: [{ type: 'array', origin: 'value', input: rows, key: index, value: id }],
      });
    }
  }),
);

const assumptions = v.pipe(
  v.someFields('a set of assumptions'),
  v.rawTransform<v.Fields, Partial<Assumptions>>(({ dataset: { value: chosen }, addIssue }) => {
    for (const [id, value] of Object.entries(chosen)) {
      if (!isAssumptionId(id))
        addIssue({ message: explain.explainAssumptionId(id), path: v.pathTo('key', chosen, id) });
      else if (checkAssumption(id, value) !== undefined) {
        addIssue({ message: explain.explainAssumption(id, value), path: v.pathTo('value', chosen, id) });
      }
    }
    return { ...chosen };
  }),
);

const exchanges = 'a number of exchanges';
const few = v.whole(exchanges, 0, 1_000_000);

const count = v.lazy(
  (written): v.Schema<Count> =>
    v.isFields(written)
      ? v.pipe(
          v.strict('a count', { atLeast: v.exactOptional(few), atMost: v.exactOptional(few) }),
          v.check(({ atLeast, atMost }) => atLeast !== undefined || atMost !== undefined, explain.emptyCount),
          v.check(({ atLeast = 0, atMost = unbounded }) => atLeast <= atMost, explain.crossedCount),
          v.transform(({ atLeast = 0, atMost = unbounded }) => ({ atLeast, atMost })),
        )
      : v.pipe(
          few,
          v.transform((exact) => ({ atLeast: exact, atMost: exact })),
        ),
);

const matching = v.pipe(
  v.leaf<string | RegExp>(
    (value) => (typeof value === 'string' || isRegExp(value)) && parseMatching(String(value)) !== undefined,
    explain.explainMatching,
  ),
  v.transform(String),
);

const client = v.lazy(
  (written): v.Schema<Expectation['client']> =>
    v.isFields(written)
      ? v.pipe(
          v.strict('an outcome', { fails: matching }),
          v.transform(({ fails }) => ({ outcome: 'fails' as const, matching: fails })),
        )
      : v.pipe(
          v.leaf((value) => value === 'succeeds', explain.explainClient),
          v.transform(() => ({ outcome: 'succeeds' as const })),
        ),
);

const expectation = v.pipe(
  v.strict('the expectations', {
    client: v.optional(client, 'succeeds'),
    result: v.exactOptional(v.leaf<unknown>(isData, explain.explainData)),
    requests: v.optional(
      v.pipe(v.someFields('a set of counts'), v.record(v.word('an operation or "notification"', exchangeNames), count)),
      {},
    ),
    within: v.exactOptional(v.duration),
  }),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed || dataset.value.client.outcome === 'succeeds' || !('result' in dataset.value)) return;
    addIssue({ message: explain.resultOfFailure, path: v.pathTo('key', {}, 'result') });
  }),
);

const name = v.lineOf('a name');
const seed = v.whole('a seed', 0, Number.MAX_SAFE_INTEGER);

const scenario = v.pipe(
  v.strict('a scenario', {
    name,
    client: v.exactOptional(v.lineOf('the path of a module')),
    seed: v.exactOptional(seed),
    customer: v.exactOptional(customerRow),
    customers: v.exactOptional(customerRows),
    assumptions: v.optional(assumptions, {}),
    steps: v.optional(v.list(step, 'a list of steps', 0), []),
    expect: v.optional(expectation, {}),
  }),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed || !('customer' in dataset.value) || !('customers' in dataset.value)) return;
    addIssue({ message: explain.bothCustomers, path: v.pathTo('key', {}, 'customers') });
  }),
  v.transform(
    ({ customer: only, customers = [], ...rest }): ScenarioDraft => ({
      version: 1,
      ...rest,
      customers: only === undefined ? customers : [only],
    }),
  ),
);

export const checkScenario = v.checkWith<ScenarioDraft>(scenario);
export const checkStep = v.checkWith<StepDraft>(step);
export const checkCustomers = v.checkWith<readonly CustomerRow[]>(customerRows);
export const checkAssumptions = v.checkWith(assumptions);
export const checkExpectation = v.checkWith<Expectation>(expectation);
export const checkSeed = v.checkWith(seed);
export const checkName = v.checkWith(name);

import type { ApplicationRow, CustomerRow, Expectation, LimitChoices, Scenario, Step } from './ast.ts';
import * as explain from './explain.ts';
import { expectation } from './schema/expectation.ts';
import { step } from './schema/steps.ts';
import {
  applicationRows,
  assumptions,
  customerRow,
  customerRows,
  latency,
  limitChoices,
  profile,
} from './schema/world.ts';
import * as v from './shapes.ts';

/** A scenario as far as its text tells; where it was written, the reader adds. */
export type ScenarioDraft = Omit<Scenario, 'source' | 'steps'> & { readonly steps: readonly StepDraft[] };
export type StepDraft = Omit<Step, 'place'>;

const name = v.lineOf('a name');
const seed = v.whole('a seed', 0, Number.MAX_SAFE_INTEGER);

const scenario = v.pipe(
  v.strict('a scenario', {
    name,
    client: v.exactOptional(v.lineOf('the path of a module')),
    seed: v.exactOptional(seed),
    profile: v.exactOptional(profile),
    latency: v.exactOptional(latency),
    limits: v.exactOptional(limitChoices),
    applications: v.exactOptional(applicationRows),
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
export const checkApplications = v.checkWith<readonly ApplicationRow[]>(applicationRows);
export const checkProfile = v.checkWith(profile);
export const checkLatency = v.checkWith(latency);
export const checkLimits = v.checkWith<LimitChoices>(limitChoices);
export const checkAssumptions = v.checkWith(assumptions);
export const checkExpectation = v.checkWith<Expectation>(expectation);
export const checkSeed = v.checkWith(seed);
export const checkName = v.checkWith(name);

import type { Scenario, Step, StepAction, Trigger } from '../../src/language/ast.ts';
import { eventNames } from '../../src/core/event.ts';
import { exchangeFaultNames, setupFaultNames, serviceFaultNames } from '../../src/spec/faults.ts';
import { assumptionIds, assumptionRow } from '../../src/spec/assumptions.ts';
import { namesOf } from '../../src/spec/names-of.ts';
import { regionNames } from '../../src/spec/regions.ts';
import { retryStatuses, retryWaits } from '../../src/spec/retry.ts';
import { queryStates } from '../../src/spec/transitions.ts';
import { namesOfVerbs } from '../../src/language/verbs.ts';
import { exchangeFilters, grants } from '../../src/language/words.ts';
import { findRetries, type RetryClass } from './retries-in.ts';

/** What a library of scenarios has to show, and which scenarios show it. */
interface Topic {
  readonly wanted: readonly string[];
  readonly shownBy: (scenario: Scenario) => readonly string[];
}

const partsOf = ({ followers = [], ...first }: Step): readonly Omit<Step, 'followers'>[] => [first, ...followers];

const actionsOf = ({ action }: Omit<Step, 'followers'>): readonly StepAction[] =>
  action.do === 'together' ? action.actions : [action];

const actionsIn = ({ steps }: Scenario): readonly StepAction[] => steps.flatMap(partsOf).flatMap(actionsOf);

const triggersIn = ({ steps }: Scenario): readonly Trigger[] => steps.flatMap(partsOf).map(({ trigger }) => trigger);

const formOf = (nth: string | number): string => {
  if (nth === 'every') return 'nth: every';
  return typeof nth === 'number' ? 'nth: n' : 'nth: from..to';
};

const conditionsOf = (trigger: Trigger): readonly string[] => [
  trigger.kind,
  ...('nth' in trigger ? [formOf(trigger.nth)] : []),
  ...namesOf(trigger.where ?? {}).map((key) => `where: ${key}`),
  ...(trigger.chance === undefined ? [] : ['chance']),
];

/** Readings that a client feels by what the document has it do; the others take something else. */
const feared = assumptionIds.filter((id) => {
  const row = assumptionRow(id);
  return row.class === 'behaviour' && row.takes === undefined;
});

/** Chosen other than it is without a choice: what is said to a client that counts on the usual reading. */
const isOther = (id: (typeof feared)[number], { assumptions }: Scenario): boolean => {
  const chosen = assumptions[id];
  return chosen !== undefined && JSON.stringify(chosen) !== JSON.stringify(assumptionRow(id).default);
};

/** What is expected of the example is what any client owes, and its own ways. */
const endsIn = ({ expect }: Scenario): readonly string[] => {
  const queries = { ...expect.queries, ...expect.example?.queries };
  const found = namesOf(queries).filter((state) => (queries[state]?.atLeast ?? 0) > 0);
  const isEmpty = Object.values(queries).length === 3 && Object.values(queries).every(({ atMost }) => atMost === 0);
  return isEmpty ? ['none'] : found;
};

const retryClasses: readonly RetryClass[] = [
  ...retryWaits.map((wait) => `after ${wait}` as const),
  ...retryStatuses.map((status) => `with waits: ${status}` as const),
  'once',
  'never',
  'given up',
];

/** Each topic with its words, all of them read from the tables that the library itself goes by. */
export const topics: Readonly<Record<string, Topic>> = {
  verbs: { wanted: namesOfVerbs, shownBy: (scenario) => actionsIn(scenario).map((action) => action.do) },
  groups: {
    wanted: ['together', 'then', 'for', 'times'],
    shownBy: (scenario) => [
      ...scenario.steps.flatMap(({ action, followers }) => [action.do, ...(followers === undefined ? [] : ['then'])]),
      ...actionsIn(scenario).flatMap((action) => ('for' in action && action.for !== undefined ? ['for'] : [])),
      ...actionsIn(scenario).flatMap((action) => ('times' in action && action.times > 1 ? ['times'] : [])),
    ],
  },
  moments: {
    wanted: ['at', 'after', 'on', 'wait', 'nth: n', 'nth: every', 'nth: from..to', 'chance'],
    shownBy: (scenario) => triggersIn(scenario).flatMap(conditionsOf),
  },
  filters: {
    wanted: [...new Set(Object.values(exchangeFilters).flat())].map((key) => `where: ${key}`),
    shownBy: (scenario) => triggersIn(scenario).flatMap(conditionsOf),
  },
  events: {
    wanted: eventNames,
    shownBy: (scenario) => triggersIn(scenario).flatMap((one) => (one.kind === 'after' ? [one.event] : [])),
  },
  exchanges: {
    wanted: namesOf(exchangeFilters).filter((name) => name !== 'callSubmission'),
    shownBy: (scenario) => triggersIn(scenario).flatMap((one) => (one.kind === 'on' ? [one.exchange] : [])),
  },
  grants: {
    // The first token of a customer is exchanged before a scenario begins.
    wanted: grants.filter((grant) => grant !== 'authorization_code'),
    shownBy: (scenario) => triggersIn(scenario).flatMap(({ where }) => where?.grant ?? []),
  },
  faults: {
    wanted: exchangeFaultNames,
    shownBy: (scenario) => actionsIn(scenario).flatMap((one) => (one.do === 'fault' ? [one.fault] : [])),
  },
  serviceFaults: {
    wanted: serviceFaultNames,
    shownBy: (scenario) => actionsIn(scenario).flatMap((one) => (one.do === 'beginFault' ? [one.fault] : [])),
  },
  regions: {
    wanted: [
      ...regionNames.map((region) => `${region} down`),
      ...setupFaultNames.map((name) => `down with ${name}`),
      'down with row',
      'down with status',
      'up',
    ],
    shownBy: (scenario) =>
      actionsIn(scenario).flatMap((one) => {
        if (one.do === 'regionUp') return ['up'];
        if (one.do !== 'regionDown') return [];
        const { region, fails } = one;
        return [`${region} down`, `down with ${fails.kind === 'connection' ? fails.fault : fails.kind}`];
      }),
  },
  states: { wanted: queryStates, shownBy: endsIn },
  retries: { wanted: retryClasses, shownBy: findRetries },
  assumptions: { wanted: feared, shownBy: (scenario) => feared.filter((id) => isOther(id, scenario)) },
};

/** The words of a topic that no scenario shows. */
export const findMissing = ({ wanted, shownBy }: Topic, scenarios: readonly Scenario[]): readonly string[] => {
  const shown = new Set(scenarios.flatMap(shownBy));
  return wanted.filter((word) => !shown.has(word));
};

import type { Scenario, Step, StepAction, Trigger } from '../../src/scenario/ast.ts';
import { eventNames } from '../../src/core/event.ts';
import { accidentNames, connectAccidents } from '../../src/spec/accidents.ts';
import { assumptionIds, assumptionRow } from '../../src/spec/assumptions.ts';
import { namesOf } from '../../src/spec/names-of.ts';
import { regionNames } from '../../src/spec/regions.ts';
import { retryStatuses, retryWaits } from '../../src/spec/retry.ts';
import { queryStates } from '../../src/spec/transitions.ts';
import { troubleNames } from '../../src/spec/troubles.ts';
import { exchangeFilters, grants, plainFields, verbs } from '../../src/scenario/words.ts';
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

/** Readings that a client feels only when its own requests are other than the document has them, or never at all. */
export const unfelt = {
  'errors.missingSegment': 'a path without a mandatory part is a mistake of the client',
  'email.contentType': 'it takes a mail of another content type',
  'email.charset': 'it takes a mail in another charset',
  'email.contentEncoding': 'it takes a mail that is compressed',
  'email.byteOrderMark': 'it takes a mail with a byte order mark',
  'email.unknownField': 'it takes a mail with a field that the interface does not have',
  'email.emptyContent': 'it takes a mail without a text',
  'token.missingField': 'a token request that lacks a field is a mistake of the client',
  'token.repeatedField': 'so is one that has a field twice',
  'token.unknownField': 'so is one that has a field of its own',
  'links.unknownAnswer': 'it takes a link that the service did not give',
  'links.head': 'it takes a client that asks for the head of a file',
  'email.addressFormat': 'an address of the wrong form is a mistake of the client',
  'email.badRequestBody': 'so is a mail that is refused with 400',
  'token.checkOrder': 'it takes a token request with two mistakes',
  'store.missingToken': 'it takes a call without a token',
  'query.acrossApplications': 'it takes two applications, and a scenario has one client',
  'query.foreignToken': 'it takes the token of another customer',
  'query.otherScope': 'it takes the scope of another query',
  'query.malformedScope': 'it takes a scope of the wrong form',
  'query.idCase': 'it takes an id that is written otherwise than the service gave it',
  'query.unknownParameter': 'it takes a parameter that the operation does not have',
  'cache.unknownParameter': 'so does this',
  'query.createOnHold': 'it takes a client that creates while the account is on hold',
  'list.onHold': 'it takes a hold after the collection',
  'list.body': 'it takes a listing with a body',
  'list.checkOrder': 'it takes a listing with two mistakes',
  'list.repeatedParameter': 'it takes a parameter that is named twice',
  'list.emptyMaxResults': 'it takes a parameter without a value',
  'auth.schemeCase': 'it takes a header that is written otherwise than the interface has it',
  'query.malformedId': 'it takes an id that the service did not give',
  'cache.afterEnd': 'it takes a client that asks for a query again within five minutes, though it has ended',
  'cache.afterConflict': 'it takes a client that asks again within five minutes of a 409',
  'cache.afterCompletion': 'it takes a client that lists before it is notified',
  'cache.pastListingHour': 'it takes a client that lists the same page twice, around the end of the hour',
  'cache.defaults': 'it takes a client that names its page size at one time and not at another',
  'links.extraAuthorization': 'it takes a header that a link has no use for',
  'auth.missingHeader': 'it takes a call without a token',
} as const;

const feared = assumptionIds.filter((id) => assumptionRow(id).class === 'behaviour' && !Object.hasOwn(unfelt, id));

/** Chosen other than it is without a choice: what is said to a client that counts on the usual reading. */
const isOther = (id: (typeof feared)[number], { assumptions }: Scenario): boolean => {
  const chosen = assumptions[id];
  return chosen !== undefined && JSON.stringify(chosen) !== JSON.stringify(assumptionRow(id).default);
};

const endsIn = ({ expect }: Scenario): readonly string[] => {
  const { queries = {} } = expect;
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

const ownVerbs = namesOf(plainFields).filter((verb) => verb !== 'together');

/** Each topic with its words, all of them read from the tables that the library itself goes by. */
export const topics: Readonly<Record<string, Topic>> = {
  verbs: { wanted: [...verbs, ...ownVerbs], shownBy: (scenario) => actionsIn(scenario).map((action) => action.do) },
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
  accidents: {
    wanted: accidentNames,
    shownBy: (scenario) => actionsIn(scenario).flatMap((one) => (one.do === 'accident' ? [one.accident] : [])),
  },
  troubles: {
    wanted: troubleNames,
    shownBy: (scenario) => actionsIn(scenario).flatMap((one) => (one.do === 'beginTrouble' ? [one.trouble] : [])),
  },
  regions: {
    wanted: [
      ...regionNames.map((region) => `${region} down`),
      ...connectAccidents.map((name) => `down with ${name}`),
      'down with row',
      'down with status',
      'up',
    ],
    shownBy: (scenario) =>
      actionsIn(scenario).flatMap((one) => {
        if (one.do === 'regionUp') return ['up'];
        if (one.do !== 'regionDown') return [];
        const { region, fails } = one;
        return [`${region} down`, `down with ${fails.kind === 'connection' ? fails.accident : fails.kind}`];
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

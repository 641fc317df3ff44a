import type { Failure } from '../../core/action.ts';
import { eventNames } from '../../core/event.ts';
import { accidentNames, connectAccidents } from '../../spec/accidents.ts';
import { apiNames } from '../../spec/apis.ts';
import { isErrorName } from '../../spec/refusals.ts';
import { regionNames } from '../../spec/regions.ts';
import { operationNames } from '../../spec/routes.ts';
import { storeFamilies } from '../../spec/scopes.ts';
import { troubleNames } from '../../spec/troubles.ts';
import { findIdle } from '../accident.ts';
import type { RegionFailure, StepAction, Trigger } from '../ast.ts';
import * as explain from '../explain.ts';
import { findFailure } from '../find-failure.ts';
import * as v from '../shapes.ts';
import { checkStepKeys } from '../step-keys.ts';
import { blankIds, exchangeNames, losses } from '../words.ts';
import { application, customer, requiredApplication, requiredScope, scope } from './world.ts';

const nth = v.optional(v.whole('a position', 1, 1_000_000), 1);

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

/** Regions are those of interface C, and so is what they refuse with. */
const refusal = v.pipe(
  failure,
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed || dataset.value.kind === 'status' || isErrorName(dataset.value.row)) return;
    addIssue({ message: explain.explainOutage(dataset.value.row) });
  }),
);

const outage = v.lazy((written): v.Schema<RegionFailure> => {
  const accident = connectAccidents.find((name) => name === written);
  if (accident === undefined) return refusal;
  return v.pipe(
    v.unknown(),
    v.transform(() => ({ kind: 'connection' as const, accident })),
  );
});

const lasting = v.exactOptional(v.duration);
const region = v.word('a region', regionNames);
const trouble = v.word('a trouble', troubleNames);
const api = v.word('an API', apiNames);
const times = v.optional(v.whole('a number of times', 1, 1000), 1);
const target = {
  times,
  operation: v.exactOptional(v.word('an operation', operationNames)),
} as const;

const deeds = [
  v.fieldsOf({ do: v.picklist(['expireToken', 'revokeToken']), customer, application }),
  v.fieldsOf({ do: v.literal('blankToken'), customer, lacks: v.word('an id that a token yields', blankIds) }),
  v.fieldsOf({ do: v.picklist(['expireStoreToken', 'revokeStoreToken']), store: v.word('a store', storeFamilies) }),
  v.fieldsOf({ do: v.picklist(['revokeConsent', 'expireConsent']), customer, scope, application }),
  v.fieldsOf({ do: v.literal('grantConsent'), customer, scope, application, for: lasting }),
  v.fieldsOf({ do: v.literal('holdAccount'), customer, for: lasting }),
  v.fieldsOf({ do: v.literal('releaseAccount'), customer }),
  v.fieldsOf({ do: v.literal('finishCollection'), customer, scope }),
  v.fieldsOf({ do: v.literal('createProfile'), application: requiredApplication }),
  v.fieldsOf({ do: v.picklist(['deleteProfile', 'rotateSecret', 'allowlistApp', 'delistApp']), application }),
  v.fieldsOf({ do: v.picklist(['enableScope', 'disableScope']), application, scope: requiredScope }),
  v.fieldsOf({ do: v.picklist(['attachProfile', 'detachProfile']), application, api }),
  v.fieldsOf({ do: v.literal('beginTrouble'), trouble, for: lasting }),
  v.fieldsOf({ do: v.literal('endTrouble'), trouble }),
  v.fieldsOf({ do: v.literal('regionDown'), region, fails: v.optional(outage, 503), for: lasting }),
  v.fieldsOf({ do: v.literal('regionUp'), region }),
  v.fieldsOf({
    do: v.literal('loseAnswer'),
    loss: v.optional(v.word('a way to lose an answer', losses), 'reset'),
    ...target,
  }),
  v.fieldsOf({ do: v.literal('delayAnswer'), by: v.duration, ...target }),
  v.fieldsOf({ do: v.literal('loseNotification'), times }),
  v.fieldsOf({ do: v.literal('delayNotification'), by: v.duration, times }),
  v.fieldsOf({
    do: v.literal('repeatNotification'),
    copies: v.optional(v.whole('a number of copies', 2, 100), 2),
    by: v.optional(v.duration, '0s'),
    times,
  }),
] as const;

const actions = {
  do: v.variant('do', deeds, (issue) => explain.explainVerb(issue.input)),
  fail: v.pipe(
    v.fieldsOf({ fail: failure, ...target }),
    v.transform(({ fail, ...rest }): StepAction => ({ do: 'fail', failure: fail, ...rest })),
  ),
  accident: v.pipe(
    v.fieldsOf({
      accident: v.word('an accident', accidentNames),
      by: lasting,
      pieces: v.exactOptional(v.whole('a number of pieces', 1, 1000)),
      ...target,
    }),
    v.rawCheck(({ dataset, addIssue }) => {
      const idle = dataset.typed ? findIdle(dataset.value.accident, dataset.value) : undefined;
      if (idle === undefined || !dataset.typed) return;
      addIssue({ message: explain.explainIdle(idle, dataset.value.accident), path: v.pathTo('key', {}, idle) });
    }),
    v.transform((written): StepAction => ({ do: 'accident', ...written })),
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

export const step = v.pipe(
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
    const message = explain.explainTarget(dataset.value);
    if (message === undefined) return;
    const { do: verb } = dataset.value.action;
    const key = verb === 'fail' || verb === 'accident' ? verb : 'do';
    addIssue({ message, path: v.pathTo('key', {}, key) });
  }),
);

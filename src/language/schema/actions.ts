import type { Failure } from '../../core/action.ts';
import { exchangeFaultNames, setupFaultNames, serviceFaultNames } from '../../spec/faults.ts';
import { apiNames } from '../../spec/apis.ts';
import { errorNames, errors, errorsOfType } from '../../spec/errors.ts';
import { isErrorName, refusalNames } from '../../spec/refusals.ts';
import { regionNames } from '../../spec/regions.ts';
import { operationNames } from '../../spec/routes.ts';
import { storeFamilies } from '../../spec/scopes.ts';
import { findIdle } from '../complete-fault.ts';
import type { RegionFailure, StepAction } from '../ast.ts';
import * as explain from '../explain.ts';
import { findFailure } from '../find-failure.ts';
import * as v from '../shapes.ts';
import { tokenIds, unbounded } from '../words.ts';
import { application, customer, requiredApplication, requiredScope, scope } from './world.ts';

/** Types on the wire that stand for one error alone. */
const errorTypes = [...new Set(errorNames.map((name) => errors[name].type))].filter(
  (type) => errorsOfType(type).length === 1,
);

const failure = v.pipe(
  v.unknown(),
  v.rawTransform<unknown, Failure>(({ dataset, addIssue, NEVER }) => {
    const found = findFailure(dataset.value);
    if (found.ok) return found.failure;
    addIssue({ message: explain.say(found.what, found.hint) });
    return NEVER;
  }),
  v.told({ anyOf: [{ enum: [...refusalNames, ...errorTypes] }, { type: 'integer', minimum: 400, maximum: 599 }] }),
);

/** Regions are those of interface C, and so is what they refuse with. */
const refusal = v.pipe(
  failure,
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed || dataset.value.kind === 'status' || isErrorName(dataset.value.row)) return;
    addIssue({ message: explain.explainOutage(dataset.value.row) });
  }),
  v.told({ anyOf: [{ enum: [...errorNames, ...errorTypes] }, { type: 'integer', minimum: 400, maximum: 599 }] }),
);

const unreached: v.Schema<RegionFailure> = v.pipe(
  v.word('a fault', setupFaultNames),
  v.transform((fault) => ({ kind: 'connection' as const, fault })),
);

const outage = v.either<RegionFailure>([refusal, unreached], (written) =>
  setupFaultNames.some((name) => name === written) ? unreached : refusal,
);

const lasting = v.exactOptional(v.duration);
const region = v.word('a region', regionNames);
const serviceFault = v.word('a service fault', serviceFaultNames);
const api = v.word('an API', apiNames);

/** Without a number a fault hits one; with a length of time as many as come. */
const hits = {
  times: v.exactOptional(v.whole('a number of times', 1, 1000)),
  for: lasting,
} as const;

const countHits = <Written extends { readonly times?: number; readonly for?: string }>(written: Written) => ({
  ...written,
  times: written.times ?? (written.for === undefined ? 1 : unbounded),
});

const target = {
  ...hits,
  operation: v.exactOptional(v.word('an operation', operationNames)),
} as const;

const deeds = [
  v.fieldsOf({ do: v.picklist(['expireToken', 'revokeToken']), customer, application }),
  v.fieldsOf({ do: v.literal('blankToken'), customer, lacks: v.word('an id that a token yields', tokenIds) }),
  v.fieldsOf({ do: v.literal('garbleToken'), customer, garbles: v.word('an id that a token yields', tokenIds) }),
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
  v.fieldsOf({ do: v.literal('beginFault'), fault: serviceFault, for: lasting }),
  v.fieldsOf({ do: v.literal('endFault'), fault: serviceFault }),
  v.fieldsOf({ do: v.literal('regionDown'), region, fails: v.optional(outage, 503), for: lasting }),
  v.fieldsOf({ do: v.literal('regionUp'), region }),
  v.pipe(v.fieldsOf({ do: v.literal('loseNotification'), ...hits }), v.transform(countHits)),
  v.pipe(v.fieldsOf({ do: v.literal('delayNotification'), by: v.duration, ...hits }), v.transform(countHits)),
  v.pipe(
    v.fieldsOf({
      do: v.literal('repeatNotification'),
      copies: v.optional(v.whole('a number of copies', 2, 100), 2),
      by: v.optional(v.duration, '0s'),
      ...hits,
    }),
    v.transform(countHits),
  ),
] as const;

export const actions = {
  do: v.variant('do', deeds, (issue) => explain.explainVerb(issue.input)),
  fail: v.pipe(
    v.fieldsOf({ fail: failure, ...target }),
    v.transform(({ fail, ...rest }): StepAction => ({ do: 'fail', failure: fail, ...countHits(rest) })),
  ),
  fault: v.pipe(
    v.fieldsOf({
      fault: v.word('a fault', exchangeFaultNames),
      by: lasting,
      pieces: v.exactOptional(v.whole('a number of pieces', 1, 1000)),
      ...target,
    }),
    v.rawCheck(({ dataset, addIssue }) => {
      const idle = dataset.typed ? findIdle(dataset.value.fault, dataset.value) : undefined;
      if (idle === undefined || !dataset.typed) return;
      addIssue({ message: explain.explainIdle(idle, dataset.value.fault), path: v.pathTo('key', {}, idle) });
    }),
    v.transform((written): StepAction => ({ do: 'fault', ...countHits(written) })),
  ),
  elapse: v.pipe(
    v.fieldsOf({ elapse: v.duration }),
    v.transform(({ elapse }): StepAction => ({ do: 'elapse', duration: elapse })),
  ),
} as const;

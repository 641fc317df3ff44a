import * as fc from 'fast-check';
import { eventNames } from '../../src/core/event.ts';
import type {
  ApplicationRow,
  CustomerRow,
  Expectation,
  LimitChoices,
  Scenario,
  StepAction,
  Trigger,
} from '../../src/scenario/ast.ts';
import { blankIds, exchangeNames, losses, unbounded } from '../../src/scenario/words.ts';
import { accidentNames, connectAccidents } from '../../src/spec/accidents.ts';
import { apiNames } from '../../src/spec/apis.ts';
import { errorNames } from '../../src/spec/errors.ts';
import { profileNames } from '../../src/spec/profiles.ts';
import { refusalNames } from '../../src/spec/refusals.ts';
import { regionNames } from '../../src/spec/regions.ts';
import { operationNames } from '../../src/spec/routes.ts';
import { storeFamilies } from '../../src/spec/scopes.ts';
import { troubleNames } from '../../src/spec/troubles.ts';

/** Stories to tell in every way that there is. */

/** A scenario without what only a source can tell. */
export type Story = Omit<Scenario, 'source' | 'version' | 'client' | 'steps'> & {
  readonly steps: readonly { readonly trigger: Trigger; readonly action: StepAction }[];
};

const maybe = { noNullPrototype: true } as const;
const id = fc.stringMatching(/^[a-z][a-z0-9.:@~_-]{0,9}$/);
const nth = fc.integer({ min: 1, max: 1_000_000 });
const duration = fc
  .tuple(fc.nat(999), fc.constantFrom('ms', 's', 'm', 'h', 'd'))
  .map(([amount, unit]) => `${amount}${unit}`);
const status = fc.record({ kind: fc.constant('status' as const), status: fc.integer({ min: 400, max: 599 }) }, maybe);
const failure = fc.oneof(
  fc.record({ kind: fc.constant('row' as const), row: fc.constantFrom(...refusalNames) }, maybe),
  status,
);
const outage = fc.oneof(
  fc.record({ kind: fc.constant('row' as const), row: fc.constantFrom(...errorNames) }, maybe),
  fc.record({ kind: fc.constant('connection' as const), accident: fc.constantFrom(...connectAccidents) }, maybe),
  status,
);

const reserved = ['__proto__', 'constructor', 'prototype'];
/** JSON that no reader refuses for its keys, and that has no zero below zero. */
const plain = fc
  .jsonValue({ maxDepth: 3 })
  .filter((value) => reserved.every((key) => !JSON.stringify(value).includes(`"${key}"`)))
  .map((value): unknown => JSON.parse(JSON.stringify(value)));
const plainObject = fc.dictionary(fc.stringMatching(/^[a-z$ ]{1,5}$/), plain, maybe);

const trigger: fc.Arbitrary<Trigger> = fc.oneof(
  fc.record({ kind: fc.constant('at' as const), time: duration }, maybe),
  fc.record({ kind: fc.constant('after' as const), event: fc.constantFrom(...eventNames), nth, wait: duration }, maybe),
  fc.record({ kind: fc.constant('on' as const), exchange: fc.constantFrom(...exchangeNames), nth }, maybe),
);

/** A record that always says what to do and what that cannot do without, and may say the rest. */
const deed = <Verb extends StepAction['do'], Needed extends object, Rest extends object>(
  verbs: readonly [Verb, ...Verb[]],
  needed: { [Key in keyof Needed]: fc.Arbitrary<Needed[Key]> },
  rest: { [Key in keyof Rest]: fc.Arbitrary<Rest[Key]> },
) =>
  fc
    .tuple(fc.constantFrom(...verbs), fc.record(needed, maybe), fc.record(rest, { ...maybe, requiredKeys: [] }))
    .map(([verb, fields, options]) => ({ do: verb, ...fields, ...options }));

const times = fc.integer({ min: 1, max: 1000 });
const operation = fc.constantFrom(...operationNames);
const trouble = fc.constantFrom(...troubleNames);
const region = fc.constantFrom(...regionNames);

const action: fc.Arbitrary<StepAction> = fc.oneof(
  deed(['expireToken', 'revokeToken'], {}, { customer: id, application: id }),
  deed(['blankToken'], { lacks: fc.constantFrom(...blankIds) }, { customer: id }),
  deed(['expireStoreToken', 'revokeStoreToken'], { store: fc.constantFrom(...storeFamilies) }, {}),
  deed(['revokeConsent', 'expireConsent'], {}, { customer: id, scope: id, application: id }),
  deed(['grantConsent'], {}, { customer: id, scope: id, application: id, for: duration }),
  deed(['holdAccount'], {}, { customer: id, for: duration }),
  deed(['releaseAccount'], {}, { customer: id }),
  deed(['finishCollection'], {}, { customer: id, scope: id }),
  deed(['createProfile'], { application: id }, {}),
  deed(['deleteProfile', 'rotateSecret', 'allowlistApp', 'delistApp'], {}, { application: id }),
  deed(['enableScope', 'disableScope'], { scope: id }, { application: id }),
  deed(['attachProfile', 'detachProfile'], { api: fc.constantFrom(...apiNames) }, { application: id }),
  deed(['beginTrouble'], { trouble }, { for: duration }),
  deed(['endTrouble'], { trouble }, {}),
  deed(['regionDown'], { region, fails: outage }, { for: duration }),
  deed(['regionUp'], { region }, {}),
  deed(['elapse'], { duration }, {}),
  deed(['fail'], { failure, times }, { operation }),
  deed(['accident'], { accident: fc.constantFrom(...accidentNames), times }, { operation }),
  deed(
    ['accident'],
    { accident: fc.constantFrom('drip', 'slowHeaders'), by: duration, pieces: times, times },
    { operation },
  ),
  deed(['accident'], { accident: fc.constantFrom('late', 'timeout'), by: duration, times }, { operation }),
  deed(['loseAnswer'], { loss: fc.constantFrom(...losses), times }, { operation }),
  deed(['delayAnswer'], { by: duration, times }, { operation }),
  deed(['loseNotification'], { times }, {}),
  deed(['delayNotification'], { by: duration, times }, {}),
  deed(['repeatNotification'], { copies: fc.integer({ min: 2, max: 100 }), by: duration, times }, {}),
);

const step = fc.record({ trigger, action }, maybe).filter(({ trigger: when, action: what }) => {
  if (what.do !== 'fail' && what.do !== 'accident' && what.do !== 'loseAnswer' && what.do !== 'delayAnswer')
    return true;
  return what.operation !== undefined || (when.kind === 'on' && when.exchange !== 'notification');
});

const count = fc.oneof(
  fc.nat(1000).map((exact) => ({ atLeast: exact, atMost: exact })),
  fc.tuple(fc.nat(1000), fc.nat(1000)).map(([atLeast, more]) => ({ atLeast, atMost: atLeast + more })),
  fc.nat(1000).map((atLeast) => ({ atLeast, atMost: unbounded })),
);

const expectation: fc.Arbitrary<Expectation> = fc
  .record(
    {
      client: fc.oneof(
        fc.constant({ outcome: 'succeeds' as const }),
        fc.record({ outcome: fc.constant('fails' as const), matching: fc.constantFrom('a|b', '/a/i', 'no: x') }, maybe),
      ),
      result: plain,
      requests: fc.dictionary(fc.constantFrom(...exchangeNames), count, maybe),
      within: duration,
    },
    { ...maybe, requiredKeys: ['client', 'requests'] },
  )
  .map(({ result, ...rest }) => (rest.client.outcome === 'fails' || result === undefined ? rest : { ...rest, result }));

const span = fc.tuple(fc.nat(999), fc.nat(999)).map(([least, more]) => `${least}s..${least + more}s`);
const rowFields = {
  id,
  scope: id,
  collects: fc.oneof(duration, span, fc.constant('held')),
  notifiedAfter: duration,
  consent: fc.oneof(fc.boolean(), duration),
};
const row: fc.Arbitrary<CustomerRow> = fc.oneof(
  fc.record(
    { ...rowFields, records: fc.nat(1_000_000), fileSize: fc.integer({ min: 1, max: 2_000_000_000 }) },
    { ...maybe, requiredKeys: [] },
  ),
  fc.record(
    { ...rowFields, records: fc.array(plainObject, { minLength: 1, maxLength: 2 }), schema: plainObject },
    { ...maybe, requiredKeys: ['records'] },
  ),
);

const application: fc.Arbitrary<ApplicationRow> = fc.record(
  {
    id,
    scopes: fc.array(id, { maxLength: 2 }),
    allowlisted: fc.boolean(),
    attached: fc.subarray([...apiNames]),
    customers: fc.array(id, { maxLength: 2 }),
  },
  { ...maybe, requiredKeys: ['id'] },
);

const amount = fc.integer({ min: 1, max: 1000 });
const limits: fc.Arbitrary<LimitChoices> = fc.record(
  {
    createRate: amount,
    createBurst: amount,
    createOverall: amount,
    listRate: amount,
    listBurst: amount,
    listDaily: amount,
    pageSize: amount,
    answerMemory: duration,
    linkLifetime: duration,
    listingWindow: duration,
  },
  { ...maybe, requiredKeys: [] },
);

export const story: fc.Arbitrary<Story> = fc.record(
  {
    name: fc.stringMatching(/^[ -~]{0,20}[!-~]$/),
    seed: fc.nat(),
    profile: fc.constantFrom(...profileNames),
    latency: fc.oneof(duration, span),
    limits,
    applications: fc.uniqueArray(application, { selector: (one) => one.id, minLength: 1, maxLength: 3 }),
    customers: fc.uniqueArray(row, { selector: ({ id: one, scope }) => `${one} ${scope}`, maxLength: 3 }),
    assumptions: fc.constantFrom({}, { 'cache.errors': 'success-only' } as const),
    steps: fc.array(step, { maxLength: 5 }),
    expect: expectation,
  },
  { ...maybe, requiredKeys: ['name', 'customers', 'assumptions', 'steps', 'expect'] },
);

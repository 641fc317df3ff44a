import * as fc from 'fast-check';
import { eventNames } from '../../../src/core/event.ts';
import type {
  Condition,
  Follower,
  Nth,
  Step,
  StepAction,
  Together,
  Trigger,
  Where,
} from '../../../src/language/ast.ts';
import {
  tokenIds,
  eventFilters,
  exchangeFilters,
  exchangeNames,
  grants,
  unbounded,
} from '../../../src/language/words.ts';
import { exchangeFaultNames, serviceFaultNames } from '../../../src/spec/faults.ts';
import { apiNames } from '../../../src/spec/hosts.ts';
import { regionNames } from '../../../src/spec/regions.ts';
import { operationNames } from '../../../src/spec/routes.ts';
import { storeFamilies } from '../../../src/spec/scopes.ts';
import { duration, failure, id, maybe, outage } from './basics.ts';

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

/** One or some, or all that come while it lasts, or some of these. */
const hits = fc.oneof(
  fc.record({ times }, maybe),
  fc.record({ times: fc.oneof(times, fc.constant(unbounded)), for: duration }, maybe),
);

const operation = fc.constantFrom(...operationNames);
const serviceFault = fc.constantFrom(...serviceFaultNames);
const region = fc.constantFrom(...regionNames);

const plainDeed: fc.Arbitrary<StepAction> = fc.oneof(
  deed(['expireToken', 'revokeToken'], {}, { customer: id, application: id }),
  deed(['blankToken'], { lacks: fc.constantFrom(...tokenIds) }, { customer: id }),
  deed(['garbleToken'], { garbles: fc.constantFrom(...tokenIds) }, { customer: id }),
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
  deed(['beginFault'], { fault: serviceFault }, { for: duration }),
  deed(['endFault'], { fault: serviceFault }, {}),
  deed(['regionDown'], { region, fails: outage }, { for: duration }),
  deed(['regionUp'], { region }, {}),
  deed(['elapse'], { duration }, {}),
);

const withHits = (fault: fc.Arbitrary<object>): fc.Arbitrary<StepAction> =>
  fc.tuple(fault, hits).map(([what, often]) => ({ ...what, ...often }) as StepAction);

const requestFault = withHits(
  fc.oneof(
    deed(['fail'], { failure }, { operation }),
    deed(['fault'], { fault: fc.constantFrom(...exchangeFaultNames) }, { operation }),
    deed(['fault'], { fault: fc.constantFrom('drip', 'slowHeaders'), by: duration, pieces: times }, { operation }),
    deed(['fault'], { fault: fc.constantFrom('late', 'timeout'), by: duration }, { operation }),
  ),
);

const notificationFault = withHits(
  fc.oneof(
    deed(['loseNotification'], {}, {}),
    deed(['delayNotification'], { by: duration }, {}),
    deed(['repeatNotification'], { copies: fc.integer({ min: 2, max: 100 }), by: duration }, {}),
  ),
);

const action: fc.Arbitrary<StepAction> = fc.oneof(
  { arbitrary: plainDeed, weight: 3 },
  { arbitrary: requestFault, weight: 2 },
  notificationFault,
);

const position = fc.integer({ min: 1, max: 1_000_000 });
const nth: fc.Arbitrary<Nth> = fc.oneof(
  { arbitrary: position, weight: 4 },
  fc.constant('every' as const),
  position.map((from): Nth => `${from}..`),
  fc.tuple(fc.nat(400_000), fc.nat(400_000)).map(([from, more]): Nth => `${from + 1}..${from + 1 + more}`),
);

const filters: { readonly [Key in keyof Required<Where>]: fc.Arbitrary<Where[Key]> } = {
  region: fc.constantFrom(...regionNames),
  customer: id,
  scope: id,
  application: id,
  page: position,
  record: position,
  grant: fc.constantFrom(...grants),
  status: fc.constantFrom('completed', 'canceled'),
};

const chance = fc.oneof(
  fc.integer({ min: 1, max: 100 }).map((percent) => `${percent}%` as const),
  fc.integer({ min: 1, max: 999 }).map((part) => `0.${String(part).padStart(3, '0')}%` as `${number}%`),
);

/** What can be asked of something about which these things are known. */
const conditionOn = (known: readonly (keyof Where)[]): fc.Arbitrary<Condition> =>
  fc
    .record(
      {
        chance,
        where: fc.record(Object.fromEntries(known.map((key) => [key, filters[key]])), { ...maybe, requiredKeys: [] }),
      },
      { ...maybe, requiredKeys: [] },
    )
    .map(
      ({ where, ...rest }): Condition =>
        where === undefined || Object.keys(where).length === 0 ? rest : { ...rest, where },
    );

const rarely = <T extends object>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | object> =>
  fc.oneof({ arbitrary: fc.constant({}), weight: 3 }, arbitrary);

const afterEvent = fc
  .constantFrom(...eventNames)
  .chain((event) =>
    fc
      .tuple(fc.record({ nth, wait: duration }, maybe), rarely(conditionOn(eventFilters[event])))
      .map(([when, condition]): Trigger => ({ kind: 'after', event, ...when, ...condition })),
  );

const onExchange = fc
  .constantFrom(...exchangeNames)
  .chain((exchange) =>
    fc
      .tuple(nth, rarely(conditionOn(exchangeFilters[exchange])))
      .map(([which, condition]): Trigger => ({ kind: 'on', exchange, nth: which, ...condition })),
  );

/** At a time only what a fault hits can be asked about; here nothing but luck is. */
const timed = (kind: 'at' | 'wait'): fc.Arbitrary<Trigger> =>
  fc.tuple(duration, rarely(fc.record({ chance }, maybe))).map(([time, luck]): Trigger => ({ kind, time, ...luck }));

const isTarget = ({ kind, ...rest }: Trigger): boolean =>
  kind === 'on' && 'exchange' in rest && rest.exchange !== 'notification';

/** Whether an action can be told at that moment: a fault needs something to hit, and `nth` alone says how often. */
const canBe = (trigger: Trigger, what: StepAction): boolean => {
  const needsTarget = ['fail', 'fault'].includes(what.do) && !('operation' in what);
  if (needsTarget && !isTarget(trigger)) return false;
  if (!('times' in what) || !('nth' in trigger) || typeof trigger.nth === 'number') return true;
  return what.times === 1 && what.for === undefined;
};

const fit = (trigger: Trigger): fc.Arbitrary<StepAction> => action.filter((what) => canBe(trigger, what));

const what = (trigger: Trigger): fc.Arbitrary<StepAction | Together> =>
  fc.oneof(
    { arbitrary: fit(trigger), weight: 5 },
    fc.array(fit(trigger), { minLength: 1, maxLength: 3 }).map((actions): Together => ({ do: 'together', actions })),
  );

/** A fault at a time that only hits what it is told to. */
const filteredFault = (kind: 'at' | 'wait') =>
  fc.constantFrom(...operationNames).chain((hit) =>
    fc.tuple(duration, conditionOn(exchangeFilters[hit]), requestFault).map(([time, condition, fault]) => ({
      trigger: { kind, time, ...condition } as Trigger,
      action: { ...fault, operation: hit } as StepAction,
    })),
  );

type FollowerStory = Omit<Follower, 'place'>;
export type StepStory = Omit<Step, 'place' | 'followers'> & { readonly followers?: readonly FollowerStory[] };

const told = (trigger: fc.Arbitrary<Trigger>): fc.Arbitrary<FollowerStory> =>
  trigger.chain((when) => what(when).map((does) => ({ trigger: when, action: does })));

const first = fc.oneof(
  { arbitrary: told(fc.oneof(timed('at'), afterEvent, onExchange)), weight: 5 },
  filteredFault('at'),
);
const follower = fc.oneof(
  { arbitrary: told(fc.oneof(timed('wait'), afterEvent, onExchange)), weight: 5 },
  filteredFault('wait'),
);

/** Any step that can be told. */
export const step: fc.Arbitrary<StepStory> = fc
  .tuple(first, fc.oneof({ arbitrary: fc.constant([]), weight: 4 }, fc.array(follower, { minLength: 1, maxLength: 3 })))
  .map(([one, followers]) => (followers.length === 0 ? one : { ...one, followers }));

import { ifThen, type Json } from '../../src/language/json-shapes.ts';
import { actions } from '../../src/language/schema/actions.ts';
import { triggers } from '../../src/language/schema/triggers.ts';
import { type Standing, triggerKeys } from '../../src/language/step-keys.ts';
import {
  actionKeys,
  eventFilters,
  exchangeFilters,
  plainFields,
  sequenceKey,
  triggerFields,
  verbFields,
} from '../../src/language/words.ts';
import { exchangeFaultNames, exchangeFaultRow, serviceFaultNames } from '../../src/spec/faults.ts';
import { convert } from './convert.ts';

/**
 * A step for editors: all its fields side by side, so that each is completed and explained wherever it stands, and the
 * tables of which go with which as conditions.
 */
export const makeStep = (standing: Standing): Json => {
  const triggering = triggerKeys[standing];
  // Editors list fields in this order: first how a step begins.
  const moment = [...new Set([...triggering, ...triggering.flatMap((key) => triggerFields[key])])];
  const ofAction = [...new Set([...Object.values(verbFields), ...Object.values(plainFields)].flat())];
  // What stands in no list within a step.
  const nested = { step: [], follower: [sequenceKey], member: ['together', sequenceKey] }[
    standing
  ] as readonly string[];
  const fields = [...new Set([...moment, ...actionKeys, ...ofAction, sequenceKey])];
  const all = fieldSchemas();
  return {
    type: 'object',
    properties: Object.fromEntries(
      fields.filter((field) => !nested.includes(field)).map((field) => [field, all[field] ?? {}]),
    ),
    additionalProperties: false,
    allOf: [
      { oneOf: actionKeys.filter((key) => !nested.includes(key)).map(actionChoice) },
      ...(triggering.length === 0 ? [] : [{ oneOf: momentChoices(standing) }]),
      ...triggering.flatMap((key) => momentRules(key)),
      ...Object.entries(verbFields).map(([verb, own]) =>
        when({ do: { const: verb } }, only(['do', ...own], moment), { required: neededBy(verb) }),
      ),
      ...Object.entries(plainFields).map(([key, own]) => when(saidBy(key), only(own, moment))),
      ...faultFields,
      ...(standing === 'member' ? [] : faultRules),
    ],
  };
};

/** `wait` beside "after" is a detail of that. */
const standsAlone: Json = { not: { anyOf: [{ required: ['after'] }, { required: ['on'] }] } };

/** Every way to say when it happens, each of them alone. */
const momentChoices = (standing: Standing): readonly Json[] =>
  triggerKeys[standing].map((key) => (key === 'wait' ? { required: ['wait'], ...standsAlone } : { required: [key] }));

const outOfService: Json = { not: { enum: serviceFaultNames } };

/** `fault` beside "do" is a detail of that. */
const actionChoice = (key: string): Json =>
  key === 'fault' ? { required: ['fault'], not: { required: ['do'] } } : { required: [key] };

/** What tells that this key says what happens. In a template its value may stand in a table. */
const saidBy = (key: string): Json => (key === 'fault' ? { fault: outOfService } : { [key]: {} });

const when = (properties: Json, ...demands: readonly Json[]): Json =>
  ifThen(
    { properties, required: Object.keys(properties) },
    demands.length === 1 ? (demands[0] ?? {}) : { allOf: demands },
  );

/** None of the fields of other verbs. */
const only = (own: readonly string[], moment: readonly string[]): Json => ({
  propertyNames: { enum: [...new Set([...moment, ...own, sequenceKey])] },
});

/** What goes with a moment, and what can be asked of the exchange or the event that is waited for. */
const momentRules = (key: keyof typeof triggerFields): readonly Json[] => {
  const strangers = ['nth', 'wait'].filter((field) => !(triggerFields[key] as readonly string[]).includes(field));
  const table: Readonly<Record<string, readonly string[]>> =
    key === 'on' ? exchangeFilters : key === 'after' ? eventFilters : {};
  return [
    ...(strangers.length === 0 || key === 'wait'
      ? []
      : [when({ [key]: {} }, { not: { anyOf: strangers.map((field) => ({ required: [field] })) } })]),
    ...Object.entries(table).map(([name, known]) => when({ [key]: { const: name }, where: {} }, onlyFilters(known))),
  ];
};

/** A fault needs a request to hit. */
const onRequest: Json = { required: ['on'], properties: { on: { not: { const: 'notification' } } } };

const hasTarget: Json = { anyOf: [{ required: ['operation'] }, onRequest] };

/** Every way to tell a fault that hits requests. */
const requestFaults: readonly Json[] = [saidBy('fail'), saidBy('fault')];

const notificationFaults: Json = { do: { enum: ['loseNotification', 'delayNotification', 'repeatNotification'] } };

/** A fault in a group has to say what it hits where the moment does not. */
const groupTargets: Json = {
  properties: {
    together: { items: { allOf: requestFaults.map((fault) => when(fault, { required: ['operation'] })) } },
  },
};

/** Where several are waited for, each is hit once. */
const once: Json = { properties: { times: { const: 1 }, for: false } };

/** Which faults there are to name, and what can be said of each. */
const faultFields: readonly Json[] = [
  when({ do: { enum: ['beginFault', 'endFault'] } }, { properties: { fault: { not: { enum: exchangeFaultNames } } } }),
  ifThen({ required: ['fault'], not: { required: ['do'] } }, { properties: { fault: outOfService } }),
  ...(['by', 'pieces'] as const).map((field) => {
    const idle = exchangeFaultNames.filter((name) => exchangeFaultRow(name)[field] === undefined);
    return when({ fault: { enum: idle } }, { not: { required: [field] } });
  }),
];

const faultShapes: readonly Json[] = [...requestFaults, notificationFaults].map((properties) => ({
  properties,
  required: Object.keys(properties),
}));

const onlyFilters = (known: readonly string[]): Json =>
  known.length === 0 ? { not: { required: ['where'] } } : { properties: { where: { propertyNames: { enum: known } } } };

const faultRules: readonly Json[] = [
  ...requestFaults.map((fault) => when(fault, hasTarget)),
  ifThen({ required: ['together'], not: onRequest }, groupTargets),
  ...[...requestFaults, notificationFaults].map((fault) => when({ ...fault, nth: { type: 'string' } }, once)),
  ...['at', 'wait'].map((key) =>
    ifThen(
      { required: [key, 'where'], ...standsAlone },
      {
        anyOf: [
          { required: ['operation'] },
          { required: ['together'], properties: { together: { items: { anyOf: faultShapes } } } },
          { properties: notificationFaults, required: ['do'] },
        ],
      },
    ),
  ),
  ...['at', 'wait'].flatMap((key) =>
    Object.entries(exchangeFilters).map(([name, known]) =>
      ifThen(
        { properties: { operation: { const: name } }, required: [key, 'operation', 'where'], ...standsAlone },
        onlyFilters(known),
      ),
    ),
  ),
];

interface Fielded {
  readonly entries: Readonly<Record<string, { readonly type: string }>>;
}

const deeds = (): readonly Fielded[] => actions.do.options;

/** The fields that a verb cannot do without. */
const neededBy = (verb: string): readonly string[] => {
  const deed = deeds().find(({ entries }) => includesVerb(convert(entries['do']), verb));
  return Object.entries(deed?.entries ?? {})
    .filter(([, { type }]) => type !== 'exact_optional' && type !== 'optional')
    .map(([field]) => field);
};

const includesVerb = ({ const: one, enum: some }: Json, verb: string): boolean =>
  one === verb || (Array.isArray(some) && some.includes(verb));

/** The schema of each field, which is the same wherever a field of that name stands. */
const fieldSchemas = (): Readonly<Record<string, Json>> => {
  const schemas: Record<string, Json> = {};
  const forms = [...Object.values(triggers), ...deeds(), actions.fail, actions.fault, actions.elapse] as Fielded[];
  for (const { entries } of forms) {
    for (const [field, schema] of Object.entries(entries)) if (field !== 'do') schemas[field] ??= convert(schema);
  }
  return {
    ...schemas,
    do: { enum: Object.keys(verbFields) },
    fault: { enum: [...exchangeFaultNames, ...serviceFaultNames] },
    together: { type: 'array', minItems: 1, items: { $ref: '#/definitions/member' } },
    [sequenceKey]: { type: 'array', minItems: 1, items: { $ref: '#/definitions/follower' } },
  };
};

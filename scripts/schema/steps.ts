import { allTopics } from '../../src/cli/topics/all-topics.ts';
import type { TopicKind } from '../../src/cli/topics/topic.ts';
import { type FieldKind, kinds } from '../../src/language/field-kinds.ts';
import { ifThen, type Json } from '../../src/language/json-shapes.ts';
import { schemaOfKind } from '../../src/language/schema/actions.ts';
import { triggers } from '../../src/language/schema/triggers.ts';
import { actionKeys, type StepRole, triggerKeys } from '../../src/language/step-keys.ts';
import {
  docOf,
  doVerbs,
  fieldsWritten,
  firstWritten,
  keyVerbs,
  namesOfVerbs,
  rowOf,
  type VerbName,
  writtenName,
} from '../../src/language/verbs.ts';
import {
  eventFilters,
  exchangeFilters,
  group,
  groupKey,
  sequenceKey,
  triggerFields,
} from '../../src/language/words.ts';
import { namesOf } from '../../src/spec/names-of.ts';
import { exchangeFaultNames, exchangeFaultRow } from '../../src/spec/faults.ts';
import { convert } from './convert.ts';
import * as docs from './field-docs.ts';

/**
 * Steps for editors, from the table of verbs: a definition for each field and each kind of value, and a step that has all
 * fields side by side, so that each is completed and explained wherever it stands. Which of them go with which verb, trigger
 * or fault are conditions, told once for all places where a step can stand.
 */

export type Definitions = Readonly<Record<string, Json>>;

export const refTo = (name: string): Json => ({ $ref: `#/definitions/${name}` });

/** Which list explains the words of a kind. */
const topics: Partial<Readonly<Record<keyof typeof kinds, TopicKind>>> = {
  exchangeFault: 'faults',
  serviceFault: 'faults',
  operation: 'operations',
  failure: 'errors',
  outage: 'errors',
};

/** Words with what each of them means. Editors show that where a word is chosen. */
const explainWords = (json: Json, topic: TopicKind | undefined): Json => {
  if (topic === undefined) return json;
  if (Array.isArray(json['anyOf'])) {
    return { ...json, anyOf: (json['anyOf'] as readonly Json[]).map((one) => explainWords(one, topic)) };
  }
  const words = json['enum'];
  if (!Array.isArray(words)) return json;
  const known = new Map(allTopics[topic].map(({ name, what }) => [name, what]));
  return { ...json, enumDescriptions: words.map((word: string) => known.get(word) ?? '') };
};

const jsonOfKind = (name: keyof typeof kinds): Json => explainWords(convert(schemaOfKind(kinds[name])), topics[name]);

/** Values of a kind by a name, where they are told in many words; the same values have the same name. */
const named: readonly (readonly [name: string, json: Json])[] = [
  ['duration', jsonOfKind('length')],
  ['id', jsonOfKind('customer')],
  ...(['exchangeFault', 'serviceFault', 'operation', 'failure', 'outage'] as const).map(
    (name) => [name, jsonOfKind(name)] as const,
  ),
];

const same = (one: Json, other: Json): boolean => JSON.stringify(one) === JSON.stringify(other);

const valueOf = (kind: FieldKind): Json => {
  const name = namesOf(kinds).find((one) => kinds[one] === kind);
  const json = name === undefined ? {} : jsonOfKind(name);
  const [shared] = named.find(([, one]) => same(one, json)) ?? [];
  return shared === undefined ? json : refTo(shared);
};

const allFields = namesOfVerbs.flatMap((verb) =>
  Object.entries(rowOf(verb).fields).map(([name, field]) => [writtenName(name, field), field, verb] as const),
);

const useOf = ([name, field]: (typeof allFields)[number]): string => `${name}\n${docOf(field)}`;

/** What a field of verbs is for, and of which of them: where that differs, each. */
export const fieldUses = [...new Set(allFields.map(useOf))].map((use) => {
  const [name = '', what = ''] = use.split('\n');
  return { name, what, verbs: allFields.filter((one) => useOf(one) === use).map(([, , verb]) => verb) };
});

const fieldDocs: Readonly<Record<string, string>> = Object.fromEntries(
  [...new Set(allFields.map(([name]) => name))].map((name) => [
    name,
    fieldUses
      .filter((use) => use.name === name)
      .map(({ what }) => what)
      .join(' '),
  ]),
);

const choiceOf = (values: readonly Json[]): Json => {
  const [only = {}, ...others] = values.filter((one, index) => values.findIndex((other) => same(one, other)) === index);
  return others.length === 0 ? only : { anyOf: [only, ...others] };
};

const verbField = (name: string): Json => ({
  description: fieldDocs[name],
  ...choiceOf(allFields.filter(([one]) => one === name).map(([, { kind }]) => valueOf(kind))),
});

interface Entries {
  readonly entries: Readonly<Record<string, unknown>>;
}

const entriesOf = (key: keyof typeof triggers): Entries['entries'] => (triggers[key] as unknown as Entries).entries;

/** In the words of the table above, where a trigger takes the same values as a verb. */
const shared = (json: Json): Json => {
  const { default: usual, ...checks } = json;
  const [name] = named.find(([, one]) => same(one, checks)) ?? [];
  return name === undefined ? json : { ...(usual !== undefined && { default: usual }), ...refTo(name) };
};

const filter = (): Json => {
  const json = convert(entriesOf('on')['where']);
  const properties = Object.entries(json['properties'] as Definitions).map(
    ([name, one]) =>
      [name, { description: (docs.whereDocs as Readonly<Record<string, string>>)[name], ...shared(one) }] as const,
  );
  return { ...json, properties: Object.fromEntries(properties) };
};

const triggerField = (name: keyof typeof docs.triggerDocs): Json => {
  const description = docs.triggerDocs[name];
  if (name === sequenceKey) return { description, type: 'array', minItems: 1, items: refTo('follower') };
  const owner = namesOf(triggerFields).find((key) => (triggerFields[key] as readonly string[]).includes(name)) ?? 'at';
  const topic = ({ after: 'events', on: 'operations' } as const satisfies Readonly<Record<string, TopicKind>>)[
    name as 'after' | 'on'
  ] as TopicKind | undefined;
  const json = name === 'where' ? filter() : convert(entriesOf(owner)[name]);
  return { description, ...explainWords(shared(json), topic) };
};

const ownFields: Definitions = {
  do: { description: docs.formDocs.do, ...explainWords({ enum: doVerbs }, 'actions') },
  [groupKey]: { description: group.does, type: 'array', minItems: 1, items: refTo('member') },
  ...Object.fromEntries(namesOf(docs.triggerDocs).map((name) => [name, triggerField(name)])),
  ...Object.fromEntries(
    keyVerbs.flatMap((verb) => {
      const key = firstWritten(verb);
      return key === undefined || key === 'fault' ? [] : [[key, { ...verbField(key), description: rowOf(verb).does }]];
    }),
  ),
};

const fields: Definitions = {
  ...Object.fromEntries(allFields.map(([name]) => [name, verbField(name)])),
  ...ownFields,
};

const when = (properties: Json, ...demands: readonly Json[]): Json =>
  ifThen(
    { properties, required: Object.keys(properties) },
    demands.length === 1 ? (demands[0] ?? {}) : { allOf: demands },
  );

const timing = [...new Set([...Object.values(triggerFields).flat(), sequenceKey])];

/** `fault` beside "do" is a detail of that. */
const actionChoice = (key: string): Json =>
  key === 'fault' ? { required: ['fault'], not: { required: ['do'] } } : { required: [key] };

/** What tells that this key says what happens. */
const saidBy = (key: string): Json => (key === 'fault' ? { fault: { enum: exchangeFaultNames } } : { [key]: {} });

const neededBy = (verb: VerbName): readonly string[] =>
  Object.entries(rowOf(verb).fields)
    .filter(([, { presence }]) => presence === 'needed')
    .map(([name, field]) => writtenName(name, field));

/** None of the fields of other verbs, and those that it cannot do without. Verbs of the same fields share a rule. */
const verbRules = (): readonly Json[] => {
  const alike = new Map<string, VerbName[]>();
  for (const verb of doVerbs) {
    const key = JSON.stringify([fieldsWritten(verb), neededBy(verb)]);
    alike.set(key, [...(alike.get(key) ?? []), verb]);
  }
  return [
    ...[...alike.values()].map((verbs) => {
      const [verb = 'elapse'] = verbs;
      const own = { propertyNames: { enum: [...timing, 'do', ...fieldsWritten(verb)] } };
      return when({ do: { enum: verbs } }, { ...own, required: neededBy(verb) });
    }),
    ...keyVerbs.map((verb) => when(saidBy(verb), { propertyNames: { enum: [...timing, ...fieldsWritten(verb)] } })),
    when({ [groupKey]: {} }, { propertyNames: { enum: [...timing, groupKey] } }),
    when({ do: { enum: ['beginFault', 'endFault'] } }, { properties: { fault: refTo('serviceFault') } }),
    ifThen({ required: ['fault'], not: { required: ['do'] } }, { properties: { fault: refTo('exchangeFault') } }),
    ...(['by', 'pieces'] as const).map((field) => {
      const idle = exchangeFaultNames.filter((name) => exchangeFaultRow(name)[field] === undefined);
      return when({ fault: { enum: idle } }, { not: { required: [field] } });
    }),
  ];
};

/** `wait` beside "after" is a detail of that. */
const standsAlone: Json = { not: { anyOf: [{ required: ['after'] }, { required: ['on'] }] } };

/** Every way to say when it happens, each of them alone. */
const triggerChoices = (role: StepRole): readonly Json[] =>
  triggerKeys[role].map((key) => (key === 'wait' ? { required: ['wait'], ...standsAlone } : { required: [key] }));

const onlyFilters = (known: readonly string[]): Json =>
  known.length === 0 ? { not: { required: ['where'] } } : { properties: { where: { propertyNames: { enum: known } } } };

/** What can be asked of each exchange, or each event; those of which the same can be asked share a rule. */
const filterRules = (key: string, table: Readonly<Record<string, readonly string[]>>): readonly Json[] => {
  const alike = new Map<string, string[]>();
  for (const [name, known] of Object.entries(table)) {
    alike.set(JSON.stringify(known), [...(alike.get(JSON.stringify(known)) ?? []), name]);
  }
  return [...alike].map(([known, names]) =>
    when({ [key]: { enum: names }, where: {} }, onlyFilters(JSON.parse(known) as readonly string[])),
  );
};

const isTimed: Json = { anyOf: [{ required: ['at'] }, { required: ['wait'], ...standsAlone }] };

const triggerRules = (): readonly Json[] => [
  when({ at: {} }, { not: { anyOf: [{ required: ['nth'] }, { required: ['wait'] }] } }),
  when({ on: {} }, { not: { required: ['wait'] } }),
  ...filterRules('on', exchangeFilters),
  ...filterRules('after', eventFilters),
  ifThen(isTimed, { allOf: filterRules('operation', exchangeFilters) }),
];

/** A fault needs a request to hit. */
const onRequest: Json = { required: ['on'], properties: { on: { not: { const: 'notification' } } } };

const hasTarget: Json = { anyOf: [{ required: ['operation'] }, onRequest] };

/** Every way to tell a fault that hits requests, and of one that hits notifications. */
const requestFaults: readonly Json[] = namesOfVerbs.filter((name) => rowOf(name).hits === 'request').map(saidBy);
const notificationFaults: Json = { do: { enum: namesOfVerbs.filter((name) => rowOf(name).hits === 'notification') } };
const faults: readonly Json[] = [...requestFaults, notificationFaults];

const shapeOf = (properties: Json): Json => ({ properties, required: Object.keys(properties) });

/** A fault in a group has to say what it hits where the trigger does not. */
const groupTargets: Json = {
  properties: {
    [groupKey]: { items: { allOf: requestFaults.map((fault) => when(fault, { required: ['operation'] })) } },
  },
};

/** Where several are waited for, each is hit once. */
const once: Json = { properties: { times: { const: 1 }, for: false } };

const faultRules = (): readonly Json[] => [
  ...requestFaults.map((fault) => when(fault, hasTarget)),
  ifThen({ required: [groupKey], not: onRequest }, groupTargets),
  ...faults.map((fault) => when({ ...fault, nth: { type: 'string' } }, once)),
  ifThen(
    { required: ['where'], ...isTimed },
    {
      anyOf: [
        { required: ['operation'] },
        { required: [groupKey], properties: { [groupKey]: { items: { anyOf: faults.map(shapeOf) } } } },
        shapeOf(notificationFaults),
      ],
    },
  ),
];

/** A step where it stands: in the scenario, in a sequence, or as one of several. */
const stepIn = (role: StepRole): Json => {
  const triggering = triggerKeys[role];
  const nested: readonly string[] = { step: [], follower: [sequenceKey], member: [groupKey, sequenceKey] }[role];
  // Editors list fields in this order: first how a step begins.
  const first = [...new Set([...triggering, ...triggering.flatMap((key) => triggerFields[key])])];
  const all = [...new Set([...first, ...actionKeys, ...allFields.map(([name]) => name), sequenceKey])];
  const known = all.filter((name) => !nested.includes(name));
  return {
    type: 'object',
    properties: Object.fromEntries(known.map((name) => [name, refTo(`field.${name}`)])),
    additionalProperties: false,
    allOf: [
      { oneOf: actionKeys.filter((key) => !nested.includes(key)).map(actionChoice) },
      ...(role === 'member' ? [] : [{ oneOf: triggerChoices(role) }, refTo('triggers'), refTo('faults')]),
      refTo('verbs'),
    ],
  };
};

export const stepDefinitions = (): Definitions => ({
  step: stepIn('step'),
  follower: stepIn('follower'),
  member: stepIn('member'),
  verbs: { allOf: verbRules() },
  triggers: { allOf: triggerRules() },
  faults: { allOf: faultRules() },
  ...Object.fromEntries(Object.entries(fields).map(([name, json]) => [`field.${name}`, json])),
  ...Object.fromEntries(named),
});

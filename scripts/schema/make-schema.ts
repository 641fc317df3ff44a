import { allTopics } from '../../src/cli/topics/all-topics.ts';
import type { TopicKind } from '../../src/cli/topics/topic.ts';
import { durationJson, ifThen, type Json } from '../../src/language/json-shapes.ts';
import { scenarioSchema } from '../../src/language/schema.ts';
import { assumptionIds, assumptionRow } from '../../src/spec/assumptions.ts';
import type { Variant } from '../../src/spec/assumptions/row.ts';
import { limitNames } from '../../src/spec/limits.ts';
import { convert } from './convert.ts';
import * as docs from './field-docs.ts';
import { makeStep } from './steps.ts';
import { shareParts } from './share.ts';
import { loosen } from './template.ts';

/** The JSON Schema of scenario files: `scenario.schema.json`. */
export const makeSchema = (): Json => {
  const { properties, ...scenario } = convert(scenarioSchema) as Json & { readonly properties: Json };
  const strict = shareParts({
    scenario: { ...scenario, properties: describeScenario(properties) },
    step: describe(makeStep('step'), stepDocs),
    follower: describe(makeStep('follower'), stepDocs),
    member: describe(makeStep('member'), stepDocs),
    assumptions: makeAssumptions(),
  });
  const loose = Object.fromEntries(Object.entries(strict).map(([name, json]) => [`${name}Template`, loosen(json)]));
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'A scenario of stunt-double',
    description: 'A story told to a client: a world, steps, and what is expected in the end.',
    type: 'object',
    ...ifThen({ required: ['each'] }, { $ref: '#/definitions/scenarioTemplate' }, { $ref: '#/definitions/scenario' }),
    definitions: { ...strict, ...loose },
  };
};

type Docs = Readonly<Record<string, string>>;

const stepDocs: Docs = { ...docs.actionDocs, ...docs.triggerDocs };

/** Which table explains the values of a field. */
const kinds: Readonly<Record<string, TopicKind>> = {
  do: 'actions',
  after: 'events',
  on: 'operations',
  operation: 'operations',
  fault: 'faults',
  fail: 'errors',
};

const describe = (json: Json, fields: Docs): Json => {
  const properties = json['properties'] as Readonly<Record<string, Json>>;
  return {
    ...json,
    properties: Object.fromEntries(
      Object.entries(properties).map(([key, field]) => [key, describeField(key, field, fields)]),
    ),
  };
};

const describeField = (key: string, json: Json, fields: Docs): Json => {
  const description = fields[key];
  const inner = key === 'where' ? describe(json, docs.whereDocs) : explainValues(json, kinds[key]);
  return { ...(description !== undefined && { description }), ...inner };
};

/** Words with what each of them means. Editors show that where a word is chosen. */
const explainValues = (json: Json, kind: TopicKind | undefined): Json => {
  if (kind === undefined) return json;
  if (Array.isArray(json['anyOf'])) {
    return { ...json, anyOf: (json['anyOf'] as readonly Json[]).map((one) => explainValues(one, kind)) };
  }
  const words = json['enum'];
  if (!Array.isArray(words)) return json;
  const known = new Map(allTopics[kind].map(({ name, what }) => [name, what]));
  return { ...json, enumDescriptions: words.map((word: string) => known.get(word) ?? '') };
};

const describeScenario = (properties: Json): Json => {
  const fields = properties as Readonly<Record<string, Json>>;
  const of = (key: string): Json => fields[key] ?? {};
  const items = (key: string, of_: Docs): Json => ({ ...of(key), items: describe(of(key)['items'] as Json, of_) });
  const described: Readonly<Record<string, Json>> = {
    ...fields,
    customer: describe(of('customer'), docs.customerDocs),
    customers: items('customers', docs.customerDocs),
    applications: items('applications', docs.applicationDocs),
    limits: describe(of('limits'), limitDocs),
    expect: describeDeeply(describe(of('expect'), docs.expectationDocs)) as Json,
  };
  return Object.fromEntries(
    Object.entries(described).map(([key, json]) => [key, { description: (docs.scenarioDocs as Docs)[key], ...json }]),
  );
};

const limitDocs: Docs = Object.fromEntries(
  limitNames.map((name) => [name, allTopics.limits.find((topic) => topic.name === name)?.what ?? '']),
);

/** Describes the fields of what stands in expectations, however deep. */
const describeDeeply = (json: unknown): unknown => {
  if (Array.isArray(json)) return json.map(describeDeeply);
  if (typeof json !== 'object' || json === null) return json;
  return Object.fromEntries(
    Object.entries(json).map(([key, value]) => {
      if (key !== 'properties') return [key, describeDeeply(value)];
      const fields = Object.entries(value as Readonly<Record<string, Json>>).map(([name, field]) => {
        const description = (docs.detailDocs as Docs)[name];
        const inner = describeDeeply(field) as Json;
        return [name, description === undefined || 'description' in inner ? inner : { description, ...inner }];
      });
      return [key, Object.fromEntries(fields)];
    }),
  );
};

const makeAssumptions = (): Json => ({
  type: 'object',
  properties: Object.fromEntries(
    assumptionIds.map((id) => {
      const { question, variants, means, default: usual } = assumptionRow(id);
      const words = variants.filter((variant) => typeof variant === 'string');
      const open = variants.filter((variant) => typeof variant !== 'string').map(makeVariant);
      const chosen: Json = { enum: words, enumDescriptions: words.map((word) => means[word] ?? '') };
      const choices = [...(words.length > 0 ? [chosen] : []), ...open];
      return [
        id,
        { description: question, default: usual, ...(choices.length === 1 ? choices[0] : { anyOf: choices }) },
      ];
    }),
  ),
  additionalProperties: false,
});

const makeVariant = (variant: Exclude<Variant, string>): Json => {
  switch (variant.type) {
    case 'duration':
      return durationJson;
    case 'count':
      return { type: 'integer', minimum: variant.least, maximum: variant.most };
    case 'text':
      return { type: 'string', minLength: 1, maxLength: variant.longest };
    case 'routes':
      return { type: 'array', minItems: 1, items: { type: 'object', required: ['family', 'method', 'path'] } };
    default:
      return variant satisfies never;
  }
};

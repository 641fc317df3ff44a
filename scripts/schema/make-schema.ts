import { allTopics } from '../../src/cli/topics/all-topics.ts';
import { durationJson, ifThen, type Json } from '../../src/language/json-shapes.ts';
import { scenarioSchema } from '../../src/language/schema.ts';
import { assumptionIds, assumptionRow } from '../../src/spec/assumptions.ts';
import type { Variant } from '../../src/spec/assumptions/row.ts';
import { limitNames } from '../../src/spec/limits.ts';
import { convert } from './convert.ts';
import * as docs from './field-docs.ts';
import { shareParts } from './share.ts';
import { type Definitions, refTo, stepDefinitions } from './steps.ts';
import { besideTable } from './template.ts';

/** The JSON Schema of scenario files: `scenario.schema.json`. */
export const makeSchema = (): Json => {
  const { properties, ...scenario } = convert(scenarioSchema) as Json & { readonly properties: Json };
  const strict: Definitions = shareParts({
    scenario: { ...scenario, properties: describeScenario(properties) },
    ...stepDefinitions(),
    assumptions: makeAssumptions(),
  });
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'A scenario of stunt-double',
    description: 'A story told to a client: a world, steps, and what is expected in the end.',
    type: 'object',
    ...ifThen({ required: ['each'] }, refTo('scenarioWithTable'), refTo('scenario')),
    definitions: { ...strict, ...besideTable(strict) },
  };
};

type Docs = Readonly<Record<string, string>>;

const describe = (json: Json, fields: Docs): Json => {
  const properties = json['properties'] as Definitions;
  return {
    ...json,
    properties: Object.fromEntries(
      Object.entries(properties).map(([key, field]) => [
        key,
        { ...(fields[key] !== undefined && { description: fields[key] }), ...field },
      ]),
    ),
  };
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

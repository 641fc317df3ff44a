import type { Json } from '../../src/language/json-shapes.ts';
import { type Definitions, refTo } from './steps.ts';

/** A text in which a value of a table's row is put. */
const pattern = String.raw`\$[A-Za-z_]`;

/** What stands beside a table: as strict as any scenario, but for parts in which a value of the rows is put. */
export const besideTable = ({ scenario, step }: Definitions): Definitions => ({
  scenarioWithTable: {
    ...scenario,
    properties: Object.fromEntries(
      Object.entries(propertiesOf(scenario)).map(([key, json]) => [
        key,
        key === 'steps' ? steps(json) : orFilled(json),
      ]),
    ),
  },
  stepWithValues: {
    allOf: [refTo('filled'), { propertyNames: { anyOf: [{ enum: Object.keys(propertiesOf(step)) }, { pattern }] } }],
  },
  filled: {
    anyOf: [
      { type: 'string', pattern },
      { type: 'array', contains: refTo('filled') },
      { type: 'object', not: { additionalProperties: { not: refTo('filled') } } },
      { type: 'object', not: { propertyNames: { not: { pattern } } } },
    ],
  },
});

const propertiesOf = (json: Json | undefined): Definitions => (json?.['properties'] ?? {}) as Definitions;

const orFilled = ({ description, default: usual, ...checks }: Json): Json => ({
  ...(description !== undefined && { description }),
  ...(usual !== undefined && { default: usual }),
  anyOf: [checks, refTo('filled')],
});

const steps = (json: Json): Json => ({ ...json, items: { anyOf: [json['items'], refTo('stepWithValues')] } });

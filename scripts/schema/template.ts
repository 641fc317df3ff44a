import type { Json } from '../../src/language/json-shapes.ts';
import { type Definitions, refTo } from './steps.ts';

/** A text in which a value of a table's row is put. */
const pattern = String.raw`\$[A-Za-z_]`;

/** What stands beside a table: as strict as any scenario, but for parts in which a value of the rows is put. */
export const besideTable = ({ scenario, step }: Definitions): Definitions => ({
  scenarioWithTable: {
    type: 'object',
    properties: Object.fromEntries(Object.keys(propertiesOf(scenario)).map((key) => [key, orFilled(key)])),
    required: scenario?.['required'],
    additionalProperties: false,
    not: scenario?.['not'],
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

const orFilled = (key: string): Json =>
  key === 'steps'
    ? { type: 'array', items: { anyOf: [refTo('step'), refTo('stepWithValues')] } }
    : { anyOf: [refTo(`scenario/properties/${key}`), refTo('filled')] };

import { madeOnce } from '../../spec/made-once.ts';
import { uuid } from '../ids.ts';
import { type DataRecord, draft } from './data.ts';
import { shapes } from './shapes.ts';
import { drawFields, type Fields, type JsonSchema, schemaOfObject } from './values.ts';

const fieldsOf = (scope: string): Fields => {
  const name = scope.toLowerCase();
  const all = Object.values(shapes);
  const shape = all.find(({ words }) => words.some((word) => name.includes(word))) ?? shapes.general;
  return Object.freeze(shape.fields);
};

/** The `position`-th record (from 0) of a customer in a scope: always the same for the same seed. */
export const makeRecord = (seed: number, customerId: string, scope: string, position: number): DataRecord => {
  const source = [seed, 'record', customerId, scope, position] as const;
  const fields = drawFields(fieldsOf(scope), source);
  return { recordId: uuid(...source), customerId, scope, position, ...fields };
};

/** The schema of every generated record in a scope. */
export const recordSchema = (scope: string): JsonSchema => ({
  $schema: draft,
  title: `A record in ${scope}`,
  ...describe(fieldsOf(scope)),
});

/** There are few shapes of records, and a file with the schema for each of thousands of records. */
const describe = madeOnce((fields: Fields): JsonSchema => {
  const { properties, required, ...rest } = schemaOfObject(fields);
  return {
    ...rest,
    required: [...Object.keys(common), ...(required as readonly string[])],
    properties: { ...common, ...(properties as JsonSchema) },
  };
});

const common = {
  recordId: { type: 'string', format: 'uuid' },
  customerId: { type: 'string' },
  scope: { type: 'string' },
  position: { type: 'integer', minimum: 0 },
} as const;

import { below, between, uuid } from '../ids.ts';

/* Kinds of values: for each, what its schema says and how one is drawn, in one place, so that they cannot disagree. */

export type JsonSchema = Readonly<Record<string, unknown>>;

/** What a value is drawn from: the seed, and whose it is. */
export type Source = readonly (string | number)[];

export interface Value {
  readonly schema: JsonSchema;
  readonly draw: (source: Source) => unknown;
}

export type Fields = Readonly<Record<string, Value>>;

const pick = <T>(choices: readonly [T, ...T[]], source: Source): T => choices[below(choices.length, ...source)] as T;

type Words = readonly [string, ...string[]];

export const oneOf = (...words: Words): Value => ({
  schema: { type: 'string', enum: words },
  draw: (source) => pick(words, source),
});

/** A text of one word from each list. */
export const phrase = (...lists: readonly Words[]): Value => ({
  schema: { type: 'string', minLength: 1 },
  draw: (source) => lists.map((words, index) => pick(words, [...source, index])).join(' '),
});

export const whole = (least: number, most: number): Value => ({
  schema: { type: 'integer', minimum: least, maximum: most },
  draw: (source) => between(least, most, ...source),
});

/** Money in cents, so that no rounding can creep in. */
export const cents = (least: number, most: number): Value => {
  const amount = whole(least, most);
  return { ...amount, schema: { ...amount.schema, description: 'in cents' } };
};

export const yesNo: Value = { schema: { type: 'boolean' }, draw: (source) => below(2, ...source) === 1 };

export const id: Value = { schema: { type: 'string', format: 'uuid' }, draw: (source) => uuid(...source) };

const two = (value: number): string => String(value).padStart(2, '0');

/** Before any virtual time that a simulation is likely to begin at; and every month has a 28th. */
const drawDay = (source: Source): string =>
  [
    String(between(2019, 2023, ...source, 'year')),
    two(between(1, 12, ...source, 'month')),
    two(between(1, 28, ...source, 'day')),
  ].join('-');

export const day: Value = { schema: { type: 'string', format: 'date' }, draw: drawDay };

export const moment: Value = {
  schema: { type: 'string', format: 'date-time' },
  draw: (source) => {
    const [hour, ...rest] = [24, 60, 60].map((limit, index) => two(below(limit, ...source, 'time', index)));
    return `${drawDay(source)}T${hour}:${rest.join(':')}Z`;
  },
};

export const email = (names: Words): Value => ({
  schema: { type: 'string', format: 'email' },
  draw: (source) => `${pick(names, source).toLowerCase()}.${below(10_000, ...source, 'number')}@example.com`,
});

export const digits = (count: number): Value => ({
  schema: { type: 'string', pattern: `^[0-9]{${count}}$` },
  draw: (source) => Array.from({ length: count }, (_, index) => below(10, ...source, index)).join(''),
});

export const listOf = (fields: Fields, least: number, most: number): Value => ({
  schema: { type: 'array', minItems: least, maxItems: most, items: schemaOfObject(fields) },
  draw: (source) =>
    Array.from({ length: between(least, most, ...source) }, (_, index) => drawFields(fields, [...source, index])),
});

/** All fields are always there, and no others. */
export const schemaOfObject = (fields: Fields): JsonSchema => ({
  type: 'object',
  additionalProperties: false,
  required: Object.keys(fields),
  properties: Object.fromEntries(Object.entries(fields).map(([name, { schema }]) => [name, schema])),
});

export const drawFields = (fields: Fields, source: Source): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(fields).map(([name, { draw }]) => [name, draw([...source, name])]));

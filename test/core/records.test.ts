import { Ajv, type ValidateFunction } from 'ajv';
import formats from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import { makeRecord, recordSchema } from '../../src/core/records/generate.ts';
import { shapes } from '../../src/core/records/shapes.ts';

/** One scope of every shape, by a word that leads to it; and scopes as people name them. */
const wordsOfShapes = Object.values(shapes).map(({ words }) => words[0] || 'anything');
const scopes = [...wordsOfShapes, 'orders', 'Profile', 'user.addresses', 'order-reviews', '1', 'x'.repeat(100)];

const seeds = Array.from({ length: 40 }, (_, index) => index * 97);

/** A validator that is not ours, and that takes a keyword or a format it does not know for an error. */
const validatorOf = (scope: string): ValidateFunction => {
  const ajv = new Ajv({ strict: true, allErrors: true });
  formats.default(ajv);
  return ajv.compile(JSON.parse(JSON.stringify(recordSchema(scope))) as object);
};

const anyRecord = (scope: string, seed = 7, position = 3): Readonly<Record<string, unknown>> =>
  makeRecord(seed, 'ann', scope, position);

test.each(scopes)('every generated record of "%s" is what its schema says', (scope) => {
  const validate = validatorOf(scope);
  const wrong: unknown[] = [];

  for (const seed of seeds) {
    for (let position = 0; position < 25; position++) {
      const record: unknown = JSON.parse(JSON.stringify(makeRecord(seed, 'ann', scope, position)));
      if (!validate(record)) wrong.push([record, validate.errors]);
    }
  }

  expect(wrong).toEqual([]);
});

test.each(scopes)('the schema of "%s" tells what no record of it is', (scope) => {
  const validate = validatorOf(scope);
  const record = anyRecord(scope);
  const spoilt = Object.keys(record).flatMap((field) => {
    const { [field]: _left, ...rest } = record;
    return [rest, { ...record, [field]: null }, { ...record, [field]: { another: 'kind' } }];
  });

  expect(validate(record)).toBe(true);
  expect([...spoilt, { ...record, more: 1 }].filter((one) => validate(one))).toEqual([]);
});

test('schema files are written in draft-07, and say so', () => {
  expect(recordSchema('orders')).toMatchObject({ $schema: 'http://json-schema.org/draft-07/schema#', type: 'object' });
});

test.each([
  ['orders', 'items'],
  ['past-purchases', 'items'],
  ['Customer.Profile', 'email'],
  ['account', 'email'],
  ['shippingAddresses', 'postalCode'],
  ['account-addresses', 'postalCode'],
  ['reviews', 'stars'],
  ['order-reviews', 'stars'],
  ['payments', 'method'],
  ['subscriptions', 'plan'],
  ['devices', 'serialNumber'],
  ['search-history', 'query'],
  ['music', 'startedAt'],
  ['wishlist', 'quantity'],
  ['whatever-else', 'title'],
])('records of "%s" have a field "%s", and those that every record has', (scope, field) => {
  const { recordId, customerId, scope: named, position, ...rest } = anyRecord(scope);

  expect([customerId, named, position]).toEqual(['ann', scope, 3]);
  expect(recordId).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(Object.keys(rest)).toContain(field);
});

describe('what a record is drawn from', () => {
  test.each(scopes)('"%s": the seed, the customer, the scope and the position, and nothing else', (scope) => {
    const base = makeRecord(7, 'ann', scope, 3);

    expect(makeRecord(7, 'ann', scope, 3)).toEqual(base);
    for (const other of [
      makeRecord(8, 'ann', scope, 3),
      makeRecord(7, 'bob', scope, 3),
      makeRecord(7, 'ann', scope, 4),
    ])
      expect(other['recordId']).not.toBe(base.recordId);
  });

  test.each(scopes)('"%s": every field takes more than one value', (scope) => {
    const records = seeds.map((seed) => anyRecord(scope, seed, seed));
    const dull = Object.keys(anyRecord(scope)).filter(
      (field) => new Set(records.map((record) => JSON.stringify(record[field]))).size === 1,
    );

    expect(dull).toEqual(['customerId', 'scope']);
  });
});

test('two texts of one record do not move in step', () => {
  const records = Array.from({ length: 400 }, (_, position) => anyRecord('anything', 7, position));
  const titles = new Set(records.map(({ title }) => title));

  expect(titles.size).toBeGreaterThan(90);
});

test('no generated record takes more than 2000 bytes, however long the id and the scope', () => {
  const sizes = wordsOfShapes.flatMap((word) =>
    seeds.flatMap((seed) =>
      Array.from({ length: 25 }, (_, position) =>
        Buffer.byteLength(JSON.stringify(makeRecord(seed, 'i'.repeat(100), word.padEnd(100, '-'), 999_999 - position))),
      ),
    ),
  );

  expect(Math.max(...sizes)).toBeLessThan(2000);
});

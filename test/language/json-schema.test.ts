import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Ajv } from 'ajv';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { makeSchema } from '../../scripts/schema/make-schema.ts';
import { printScenario } from '../../src/language/print-scenario.ts';
import { readScenario } from '../../src/language/read-scenario.ts';
import { amount } from '../sampled.ts';
import { asScenario, story } from './arbitraries/story.ts';
import { mistakesInExpectations } from './mistakes/expectations.ts';
import { type Mistake, setMistake } from './mistakes/mistake.ts';
import { mistakesInMoments } from './mistakes/moments.ts';
import { mistakesInSteps } from './mistakes/steps.ts';
import { mistakesInTheWorld } from './mistakes/world.ts';

const root = resolve(import.meta.dirname, '../..');
const validate = new Ajv({ strict: false, allErrors: false }).compile(makeSchema());

const isValid = (text: string): boolean => validate(parse(text, { version: '1.2', schema: 'core' }));

test('the schema that is shipped is the one that the reader goes by', () => {
  const shipped: unknown = JSON.parse(readFileSync(join(root, 'scenario.schema.json'), 'utf8'));

  // If not: npx tsx scripts/generate-schema.ts
  expect(shipped).toEqual(makeSchema());
});

const files = readdirSync(join(root, 'scenarios'), { recursive: true, encoding: 'utf8' });

test.each(files.filter((name) => name.endsWith('.yaml')))('%s is valid', (name) => {
  const valid = isValid(readFileSync(join(root, 'scenarios', name), 'utf8'));

  expect(validate.errors ?? []).toEqual([]);
  expect(valid).toBe(true);
});

test('whatever can be told is valid', () => {
  fc.assert(
    fc.property(story, (told) => {
      const valid = isValid(printScenario(asScenario(told), 'yaml'));

      expect(validate.errors ?? []).toEqual([]);
      expect(valid).toBe(true);
    }),
    { numRuns: amount({ usual: 40, deep: 150 }), seed: 5 },
  );
});

test('a filter looks at the event that is waited for, however long is waited after it', () => {
  const text = (moment: string): string =>
    `name: x\nsteps: [{ at: 1s, do: holdAccount, then: [{ ${moment}, where: { customer: ann }, fault: late, by: 1s, operation: sendEmail }] }]`;

  expect(() => readScenario(text('after: completed, wait: 1s'), 'x.yaml')).not.toThrow();
  expect(isValid(text('after: completed, wait: 1s'))).toBe(true);
  expect(() => readScenario(text('wait: 1s'), 'x.yaml')).toThrow(/sendEmail/);
  expect(isValid(text('wait: 1s'))).toBe(false);
});

/** What takes more than one look at a value, or at several together: only the reader says so. */
const beyond =
  /described twice|from the longer|too far off|(?<!\d )is not a regular expression|"4\.\.2"|"3\.\.1"|is more than|NaN/;

describe('what the reader refuses is invalid', () => {
  const tables: readonly Mistake[] = [
    ...mistakesInTheWorld,
    ...mistakesInSteps,
    ...mistakesInMoments,
    ...mistakesInExpectations,
  ];
  test.each(tables.map(([marked, what]) => ({ what, ...setMistake(marked) })))('$text', ({ text, what }) => {
    expect(isValid(text)).toBe(beyond.test(what));
  });
});

test('beside a table, values may come from its rows', () => {
  const text = `name: $status
each: [{ status: 503, seed: 1 }]
seed: $seed
steps:
  - { on: createDataQuery, fail: $status }
  - { at: "$times", do: $verb }
expect: { requests: { $operation: $count } }`;

  expect(isValid(text)).toBe(true);
  expect(isValid(text.replace(/each.*\n/, ''))).toBe(false);
  expect(isValid(text.replace('steps', 'stps'))).toBe(false);
});

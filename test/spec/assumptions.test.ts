import { readFileSync } from 'node:fs';
import { describe, expect, expectTypeOf, test } from 'vitest';
import { answerAssumptions } from '../../src/spec/assumptions/answers.ts';
import { emailAssumptions } from '../../src/spec/assumptions/email.ts';
import { limitAssumptions } from '../../src/spec/assumptions/limits.ts';
import { loginAssumptions } from '../../src/spec/assumptions/login.ts';
import { notificationAssumptions } from '../../src/spec/assumptions/notification.ts';
import { queryAssumptions } from '../../src/spec/assumptions/queries.ts';
import { serviceAssumptions } from '../../src/spec/assumptions/service.ts';
import { tokenAssumptions } from '../../src/spec/assumptions/tokens.ts';
import {
  type AssumptionId,
  type AssumptionValue,
  assumptionIds,
  assumptionRow,
  checkAssumption,
  defaultAssumptions,
  isAssumptionId,
  type StoreRoute,
} from '../../src/spec/assumptions.ts';
import { limits } from '../../src/spec/limits.ts';
import { readSections } from './markdown.ts';

const readPage = (name: string): string => readFileSync(new URL(`../../docs/${name}`, import.meta.url), 'utf8');

describe('the ledger', () => {
  test('no id is written twice', () => {
    const parts = [
      serviceAssumptions,
      emailAssumptions,
      tokenAssumptions,
      loginAssumptions,
      queryAssumptions,
      answerAssumptions,
      limitAssumptions,
      notificationAssumptions,
    ].flatMap((part) => Object.keys(part));

    expect(new Set(parts).size).toBe(parts.length);
    expect(assumptionIds).toEqual(parts);
  });

  test('an id is a group, a dot and a name', () => {
    expect(assumptionIds.filter((id) => !/^[a-z]+\.[a-z][A-Za-z]+$/.test(id))).toEqual([]);
  });

  test('what the document does show is the default', () => {
    expect(defaultAssumptions['token.lifetime']).toBe(limits.tokenLifetime.value);
    expect(isAssumptionId('links.boundary')).toBe(true);
    expect(isAssumptionId('toString')).toBe(false);
  });

  test('a value has the type of its variants', () => {
    expectTypeOf<AssumptionValue<'cache.errors'>>().toEqualTypeOf<
      'operation-refusals' | 'success-only' | 'everything'
    >();
    expectTypeOf<AssumptionValue<'query.maxPayload'>>().toEqualTypeOf<number>();
    expectTypeOf<AssumptionValue<'email.contentLimit'>>().toEqualTypeOf<'none' | number>();
    expectTypeOf<AssumptionValue<'store.paths'>>().toEqualTypeOf<'prefix-per-family' | readonly StoreRoute[]>();
    expectTypeOf<'1h30m'>().toExtend<AssumptionValue<'email.retrySafety'>>();
    expectTypeOf<'sometimes'>().not.toExtend<AssumptionValue<'email.retrySafety'>>();
  });
});

const sectionsOfPage = readSections(readPage('interfaces.md'));

/** None of these is a right choice for any point. */
const hostile = [
  undefined,
  null,
  true,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  -1,
  0.5,
  10n,
  Symbol('none'),
  '',
  ' ',
  'two words',
  'line\nbreak',
  'x'.repeat(100_000).concat(' '),
  {},
  { toString: () => 'none' },
  [],
  [null],
  [{ family: '__proto__', method: 'GET', path: '/' }],
  [{ family: 'reporting', method: 'GET /x', path: '/x' }],
  () => 'none',
];

/** Nor are these, except where any text will do. */
const hostileNames = ['toString', '__proto__', 'constructor', '-5m', 'NONE'];

describe.each(assumptionIds)('%s', (id: AssumptionId) => {
  const row = assumptionRow(id);
  const drawn = row.variants.flatMap((variant): unknown[] =>
    typeof variant === 'string' ? [variant] : [...variant.samples],
  );

  test('its default is one of its variants', () => {
    expect(checkAssumption(id, row.default)).toBeUndefined();
    expect(defaultAssumptions[id]).toBe(row.default);
  });

  test('each variant is written once, with what it means', () => {
    const keys = row.variants.map((variant) => (typeof variant === 'string' ? variant : variant.type));

    expect(keys.length).toBeGreaterThan(0);
    expect(Object.keys(row.means)).toEqual(keys);
    for (const meaning of [row.question, ...Object.values(row.means)]) expect(meaning).toMatch(/^\S.+[.?]$/);
  });

  test('what it takes to feel it is said of behaviours alone, as it stands behind "it takes"', () => {
    expect(row.takes === undefined || row.class === 'behaviour').toBe(true);
    expect(row.takes ?? 'a mail').toMatch(/^(an?|the|two) .+[^.]$/);
  });

  test('its section is in docs/interfaces.md', () => {
    expect(sectionsOfPage).toContain(row.section);
  });

  test('every literal and every sample is a right choice', () => {
    for (const value of drawn) expect(checkAssumption(id, value)).toBeUndefined();
  });

  test('a behaviour has at least two values that checks can draw', () => {
    expect(drawn.length).toBeGreaterThan(row.class === 'behaviour' ? 1 : 0);
  });

  test('a wrong choice is answered with the right ones', () => {
    const takesAnyText = row.variants.some((variant) => typeof variant !== 'string' && variant.type === 'text');
    const wrong = takesAnyText ? hostile : [...hostile, ...hostileNames];

    for (const value of wrong) {
      const problem = checkAssumption(id, value);
      expect(problem, String(value)).toMatch(new RegExp(`^${id.replace('.', '\\.')} cannot be .+; it can be .+`));
      expect(problem?.length).toBeLessThan(400);
    }
  });
});

describe('open variants', () => {
  test.each([
    { id: 'token.lifetime', right: ['1s', '1m30s', '365d'], wrong: ['0s', '999ms', '1.5s', '366d', 3600] },
    { id: 'email.retrySafety', right: ['1ms', '7d', 'every-request-sends'], wrong: ['0ms', '7d1ms'] },
    { id: 'email.contentLimit', right: ['none', 1, 100_000_000], wrong: [0, 100_000_001, '1'] },
    { id: 'query.maxPayload', right: [0, 262_144], wrong: [-1, 1.5, '256 KB'] },
    { id: 'token.prefix', right: ['a', 'Access|'], wrong: ['', 'a b', 'a'.repeat(33), 'é'] },
    { id: 'list.tokenLifetime', right: ['listing-window', '5m'], wrong: ['6m', '300s'] },
    {
      id: 'store.paths',
      right: [[{ family: 'reporting', method: 'GET', path: '/v2/reports/*' }]],
      wrong: [[], [{ family: 'reporting', method: 'get', path: '/v2' }], [{ family: 'reporting', path: 'v2' }]],
    },
  ] as const)('$id takes $right and refuses $wrong', ({ id, right, wrong }) => {
    for (const value of right) expect(checkAssumption(id, value)).toBeUndefined();
    for (const value of wrong) expect(checkAssumption(id, value)).toBeTypeOf('string');
  });
});

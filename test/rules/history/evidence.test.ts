import { expect, test } from 'vitest';
import { findRule } from '../../../src/rules/catalogue.ts';
import { describeEvidence, sayMore } from '../../../src/rules/verdicts.ts';

/* How evidence is told: when it was, and in which exchange, each once. */

test.each([
  ['without an exchange', { at: 1500, text: 'nothing came' }, 'at 1.500s: nothing came'],
  ['with its exchange', { at: 0, exchange: 7, text: 'a link had died' }, 'at 0.000s, #7: a link had died'],
  ['that begins with its exchange', { at: 0, exchange: 7, text: '#7 was refused' }, 'at 0.000s, #7 was refused'],
  ['that begins with another', { at: 0, exchange: 7, text: '#71 was refused' }, 'at 0.000s, #7: #71 was refused'],
])('%s', (_, evidence, told) => {
  expect(describeEvidence(evidence)).toBe(told);
});

test.each([
  ['all of it is shown', 2, undefined, 2, undefined],
  ['one is not shown', 3, undefined, 2, '1 more'],
  ['some was not kept', 2, 5, 2, '5 more'],
  ['some was not kept, and some is not shown', 3, 5, 1, '7 more'],
])('%s', (_, kept, more, shown, told) => {
  const one = { at: 0, text: '' };
  const evidence = [one, ...Array.from({ length: kept - 1 }, () => one)] as const;
  const broken = { rule: findRule('C1'), verdict: 'broken', evidence, ...(more !== undefined && { more }) } as const;

  expect(sayMore(broken, shown)).toBe(told);
});

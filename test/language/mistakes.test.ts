import { expect, test } from 'vitest';
import { readScenario } from '../../src/language/read-scenario.ts';
import { misuseOf } from '../misuse-of.ts';
import { mistakesInExpectations } from './mistakes/expectations.ts';
import { type Mistake, setMistake } from './mistakes/mistake.ts';
import { mistakesInMoments } from './mistakes/moments.ts';
import { mistakesInSteps } from './mistakes/steps.ts';
import { mistakesInTheWorld } from './mistakes/world.ts';

const refuse = (text: string) => misuseOf(() => readScenario(text, 'f.yaml'));

const mistakes: readonly Mistake[] = [
  ...mistakesInTheWorld,
  ...mistakesInSteps,
  ...mistakesInMoments,
  ...mistakesInExpectations,
];

test('there are tables of mistakes', () => {
  expect(mistakes.length).toBeGreaterThan(150);
});

test.each(mistakes.map(([marked, what, hint]) => ({ ...setMistake(marked), what, hint })))(
  'at $place of a file: $what; $hint',
  ({ text, place, what, hint }) => {
    const misuse = refuse(text);

    expect(misuse.code).toBe('SCENARIO_INVALID');
    expect(misuse.message).toContain(what);
    expect(misuse.hint).toContain(hint);
    const line = misuse.message.split('\n').find((one) => one.includes(what));
    expect(line?.startsWith(`f.yaml:${place}: `), misuse.message).toBe(true);
  },
);

test('all mistakes of a file are reported, one in a line, in the order they were written', () => {
  const misuse = refuse('name: x\nsteps:\n  - { at: 1x, do: expireTokn, custmer: a }\nseed: no\nexpct: {}\n');

  expect(misuse.message.split('\n').map((line) => line.split(': ')[0])).toEqual([
    'f.yaml:3:11',
    'f.yaml:3:19',
    'f.yaml:3:31',
    'f.yaml:4:7',
    'f.yaml:5:1',
  ]);
  expect(misuse.place).toBe('f.yaml:3:11');
});

test.each([
  ['applications: [{ id: a }, { id: a, scopes: 7 }, { id: 7 }]', ['2:27', '2:44', '2:55'], 'application "a" is'],
  ['customers: [{ id: a }, { records: -1 }, { id: a, x: 1 }]', ['2:35', '2:41', '2:50'], 'customer "a" is'],
  ['customers: [{ id: a, scope: 5 }, { id: a, scope: 5 }]', ['2:29', '2:34', '2:50'], 'twice for the scope 5'],
])('twins are told beside what else is wrong with their rows: %s', (rows, places, what) => {
  const { message } = refuse(`name: x\n${rows}`);

  expect(message.split('\n').map((line) => line.split(': ')[0])).toEqual(places.map((place) => `f.yaml:${place}`));
  expect(message).toContain(what);
});

test('a file of many mistakes is answered with twenty, and the number of the others', () => {
  const misuse = refuse(`name: x\nsteps:\n${'  - { at: 1h }\n'.repeat(30)}`);

  expect(misuse.message.split('\n')).toHaveLength(20);
  expect(misuse.hint).toContain('and 10 more');
});

import { expect, test } from 'vitest';
import {
  describeScenarios,
  printDiff,
  printScenario,
  printSweep,
  recordTraffic,
  scenario,
  simulate,
} from '../../src/index.ts';

/* What plain JavaScript hands over, which no compiler has read: the mistakes that people make. */

const untyped = (given: unknown): never => given as never;
const promise = untyped(Promise.resolve());

test.each<[what: string, call: () => unknown, message: RegExp]>([
  ['a report that was not awaited', () => printSweep(promise), /^printSweep: a Promise .*await sweepClient/],
  ['differences that were not awaited', () => printDiff(promise), /^printDiff: a Promise .*await diffClients/],
  [
    'scenarios that were not awaited',
    () => printScenario(promise, 'yaml'),
    /^printScenario: a Promise .*loadScenarios/,
  ],
  [
    'a list for a scenario',
    () => printScenario(untyped([]), 'typescript'),
    /^printScenario: an empty list .*build\(\)/,
  ],
  ['the answer of fetch', () => recordTraffic(promise), /^recordTraffic: a Promise is no function/],
  [
    'no options of a recorder',
    () => recordTraffic(fetch, untyped(null)),
    /^recordTraffic: nothing \(null\) is not a set/,
  ],
  [
    'a list of steps at once',
    () => scenario('late').at('5m').together(untyped([])),
    /^scenario\("late"\)\.at\('5m'\)\.together: an empty list is no function .*together\(\(all\) =>/,
  ],
  [
    'a list of steps in a row',
    () => scenario('late').at('5m').sequence(untyped([])),
    /\.sequence: an empty list is no function .*sequence\(\(first\) =>/,
  ],
  [
    'a scenario without a runner',
    () => describeScenarios('scenarios', async () => 1, untyped({ test: 7 })),
    /^describeScenarios, test: 7 is no function/,
  ],
])('%s is refused by the call that got it', (_, call, message) => {
  expect(call).toThrow(
    expect.objectContaining({ code: 'BAD_OPTION', message: expect.stringMatching(message) as string }),
  );
});

test('a customer that is none authorizes nothing', async () => {
  await using sim = await simulate();

  expect(() => sim.authorize(untyped(null))).toThrow(/authorize: nothing \(null\) is not a set of options/);
});

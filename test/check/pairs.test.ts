import { expect, test } from 'vitest';
import { pairUp } from '../../src/check/sweep/pairs.ts';
import type { Injection } from '../../src/check/sweep/injection.ts';
import type { SweepCell } from '../../src/check/sweep/sweep-report.ts';

const injection = (what: string, changes: Partial<Injection> = {}): Injection => ({
  what,
  moment: 'createDataQuery',
  steps: [{ trigger: { kind: 'at', time: '0s' }, action: { do: 'expireToken' }, place: what }],
  demand: 'finish',
  ...changes,
});
const survived: SweepCell = { what: '', moment: '', verdict: 'survived', ended: 'finished' };
const gaveUp: SweepCell = { ...survived, ended: 'gave up' };

const pairs = (injections: readonly Injection[], cells: readonly SweepCell[], most: number): readonly string[] =>
  pairUp(injections, cells, most).map(({ what }) => what);

test('as many pairs as are asked for, each once, and no more than there are', () => {
  const injections = ['a', 'b', 'c', 'd'].map((what) => injection(what));
  const cells = injections.map(() => survived);

  expect(new Set(pairs(injections, cells, 3)).size).toBe(3);
  expect([...pairs(injections, cells, 100)].sort()).toEqual(['a + b', 'a + c', 'a + d', 'b + c', 'b + d', 'c + d']);
});

test('only faults that the client gets through by themselves are paired', () => {
  expect(pairs([injection('a'), injection('b'), injection('c')], [survived, gaveUp, survived], 10)).toEqual(['a + c']);
});

test('where fewer than two are survived there are no pairs', () => {
  expect(pairs([injection('a')], [survived], 10)).toEqual([]);
  expect(pairs([], [], 10)).toEqual([]);
});

test('nothing is paired with the end of the application', () => {
  const end = injection('end', {
    steps: [{ trigger: { kind: 'at', time: '0s' }, action: { do: 'deleteProfile' }, place: 'end' }],
  });

  expect(pairs([injection('a'), end], [survived, survived], 10)).toEqual([]);
});

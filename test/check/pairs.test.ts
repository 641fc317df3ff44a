import { expect, test } from 'vitest';
import { pairUp } from '../../src/check/sweep/pairs.ts';
import type { Stroke } from '../../src/check/sweep/injection.ts';
import type { SweepCell } from '../../src/check/sweep/sweep-report.ts';

const stroke = (what: string, changes: Partial<Stroke> = {}): Stroke => ({
  what,
  moment: 'createDataQuery',
  steps: [{ trigger: { kind: 'at', time: '0s' }, action: { do: 'expireToken' }, place: what }],
  demand: 'finish',
  ...changes,
});
const borne: SweepCell = { what: '', moment: '', verdict: 'survived', ended: 'finished' };
const gaveUp: SweepCell = { ...borne, ended: 'gave up' };

const pairs = (strokes: readonly Stroke[], cells: readonly SweepCell[], most: number): readonly string[] =>
  pairUp(strokes, cells, most).map(({ what }) => what);

test('as many pairs as are asked for, each once, and no more than there are', () => {
  const strokes = ['a', 'b', 'c', 'd'].map((what) => stroke(what));
  const cells = strokes.map(() => borne);

  expect(new Set(pairs(strokes, cells, 3)).size).toBe(3);
  expect([...pairs(strokes, cells, 100)].sort()).toEqual(['a + b', 'a + c', 'a + d', 'b + c', 'b + d', 'c + d']);
});

test('only things that the client gets through by themselves are paired', () => {
  expect(pairs([stroke('a'), stroke('b'), stroke('c')], [borne, gaveUp, borne], 10)).toEqual(['a + c']);
});

test('where fewer than two are borne there are no pairs', () => {
  expect(pairs([stroke('a')], [borne], 10)).toEqual([]);
  expect(pairs([], [], 10)).toEqual([]);
});

test('nothing is paired with the end of the application', () => {
  const end = stroke('end', {
    steps: [{ trigger: { kind: 'at', time: '0s' }, action: { do: 'deleteProfile' }, place: 'end' }],
  });

  expect(pairs([stroke('a'), end], [borne, borne], 10)).toEqual([]);
});

import { expect, test } from 'vitest';
import { type Judged, judgeRow, type Verdict } from '../../scripts/bench/judge-rows.ts';
import { metOn, renderPage } from '../../scripts/bench/page.ts';
import type { Measure } from '../../scripts/bench/rows.ts';

/** The page of speed is what a later benchmark is held to. */

const judged = (name: string, verdict: Verdict): Judged => ({
  row: { group: 'Requests', name, ours: 'ours/one', floor: 'floor/one', must: 1, how: 'one request' },
  figure: 1,
  first: undefined,
  spread: 1.1,
  verdict,
  reachesStretch: false,
  peers: {},
});

const quietDay = renderPage(
  [judged('token', 'met'), judged('page', 'met'), judged('trip', 'undecided')],
  'one',
  new Set(),
);

test('a row that was met counts as met, however often a noisy day leaves it undecided', () => {
  const noisyRows = [judged('token', 'undecided'), judged('page', 'met'), judged('trip', 'undecided')];
  const noisyDay = renderPage(noisyRows, 'one', metOn(quietDay));
  const another = renderPage(noisyRows, 'one', metOn(noisyDay));

  expect(metOn(another)).toEqual(new Set(['Requests: token', 'Requests: page']));
  expect(another).toMatch(/^\| token \|.*\| undecided, met before \|/m);
  expect(another).toMatch(/^\| trip \|.*\| undecided \|/m);
});

test('one that is missed does not', () => {
  const page = renderPage([judged('token', 'missed'), judged('page', 'met')], 'one', metOn(quietDay));

  expect(metOn(page)).toEqual(new Set(['Requests: page']));
  expect(page).toMatch(/^\| token \|.*\| missed \|/m);
});

test('what lies within the spread of its goal is undecided, however good the figure is', () => {
  const page = renderPage([{ ...judged('token', 'undecided'), reachesStretch: true }], 'one', new Set());

  expect(page).toMatch(/^\| token \|.*\| undecided \|/m);
});

test('of a row that is to be faster, peers are told as it is: how much faster than the floor', () => {
  const measured = { 'ours/one': [2, 2], 'floor/one': [6, 6], 'peer/one': [3, 3] };
  const samples = new Map(
    Object.entries(measured).map(([name, taken]) => [name as Measure, { samples: taken, first: undefined }]),
  );
  const row = { ...judged('token', 'met').row, isSpeedUp: true, peers: { peer: 'peer/one' } } as const;

  const { figure, peers } = judgeRow(row, samples);

  expect({ figure, peers }).toEqual({ figure: 3, peers: { peer: 2 } });
});

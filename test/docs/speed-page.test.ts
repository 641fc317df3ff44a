import { expect, test } from 'vitest';
import type { Judged, Verdict } from '../../scripts/bench/judge-rows.ts';
import { metOn, renderPage } from '../../scripts/bench/page.ts';

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

import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { explained } from '../../scripts/mutate/explained.ts';
import { faultsIn } from '../../scripts/mutate/faults.ts';
import { renderFindings, scoresOn } from '../../scripts/mutate/page.ts';
import { filesIn, targetOf, targets } from '../../scripts/mutate/targets.ts';

/** docs/mutation.md takes long to reckon; what can be told in a second is that it speaks of the sources as they are. */

const root = resolve(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(resolve(root, file), 'utf8');
const page = read('docs/mutation.md');
const scores = scoresOn(page);
const explainedOnes = scores.filter(({ file }) => targetOf(file).survivors === 'explained');

const plantable = new Map(
  targets.flatMap(filesIn).map((file) => [file, new Set(faultsIn(file, read(file)).map(({ mutation }) => mutation))]),
);

test('every explained fault can still be planted, or else: npx tsx scripts/mutate.ts --only <file>', () => {
  const gone = explained.flatMap(({ file, mutations }) =>
    mutations.filter((mutation) => plantable.get(file)?.has(mutation) !== true).map((one) => `${file}: ${one}`),
  );

  expect(gone).toEqual([]);
});

test('no fault is explained twice', () => {
  const names = explained.flatMap(({ file, mutations }) => mutations.map((one) => `${file}: ${one}`));

  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

test('the page counts as many faults as can be planted, or else: npx tsx scripts/mutate.ts --only <file>', () => {
  const counts = [...plantable].flatMap(([file, faults]) => (faults.size > 0 ? [[file, faults.size]] : []));

  expect(scores.map(({ file, planted }) => [file, planted])).toEqual(counts);
});

test('the page counts as many survivors as are explained, or else: npx tsx scripts/mutate.ts --only <file>', () => {
  const count = (file: string): number =>
    explained.filter((one) => one.file === file).reduce((sum, { mutations }) => sum + mutations.length, 0);

  expect(explainedOnes.map(({ file, survived }) => [file, survived])).toEqual(
    explainedOnes.map(({ file }) => [file, count(file)]),
  );
});

test('the page says what is planted where, and what is left out, as scripts/mutate has it', () => {
  expect(page).toBe(renderFindings(scores));
});

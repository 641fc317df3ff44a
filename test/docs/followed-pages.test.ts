import { expect, test } from 'vitest';
import { packedOnce } from '../packed-once.ts';
import { followedPages, readRuns } from '../../scripts/pages/followed.ts';
import { readSteps, write } from '../../scripts/pages/read-steps.ts';
import { runStep } from '../../scripts/pages/run-step.ts';
import { sampled } from '../sampled.ts';

/** In an empty project that has installed what `npm test` builds first. */
const packed = packedOnce();

const runs = followedPages.flatMap((page) =>
  readRuns(page).map((run) => ({ page, ...run, command: run.step.commands.join('; ') })),
);

/** Of every third page the first, and then one of so many; in depth all of all pages. */
const chosen = sampled(followedPages, { every: 3, from: 1 });

test.each(
  sampled(
    runs.filter(({ page }) => chosen.includes(page)),
    { every: 24, kind: ({ page }) => page },
  ),
)('$page: "$command" prints what the page shows, or else: npx tsx scripts/follow-pages.ts', ({ files, step }) => {
  const { exit, output } = runStep(packed, files, step);

  if (step.shown === undefined) expect({ exit, output }).toMatchObject({ exit: 0 });
  else expect(output).toBe(step.shown.text);
});

test.each(followedPages)('%s has something to run, and every change of a file fits what is there', (page) => {
  expect(readRuns(page).length).toBeGreaterThan(0);
});

test('a change is made where its lines say, and is refused where they are not there', () => {
  const [file, change] = readSteps('```js a.mjs\none\nthree\n```\n\n```diff a.mjs\n one\n+two\n```\n');
  if (file?.kind !== 'file' || change?.kind !== 'change') return expect.unreachable();

  expect(write(write({}, file), change)).toEqual({ 'a.mjs': 'one\ntwo\nthree\n' });
  expect(() => write({ 'a.mjs': 'other\n' }, change)).toThrow('a.mjs has no line "one"');
});

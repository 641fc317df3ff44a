import { readFileSync } from 'node:fs';
import process from 'node:process';
import { expect, test } from 'vitest';
import { failures } from '../../scripts/first-failure/failures.ts';
import { madeWith, renderFailure } from '../../scripts/first-failure/render.ts';
import { sampled } from '../sampled.ts';

const page = readFileSync(new URL('../../docs/first-failure.md', import.meta.url), 'utf8');

/** What Node itself prints of an error, and of its tests, differs from one version to the next. */
const isSameNode = page.includes(madeWith(process.version));
const played = isSameNode ? failures : failures.filter(({ typed }) => !typed.startsWith('node '));

test('the page has all the failures, in their order', () => {
  expect([...page.matchAll(/^## (.*)$/gm)].map(([, title]) => title)).toEqual(failures.map(({ title }) => title));
  expect(failures).toHaveLength(12);
});

test.each(sampled(played, { every: 6, from: 1 }))('$title: the page shows what is printed', async (failure) => {
  expect(page, 'npm run build && npx tsx scripts/first-failure.ts').toContain(await renderFailure(failure));
});

import { expect, test } from 'vitest';
import { readBuiltPage } from '../../src/built-page.ts';
import { writePage } from '../../src/report/page/write-page.ts';
import { describeInChromium } from '../chromium.ts';
import { sampled } from '../sampled.ts';
import { drawnOn, openPage } from './browser.ts';
import { manyEntries, pageOf, playRun } from './sample.ts';

/** What `npm test` builds first. */
const template = (): string => readBuiltPage('report');

const programOf = (page: string): string => /<script>([\s\S]*)<\/script>/.exec(page)?.[1] ?? '';

test('the program of the page is no more than 120 kB', () => {
  expect(programOf(template()).length).toBeGreaterThan(50_000);
  expect(Buffer.byteLength(programOf(template()))).toBeLessThanOrEqual(120_000);
});

test('the page of a usual run is no more than 400 kB', async () => {
  const runs = [];
  for (const name of ['one-scope-waits', 'tokens-die-in-turn', 'several-customers'])
    runs.push(await playRun(`scenarios/collecting/${name}.yaml`));

  expect(Buffer.byteLength(writePage(pageOf(runs)))).toBeLessThanOrEqual(400_000);
});

describeInChromium('long runs', () => {
  /** More than pixels there is nothing to see of: so many bars at most are drawn, however many entries there are. */
  const most = 10_000;

  test.each(sampled([10_000, 100_000], { every: 2 }))(
    'of %i entries no more is drawn than can be seen, and all of them can be reached',
    async (count) => {
      const run = await playRun('scenarios/collecting/one-scope-waits.yaml', {
        entries: manyEntries(count),
        name: 'long',
      });
      const page = template()
        .split('"@page-data@"')
        .join(JSON.stringify(pageOf([run])).replaceAll('<', '\\u003c'));
      const begun = performance.now();
      await using open = await openPage(page);
      const drawn = await drawnOn(open.page);
      const opened = performance.now() - begun;
      const frames: number[] = [];
      for (let step = 0; step < 12; step++) {
        await open.page.getByRole('button', { name: 'Zoom in' }).click();
        expect(await drawnOn(open.page)).toBeLessThan(most);
        frames.push(Number(await open.page.locator('.timeline-canvas').getAttribute('data-took')));
      }
      const closest = await drawnOn(open.page);
      await open.page.getByRole('button', { name: 'Lines' }).click();
      await open.page.locator('.lines-scroller').evaluate((box) => box.scrollTo(0, box.scrollHeight));
      // Printed for whoever wonders: it is another on every machine, so nothing is expected of it.
      process.stdout.write(
        `${count} entries: open after ${Math.round(opened)} ms, ${drawn} bars; frames of ${Math.max(...frames)} ms at most\n`,
      );

      expect(drawn).toBeGreaterThan(100);
      expect(drawn).toBeLessThan(most);
      expect(closest).toBeGreaterThan(0);
      expect(closest).toBeLessThan(drawn);
      const rows = open.page.locator('.lines tbody tr:not(.filler)');
      await expect.poll(() => rows.last().innerText()).toContain(`→ `);
      expect(await rows.count()).toBeLessThan(120);
      await expect.poll(() => open.page.locator('.lines [role=status]').innerText()).toMatch(/^\d+ lines$/);
      expect(open.complaints).toEqual([]);
    },
  );
});

import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasChromium, inChromium, launch } from '../chromium.ts';
import { expectNoOverflow, findBarriers, framesDrawn, narrow, openPage, wide } from './browser.ts';
import { pressAll, type Pressed } from './press-all.ts';
import { sampled } from '../sampled.ts';
import { playPages, type Pages } from './sample.ts';

describe.skipIf(!hasChromium)(`every page, ${inChromium}`, () => {
  let browser: Browser;
  let pages: Pages;

  beforeAll(async () => {
    browser = await launch();
    pages = await playPages();
  }, 60_000);
  afterAll(() => browser?.close());

  const looks = [
    { width: 1280, colorScheme: 'light', viewport: wide },
    { width: 1280, colorScheme: 'dark', viewport: wide },
    { width: 420, colorScheme: 'light', viewport: narrow },
    { width: 420, colorScheme: 'dark', viewport: narrow },
  ] as const;
  const opposites = [looks[0], looks[3]] as const;

  test('every view, wide and narrow, light and dark: no barrier, no complaint, nothing wider', async () => {
    for (const [data, places] of [
      [pages.runs, ['', '#/run/1', '#/run/0']],
      [pages.sweep, ['']],
      [pages.check, ['#/coverage', '#/trend']],
      [pages.diff, ['']],
    ] as const) {
      await using open = await openPage(browser, data);
      const { page, complaints, reopen } = open;
      for (const place of places) {
        await reopen(place);
        for (const { width, colorScheme, viewport } of sampled(looks, { every: 3 })) {
          await page.emulateMedia({ colorScheme });
          await page.setViewportSize(viewport);
          await framesDrawn(page);
          expect(await findBarriers(page), `${place} at ${width}, ${colorScheme}`).toEqual([]);
          await expectNoOverflow(page);
        }
      }
      expect(complaints).toEqual([]);
    }
  }, 90_000);

  /** What one sees of a run is the same on three of them. */
  const withControls = sampled(['runs', 'one', 'check', 'sweep', 'diff'] as const, {
    every: 3,
    kind: (name) => (name === 'sweep' || name === 'diff' ? name : 'runs'),
  });

  test.each(opposites)(
    'every control at $width pixels, $colorScheme, can be used',
    async (look) => {
      for (const name of withControls) {
        await using open = await openPage(browser, pages[name], look);
        let done: Pressed = { first: [], pressed: [], covered: [] };
        do {
          // What the one before has hidden is there again.
          if (done.pressed.length > 0) await open.reopen();
          done = await open.page.evaluate(pressAll, done.pressed);
          expect(done.covered, name).toEqual([]);
        } while (done.first.some((control) => !done.pressed.includes(control)));
        expect(done.pressed.length).toBeGreaterThan(3);
        expect(open.complaints).toEqual([]);
      }
    },
    90_000,
  );
});

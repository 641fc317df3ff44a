import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasChromium, inChromium, launch } from '../chromium.ts';
import { expectNoOverflow, findBarriers, narrow, openPage, wide } from './browser.ts';
import { playPages, type Pages } from './sample.ts';

describe.skipIf(!hasChromium)(`every page, ${inChromium}`, () => {
  let browser: Browser;
  let pages: Pages;

  beforeAll(async () => {
    browser = await launch();
    pages = await playPages();
  }, 60_000);
  afterAll(() => browser?.close());

  /** What a click has changed is there. */
  const frameDrawn = () =>
    new Promise<void>((done) => {
      requestAnimationFrame(() => requestAnimationFrame(() => done()));
    });

  const looks = [
    { width: 1280, colorScheme: 'light', viewport: wide },
    { width: 1280, colorScheme: 'dark', viewport: wide },
    { width: 420, colorScheme: 'light', viewport: narrow },
    { width: 420, colorScheme: 'dark', viewport: narrow },
  ] as const;

  test.each(looks)(
    'every view at $width pixels, $colorScheme: no barrier, no complaint, nothing wider',
    async (look) => {
      for (const [data, places] of [
        [pages.runs, ['', '#/run/1', '#/run/0']],
        [pages.sweep, ['']],
        [pages.check, ['#/coverage', '#/trend']],
        [pages.diff, ['']],
      ] as const) {
        await using open = await openPage(browser, data, look);
        for (const place of places) {
          await open.reopen(place);
          expect(await findBarriers(open.page), place).toEqual([]);
          await expectNoOverflow(open.page);
        }
        expect(open.complaints).toEqual([]);
      }
    },
  );

  test.each(looks.filter((_, index) => index % 3 === 0))(
    'every control at $width pixels, $colorScheme, can be used',
    async (look) => {
      for (const data of Object.values(pages)) {
        await using open = await openPage(browser, data, look);
        const { page, complaints, reopen } = open;
        const controls = page.locator('button:visible:enabled, input:visible, summary:visible');
        const count = await controls.count();
        expect(count).toBeGreaterThan(3);
        for (let index = 0; index < count; index++) {
          await page.evaluate(frameDrawn);
          // What was opened or hidden by the one before is as it was.
          if ((await controls.count()) !== count || (await page.locator('dialog[open], .details').count()) > 0)
            await reopen();
          await controls.nth(index).click();
        }
        expect(complaints).toEqual([]);
      }
    },
    90_000,
  );
});

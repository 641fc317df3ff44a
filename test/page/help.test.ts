import { beforeAll, expect, test } from 'vitest';
import { describeInChromium } from '../chromium.ts';
import { openPage } from './browser.ts';
import { type Pages, playPages } from './sample.ts';

describeInChromium('the help of the report page', () => {
  let pages: Pages;

  beforeAll(async () => {
    pages = await playPages();
  });

  test('a key is heard from the moment that there is something to see', async () => {
    await using open = await openPage(pages.one);
    await open.page.addInitScript(() => {
      new MutationObserver((_, observer) => {
        if (document.querySelector('#main > *') === null) return;
        observer.disconnect();
        dispatchEvent(new KeyboardEvent('keydown', { key: '?' }));
      }).observe(document, { childList: true, subtree: true });
    });
    await open.reopen();

    await expect.poll(() => open.page.locator('dialog.help').isVisible()).toBe(true);
  });

  test('the help is open before the next key comes', async () => {
    await using open = await openPage(pages.one);
    const isOpen = await open.page.evaluate(async () => {
      dispatchEvent(new KeyboardEvent('keydown', { key: '?' }));
      // What is drawn after the event, and nothing that waits for a frame.
      for (let turn = 0; turn < 20; turn++) await Promise.resolve();
      return document.querySelector('dialog.help')?.matches(':modal');
    });

    expect(isOpen).toBe(true);
  });

  test('the help says what keys do, and opens by ?', async () => {
    await using open = await openPage(pages.one);
    await open.page.keyboard.press('?');

    await expect.poll(() => open.page.locator('dialog.help').innerText()).toContain('the next broken rule');
    await open.page.keyboard.press('Escape');
    await expect.poll(() => open.page.locator('dialog.help').isVisible()).toBe(false);
  });
});

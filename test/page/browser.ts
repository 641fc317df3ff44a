import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import axe from 'axe-core';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { expect } from 'vitest';
import { browser } from '../chromium.ts';
import type { PageData } from '../../src/page/data.ts';
import { writePage } from '../../src/report/page/write-page.ts';
import { openTemporaryFolder } from '../../scripts/temporary-folder.ts';

const wide = { width: 1280, height: 860 };
const narrow = { width: 420, height: 860 };

/** A page that is still empty. What it complains of, or asks others for, is gathered. */
export const openWindow = async (options: BrowserContextOptions, isOwn: (url: string) => boolean) => {
  const context = await browser.newContext({ viewport: wide, ...options });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    const text = `${message.type()}: ${message.text()}`;
    if (!isRefusal(text)) complaints.push(text);
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('dialog', (dialog) => {
    complaints.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    const url = request.url();
    if (!/^(?:data|blob):/.test(url) && !isOwn(url)) complaints.push(`network: ${url}`);
  });
  return { context, page, complaints };
};

/** A browser says so itself when an answer has the status of a refusal, which is asked for here and there. */
const isRefusal = (text: string): boolean => /^error: Failed to load resource: .*\b(?:404|409|422)\b/.test(text);

/** A page of a report as it opens from disk. What it complains of, or asks the network for, is gathered. */
export interface OpenPage extends AsyncDisposable {
  readonly page: Page;
  readonly complaints: readonly string[];
  /** The page at another place of it, with nothing kept of what was done to it. */
  readonly reopen: (place?: string) => Promise<void>;
}

const shown = '#main > *';

export const openPage = async (data: PageData | string, options: BrowserContextOptions = {}): Promise<OpenPage> => {
  const folder = openTemporaryFolder();
  const file = join(folder.path, 'report.html');
  writeFileSync(file, typeof data === 'string' ? data : writePage(data));
  const { context, page, complaints } = await openWindow(options, (url) => url.startsWith('file:'));
  // Long enough for a machine that has much to do, and shorter than a test may take.
  context.setDefaultTimeout(8000);
  let times = 0;
  const reopen = async (place = ''): Promise<void> => {
    // Another address each time, or a browser only goes to another place of the page that it has.
    times += 1;
    await page.goto(`${pathToFileURL(file).href}?${times}${place}`);
    await page.waitForSelector(shown, { state: 'attached' });
  };
  await reopen();
  return {
    page,
    complaints,
    reopen,
    [Symbol.asyncDispose]: async () => {
      await context.close();
      folder[Symbol.dispose]();
    },
  };
};

/** What axe finds that is serious or worse, each as a line. */
export const findBarriers = async (page: Page): Promise<readonly string[]> => {
  // It runs outside of the page's policy.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  return page.evaluate(async () => {
    interface Violation {
      readonly id: string;
      readonly impact: string;
      readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
    }
    const { axe: program } = globalThis as unknown as {
      axe: { run(of: Document, how: object): Promise<{ violations: readonly Violation[] }> };
    };
    // A mail stands in a frame without scripts: nothing in it would answer.
    const { violations } = await program.run(document, { resultTypes: ['violations'], iframes: false });
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .flatMap(({ id, nodes }) =>
        nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary}`),
      );
  });
};

/** What was asked for is drawn in the first of two frames. */
const framesDrawn = async (page: Page): Promise<void> => {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
};

/** Waits until the timeline has been drawn anew, and tells how much of it. */
export const drawnOn = async (page: Page): Promise<number> => {
  await page.waitForFunction(
    () => document.querySelector<HTMLElement>('.timeline-canvas')?.dataset['drawn'] !== undefined,
  );
  await framesDrawn(page);
  return Number(await page.locator('.timeline-canvas').first().getAttribute('data-drawn'));
};

/** No part of the page is wider than the window. */
const expectNoOverflow = async (page: Page, where: string): Promise<void> => {
  const [content, window] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  expect(content, where).toBeLessThanOrEqual(window ?? 0);
};

export const looks = [
  { colorScheme: 'light', viewport: wide },
  { colorScheme: 'dark', viewport: wide },
  { colorScheme: 'light', viewport: narrow },
  { colorScheme: 'dark', viewport: narrow },
] as const;

type Look = (typeof looks)[number];

/** Nobody is kept out of what is shown, and nothing is wider than the window: in these looks, one after the other. */
export const expectFitForAll = async (page: Page, what: string, played: readonly Look[]): Promise<void> => {
  for (const { colorScheme, viewport } of played) {
    const where = `${what} at ${viewport.width} pixels, ${colorScheme}`;
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize(viewport);
    await framesDrawn(page);
    expect(await findBarriers(page), where).toEqual([]);
    await expectNoOverflow(page, where);
  }
};

import type { BrowserContextOptions, Page } from 'playwright-core';
import { openWindow } from '../browser.ts';

/** The live panel in a window of its own. What it complains of, or asks others for, is gathered. */
export interface OpenPanel extends AsyncDisposable {
  readonly page: Page;
  readonly complaints: string[];
  /** The tab of this name is shown. */
  readonly choose: (tab: string) => Promise<void>;
}

export const openPanel = async (url: string, options: BrowserContextOptions = {}): Promise<OpenPanel> => {
  const { context, page, complaints } = await openWindow(options, (asked) => asked.startsWith(url));
  context.setDefaultTimeout(10_000);
  await page.goto(url);
  await page.waitForSelector('.viewer');
  await page.waitForSelector('.verbs');
  return {
    page,
    complaints,
    choose: (tab) => page.getByRole('tab', { name: tab }).click(),
    [Symbol.asyncDispose]: () => context.close(),
  };
};

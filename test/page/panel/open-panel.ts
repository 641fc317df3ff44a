import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { wide } from '../browser.ts';

/** The live panel in a window of its own. What it complains of, or asks others for, is gathered. */
export interface OpenPanel extends AsyncDisposable {
  readonly page: Page;
  readonly complaints: string[];
  /** The tab of this name is shown. */
  readonly choose: (tab: string) => Promise<void>;
}

/** A browser says so itself when an answer has the status of a refusal, which is asked for here and there. */
const isRefusal = (text: string): boolean => /^error: Failed to load resource: .*\b(?:404|409|422)\b/.test(text);

export const openPanel = async (
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
): Promise<OpenPanel> => {
  const context = await browser.newContext({ viewport: wide, ...options });
  context.setDefaultTimeout(10_000);
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
    if (!request.url().startsWith(url) && !/^(?:data|blob):/.test(request.url())) complaints.push(request.url());
  });
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

import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, describe } from 'vitest';

/** The whole browser. `scripts/browser.ts` installs it, and plays all tests of pages in it. */
export const wholeChromium = '/usr/bin/chromium';

/** Chromium without a window, which does the same in half the processor time: what `npm test` takes where there is one. */
export const headlessShell = '/usr/bin/chromium-headless-shell';

const chromiumPath = process.env['CHROMIUM'] ?? (existsSync(headlessShell) ? headlessShell : wholeChromium);

/** Said of tests that are skipped, so that whoever reads it knows why. */
const hasChromium = existsSync(chromiumPath);
const inChromium = hasChromium ? 'in Chromium' : `skipped: there is no ${chromiumPath}; scripts/browser.ts installs it`;

const quiet = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** What was launched last: pages are opened in it. */
export let browser: Browser;

/** It may take as long as the hook that calls it: the first one on a machine, with others beside it, took more than ten seconds. */
export const launch = async (): Promise<Browser> =>
  (browser = await chromium.launch({ executablePath: chromiumPath, args: quiet, timeout: 0 }));

/** Tests that have a browser, where there is one. */
export const describeInChromium = (title: string, define: () => void) =>
  describe.skipIf(!hasChromium)(`${title}, ${inChromium}`, () => {
    beforeAll(launch);
    afterAll(() => browser?.close());
    define();
  });

import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

/** Where Chromium is: scripts/browser.ts installs it. */
export const chromiumPath = process.env['CHROMIUM'] ?? '/usr/bin/chromium';

/** Said of tests that are skipped, so that whoever reads it knows why. */
export const hasChromium = existsSync(chromiumPath);
export const inChromium = hasChromium
  ? 'in Chromium'
  : `skipped: there is no ${chromiumPath}; scripts/browser.ts installs it`;

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

export const launch = (): Promise<Browser> => chromium.launch({ executablePath: chromiumPath, args: quiet });

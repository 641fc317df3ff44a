// Takes the screenshots of README and docs, as small WebP images in docs/images, by Chromium.
//
//   npm run build && npx tsx scripts/screenshots.ts
import { mkdirSync, writeFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import type { PageData } from '../src/page/data.ts';
import { browser, launch } from '../test/chromium.ts';
import { openPage } from '../test/page/browser.ts';
import { pagesToShow } from './screenshots/pages.ts';
import { pictureOfPanel } from './screenshots/panel.ts';

const folder = 'docs/images';

interface Shot {
  readonly name: string;
  readonly data: PageData;
  readonly place?: string;
  readonly colorScheme: 'light' | 'dark';
  readonly size?: { readonly width: number; readonly height: number };
  readonly act?: (page: Page) => Promise<void>;
}

const { broken, sweep, diff } = await pagesToShow();

const selectBroken = async (page: Page): Promise<void> => {
  await page.locator('.timeline-canvas').first().focus();
  await page.keyboard.press('n');
  // Without the ring of the focus, which no reader of a picture has.
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.locator('article.run h2').scrollIntoViewIfNeeded();
};

const shots: readonly Shot[] = [
  { name: 'trace-viewer', data: broken, colorScheme: 'light', size: { width: 1280, height: 900 }, act: selectBroken },
  {
    name: 'trace-viewer-dark',
    data: broken,
    colorScheme: 'dark',
    size: { width: 1280, height: 900 },
    act: selectBroken,
  },
  { name: 'sweep-matrix', data: sweep, colorScheme: 'light', size: { width: 1000, height: 760 } },
  { name: 'compare', data: diff, colorScheme: 'light' },
  { name: 'narrow', data: broken, place: '#/run/0', colorScheme: 'dark', size: { width: 420, height: 860 } },
];

const take = async ({ name, data, place, colorScheme, size, act }: Shot): Promise<void> => {
  const open = await openPage(data, { colorScheme, ...(size && { viewport: size }) });
  try {
    const { page, complaints, reopen } = open;
    if (place !== undefined) await reopen(place);
    await act?.(page);
    await page.evaluate(() => new Promise((done) => setTimeout(done, 200)));
    const webp = await toWebp(await page.screenshot());
    if (complaints.length > 0) throw new Error(`${name}: ${complaints.join('\n')}`);
    writeFileSync(`${folder}/${name}.webp`, webp);
    process.stdout.write(`${folder}/${name}.webp ${Math.round(webp.length / 1000)} kB\n`);
  } finally {
    await open[Symbol.asyncDispose]();
  }
};

/** Chromium is an encoder, too. */
const toWebp = async (png: Buffer): Promise<Buffer> => {
  const page = await browser.newPage();
  const url = await page.evaluate(
    async (source) => {
      const image = new Image();
      image.src = source;
      await image.decode();
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [image.width, image.height];
      canvas.getContext('2d')?.drawImage(image, 0, 0);
      return canvas.toDataURL('image/webp', 0.8);
    },
    `data:image/png;base64,${png.toString('base64')}`,
  );
  await page.close();
  return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
};

mkdirSync(folder, { recursive: true });
await launch();
try {
  for (const shot of shots) await take(shot);
  writeFileSync(`${folder}/live-panel.webp`, await toWebp(await pictureOfPanel()));
} finally {
  await browser.close();
}

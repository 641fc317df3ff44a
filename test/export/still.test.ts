import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { JSDOM } from 'jsdom';
import { expect, test } from 'vitest';
import { drawPicture } from '../../src/picture/draw.ts';
import { exportFormats } from '../../src/report/export/formats.ts';
import { shades } from '../../src/report/export/still-style.ts';
import type { Entry } from '../../src/trace/entry.ts';
import { answer, request } from '../report/sample.ts';
import { sampled } from '../sampled.ts';
import { files, hostile, play } from './runs.ts';

const played = await play(sampled(files, { every: 4 }));
const runs = [...played, ...hostile];

/** Read as XML, where one sign out of place is an error. */
const read = (text: string): Document => new JSDOM(text, { contentType: 'image/svg+xml' }).window.document;

test.each(runs)('it is well-formed, and says what it is: $name', (run) => {
  const { documentElement: svg } = read(exportFormats.svg.write(run));

  expect(svg.nodeName).toBe('svg');
  expect(svg.getAttribute('role')).toBe('img');
  expect(svg.getAttribute('aria-labelledby')).toBe('title desc');
  expect(svg.querySelector('#title')?.textContent).not.toBe('');
  expect(svg.querySelector('#desc')?.textContent).toContain('of virtual time');
});

test.each(runs)('nothing in it runs, loads or leads anywhere: $name', (run) => {
  const elements = [...read(exportFormats.svg.write(run)).querySelectorAll('*')];
  const names = new Set(elements.map(({ nodeName }) => nodeName));
  const attributes = elements.flatMap((element) => element.getAttributeNames());

  expect([...names].sort().filter((name) => !known.includes(name))).toEqual([]);
  expect(attributes.filter((name) => name.startsWith('on') || name.includes('href') || name === 'style')).toEqual([]);
});

const known = ['desc', 'g', 'line', 'path', 'rect', 'style', 'svg', 'text', 'title'];

test.each(played)('every bar is in it, and tells all of it: $name', (run) => {
  const { lanes } = drawPicture(run.entries);
  const titles = [...read(exportFormats.svg.write(run)).querySelectorAll('g > g > title')].map(
    (one) => one.textContent,
  );

  expect(titles.toSorted()).toEqual(lanes.flatMap(({ bars }) => bars.map(({ tells }) => tells)).toSorted());
});

test('it has the colours of the page, in light and in dark', () => {
  const css = readFileSync(resolve(import.meta.dirname, '../../src/page/styles/colours.css'), 'utf8');
  const [light = '', dark = ''] = css.split(':root[data-shown="dark"]');

  for (const [name, [ofLight, ofDark]] of Object.entries(shades)) {
    expect(light).toContain(`--${name}: ${ofLight};`);
    expect(dark).toContain(`--${name}: ${ofDark};`);
  }
});

test('it is dark where its reader has chosen so, and marks what broke', () => {
  const [run] = played;
  const text = exportFormats.svg.write(run as never);

  expect(text).toContain('@media (prefers-color-scheme:dark)');
  expect(read(text).querySelector('.rule')?.textContent).toBe('C14');
});

test('of breaks that stand too near to each other one is named, and each has its line', () => {
  const [run] = played;
  const broken = ['S10', 'C8', 'C8', 'C14'].map((rule) => ({ rule, at: 0 }));
  const drawing = read(exportFormats.svg.write({ ...run, broken } as never));

  expect([...drawing.querySelectorAll('text.rule')].map((one) => one.textContent)).toEqual(['S10']);
  expect(drawing.querySelectorAll('line.broken')).toHaveLength(broken.length);
});

const entries: readonly Entry[] = [
  { at: 0, kind: 'began', epoch: '2024-02-29T00:00:00.000Z', seed: 0 },
  request(0, 1, 'createDataQuery'),
  answer(0, 1, 201),
  request(60_000, 2, 'listDataQueryRecords'),
  answer(60_000, 2, 403),
  request(60_000, 3, 'listDataQueryRecords'),
  answer(60_000, 3, 200),
  { at: 60_000, kind: 'ended', outcome: 'rejected', error: 'boom' },
];

const [x, y, width] = ['x', 'y', 'width'].map((name) => (of: Element | null) => Number(of?.getAttribute(name)));

/** The bar that says so aloud, and the words that stand with it. */
const barOf = (drawing: Document, tells: RegExp) => {
  const bar = [...drawing.querySelectorAll('g > g')].find((one) =>
    tells.test(one.querySelector('title')?.textContent ?? ''),
  );
  return { box: bar?.querySelector('rect') ?? null, words: bar?.querySelector('text') ?? null };
};

test('a break stands at the exchange that shows it, and its name beside no time of the ruler', () => {
  const broken = [{ rule: 'C8', at: 60_000, exchange: 3 }];
  const drawing = read(exportFormats.svg.write({ name: 'x', entries, broken }));

  const { box } = barOf(drawing, /^#3 /);
  const [name, ...others] = drawing.querySelectorAll('text.rule');
  expect(others).toEqual([]);
  expect(Number(drawing.querySelector('line.broken')?.getAttribute('x1'))).toBe(x?.(box));
  const times = [...drawing.querySelectorAll('svg > text.quiet')].map((one) => y?.(one) ?? 0);
  expect(times.filter((one) => Math.abs(one - (y?.(name ?? null) ?? 0)) < 11)).toEqual([]);
});

test('words that do not fit on a bar stand behind it', () => {
  const drawing = read(exportFormats.svg.write({ name: 'x', entries, broken: [] }));

  const { box, words } = barOf(drawing, /fails/);
  expect(words?.textContent).toBe('fails');
  expect(x?.(words)).toBeGreaterThan((x?.(box) ?? 0) + (width?.(box) ?? 0));
});

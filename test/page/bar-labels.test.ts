import { expect, test } from 'vitest';
import type { Tone } from '../../src/picture/picture.ts';
import type { LaidBar, LaidLane } from '../../src/picture/layout.ts';
import { paintBars } from '../../src/page/viewer/paint-bars.ts';
import type { Palette } from '../../src/page/viewer/palette.ts';
import type { Scene } from '../../src/page/viewer/scene.ts';
import { createScreen, everything } from '../../src/picture/window.ts';

/** A canvas that remembers the words that were written on it, each letter six pixels wide. */
const createCanvas = () => {
  const words: { readonly text: string; readonly x: number }[] = [];
  const known: Readonly<Record<string, unknown>> = {
    fillText: (text: string, x: number) => words.push({ text, x }),
    measureText: (text: string) => ({ width: text.length * 6 }),
  };
  const context = new Proxy({}, { get: (_, name) => known[String(name)] ?? (() => undefined), set: () => true });
  return { words, context: context as CanvasRenderingContext2D };
};

const tones = new Proxy({}, { get: () => ({ fill: '', edge: '', ink: '', pattern: undefined }) });
const palette = { tones, quiet: '', accent: '' } as unknown as Palette;
const scene = {
  screen: createScreen(everything, 0, 1000),
  left: 0,
  width: 1000,
  selected: undefined,
} as unknown as Scene;

const barsAt = (...spans: readonly (readonly [begin: number, end: number])[]): LaidLane => barsOf('200', ...spans);

const barsOf = (label: string, ...spans: readonly (readonly [begin: number, end: number])[]): LaidLane => {
  const tone: Tone = 'plain';
  const bars = spans.map(([begin, end], entry) => ({
    bar: { entry, label, tells: '', tone, from: 0, to: 1 },
    begin,
    end,
    row: 0,
  })) as readonly LaidBar[];
  const reach = Float64Array.from(bars, (_, index) => Math.max(...bars.slice(0, index + 1).map(({ end }) => end)));
  return { lane: {}, top: 0, inner: 0, height: 30, bars, reach } as unknown as LaidLane;
};

test('where bars lie on one another, so that there is no room for words, only the uppermost has some', () => {
  const { words, context } = createCanvas();

  paintBars(context, scene, palette, barsAt([0.1, 0.6], [0.11, 0.61], [0.12, 0.62], [0.13, 0.63]));

  expect(words.map(({ text }) => text)).toEqual(['200']);
});

test('bars side by side have their words, on them or behind them', () => {
  const { words, context } = createCanvas();

  paintBars(context, scene, palette, barsAt([0.1, 0.2], [0.3, 0.301], [0.5, 0.6]));

  expect(words.map(({ text }) => text)).toEqual(['200', '200', '200']);
});

test('words that do not fit on a bar stand whole behind it, and before it where the row ends with it', () => {
  const { words, context } = createCanvas();

  paintBars(context, scene, palette, barsOf('COMPLETED', [0.1, 0.14], [0.5, 0.501], [0.99, 0.992]));

  expect(words).toEqual([
    { text: 'COMPLETED', x: scene.screen.toX(0.14) - 1 + 4 },
    { text: 'COMPLETED', x: scene.screen.toX(0.5) + 3 + 4 },
    { text: 'COMPLETED', x: scene.screen.toX(0.99) - 4 - 9 * 6 },
  ]);
});

test('words never stand before a bar on what stands there already', () => {
  const { words, context } = createCanvas();

  paintBars(context, scene, palette, barsOf('COMPLETED', [0.85, 0.94], [0.99, 0.992]));

  expect(words).toEqual([{ text: 'COMPLETED', x: scene.screen.toX(0.85) + 4 }]);
});

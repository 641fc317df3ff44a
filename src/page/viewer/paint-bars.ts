import type { Bar } from '../../picture/picture.ts';
import { printable } from '../../print/printable.ts';
import { shorten } from './canvas-text.ts';
import { barsWithin, barTop, type LaidBar, leastWidth, rowHeight } from '../../picture/layout.ts';
import type { LanePainter, Palette } from './palette.ts';
import type { Scene } from './scene.ts';

/** Draws the bars of a lane that are in view, and tells how many. */
export const paintBars: LanePainter = (context, scene, palette, laid) => {
  const { screen, left, width } = scene;
  const covered: { readonly to: number; readonly isBad: boolean }[] = [];
  const inRows: Place[][] = [];
  let drawn = 0;
  for (const bar of barsWithin(laid, screen.toPosition(left), screen.toPosition(width))) {
    const from = screen.toX(bar.begin);
    const to = Math.max(from + leastWidth, screen.toX(bar.end) - 1);
    const isSelected = isOf(scene, bar);
    // What lies in pixels that are drawn already would not be seen, and is not drawn unless it went worse than what is.
    const { to: reached, isBad } = covered[bar.row] ?? { to: -1, isBad: false };
    if (to < reached + leastWidth / 2 && !isSelected && (isBad || !isBadTone(bar))) continue;
    covered[bar.row] = { to: Math.max(to, reached), isBad: isBadTone(bar) || (isBad && to <= reached + leastWidth) };
    const place = {
      bar: bar.bar,
      from: Math.max(from, left - 4),
      to: Math.min(to, width + 4),
      top: barTop(laid, bar.row),
      isSelected,
    };
    (inRows[bar.row] ??= []).push(place);
    paintBar(context, palette, place);
    drawn += 1;
  }
  for (const row of inRows) if (row !== undefined) paintLabels(context, palette, row, scene);
  return drawn;
};

const isBadTone = ({ bar: { tone } }: LaidBar): boolean => tone === 'refused' || tone === 'failed';

const isOf = ({ selected }: Scene, { bar }: LaidBar): boolean =>
  selected !== undefined &&
  (bar.entry === selected.entry || (bar.exchange !== undefined && bar.exchange === selected.exchange));

interface Place {
  readonly bar: Bar;
  readonly from: number;
  readonly to: number;
  readonly top: number;
  readonly isSelected: boolean;
}

const height = rowHeight - 3;
/** What is narrower has no room for a pattern. */
const patterned = 7;
/** Between words and what is beside them, on both sides together. */
const gaps = 8;

const paintBar = (
  context: CanvasRenderingContext2D,
  palette: Palette,
  { bar, from, to, top, isSelected }: Place,
): void => {
  const tone = palette.tones[bar.tone];
  const width = to - from;
  context.fillStyle = width < patterned ? tone.edge : tone.fill;
  context.beginPath();
  context.roundRect(from, top, width, height, Math.min(3, width / 2));
  context.fill();
  if (tone.pattern !== undefined && width >= patterned) {
    context.fillStyle = tone.pattern;
    context.fill();
  }
  context.lineWidth = isSelected ? 2.5 : 1;
  context.strokeStyle = isSelected ? palette.accent : tone.edge;
  if (width >= patterned || isSelected) context.stroke();
};

const paintLabels = (
  context: CanvasRenderingContext2D,
  palette: Palette,
  row: readonly Place[],
  { left, width: right }: Scene,
): void => {
  let free = left;
  for (const [index, { bar, from, to, top }] of row.entries()) {
    const tone = palette.tones[bar.tone];
    const whole = context.measureText(printable(bar.label)).width;
    const { x, room } = placeWords(whole, { from, to }, { free, right, next: row[index + 1]?.from });
    const isInside = x >= from && x < to;
    free = Math.max(to, x > to ? x + whole : to);
    const text = room < 15 ? '' : shorten(context, bar.label, room);
    if (text === '') continue;
    if (isInside && tone.pattern !== undefined) {
      // The pattern stands back behind the words.
      context.fillStyle = tone.fill;
      context.fillRect(x - 1, top + 1.5, context.measureText(text).width + 2, height - 3);
    }
    context.fillStyle = isInside ? tone.ink : palette.quiet;
    context.fillText(text, x, top + height / 2 + 0.5);
  }
};

interface Around {
  /** Where the words of the bar before end. */
  readonly free: number;
  readonly right: number;
  readonly next: number | undefined;
}

/** On the bar where all of them fit, else behind it, or before it where it ends the row; else as many as fit on it. */
const placeWords = (
  whole: number,
  { from, to }: Pick<Place, 'from' | 'to'>,
  { free, right, next }: Around,
): { readonly x: number; readonly room: number } => {
  // Where there are too many at once, the next one of the row lies on this one, and would lie on its words.
  const room = Math.min(to, next ?? to) - from - gaps;
  if (room >= whole) return { x: from + 4, room };
  if ((next ?? right) - to - gaps >= whole) return { x: to + 4, room: Math.max(whole, 15) };
  if (next === undefined && from - free - gaps >= whole) return { x: from - 4 - whole, room: Math.max(whole, 15) };
  return { x: from + 4, room };
};

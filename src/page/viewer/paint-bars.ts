import { shorten } from './canvas-text.ts';
import { barsWithin, barTop, type LaidBar, type LaidLane, leastWidth, rowHeight } from './layout.ts';
import type { Palette } from './palette.ts';
import type { Scene } from './scene.ts';

/** Draws the bars of a lane that are in view, and tells how many. */
export const paintBars = (
  context: CanvasRenderingContext2D,
  scene: Scene,
  palette: Palette,
  laid: LaidLane,
): number => {
  const { screen, left, width } = scene;
  const covered: number[] = [];
  let drawn = 0;
  for (const bar of barsWithin(laid, screen.toPosition(left), screen.toPosition(width))) {
    const from = screen.toX(bar.begin);
    const to = Math.max(from + leastWidth, screen.toX(bar.end) - 1);
    const isSelected = isOf(scene, bar);
    // What lies in pixels that are drawn already would not be seen.
    if (to <= (covered[bar.row] ?? -1) + 0.5 && !isSelected) continue;
    covered[bar.row] = to;
    paintBar(context, palette, bar, {
      from: Math.max(from, left - 4),
      to: Math.min(to, width + 4),
      top: barTop(laid, bar.row, scene.nameHeight),
      isSelected,
    });
    drawn += 1;
  }
  return drawn;
};

const isOf = ({ selected }: Scene, { bar }: LaidBar): boolean =>
  selected !== undefined &&
  (bar.entry === selected.entry || (bar.exchange !== undefined && bar.exchange === selected.exchange));

interface Place {
  readonly from: number;
  readonly to: number;
  readonly top: number;
  readonly isSelected: boolean;
}

const paintBar = (context: CanvasRenderingContext2D, palette: Palette, { bar }: LaidBar, place: Place): void => {
  const { from, to, top, isSelected } = place;
  const tone = palette.tones[bar.tone];
  const [width, height] = [to - from, rowHeight - 3];
  context.fillStyle = tone.fill;
  context.beginPath();
  context.roundRect(from, top, width, height, Math.min(3, width / 2));
  context.fill();
  if (tone.pattern !== undefined && width > 4) {
    context.fillStyle = tone.pattern;
    context.fill();
  }
  context.lineWidth = isSelected ? 2.5 : 1;
  context.strokeStyle = isSelected ? palette.accent : tone.edge;
  if (width > 4 || isSelected) context.stroke();
  const text = width > 18 ? shorten(context, bar.label, width - 8) : '';
  if (text === '') return;
  const drawnWidth = context.measureText(text).width;
  if (tone.pattern !== undefined) {
    // The pattern stands back behind the words.
    context.fillStyle = tone.fill;
    context.fillRect(from + 3, top + 1.5, drawnWidth + 2, height - 3);
  }
  context.fillStyle = tone.ink;
  context.fillText(text, from + 4, top + height / 2 + 0.5);
};

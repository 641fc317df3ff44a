import type { LaidLane } from '../../picture/layout.ts';
import { type Tone, tones } from '../../picture/picture.ts';
import type { Scene } from './scene.ts';

const colours = ['ink', 'quiet', 'line', 'band', 'surface', 'fold', 'accent', 'broken'] as const;

/** Colours of a drawing, read from the page's styles, so that they stand in one place for light and dark. */
export interface Palette extends Readonly<Record<(typeof colours)[number], string>> {
  readonly tones: Readonly<Record<Tone, Paint>>;
}

/** Draws a part of a scene. */
export type Painter = (context: CanvasRenderingContext2D, scene: Scene, palette: Palette) => void;

/** Draws a part of one lane of it, and tells how much. */
export type LanePainter = (...scene: readonly [...Parameters<Painter>, laid: LaidLane]) => number;

interface Paint {
  readonly fill: string;
  readonly edge: string;
  readonly ink: string;
  /** What tells it from others without its colour. */
  readonly pattern: CanvasPattern | undefined;
}

export const readPalette = (context: CanvasRenderingContext2D): Palette => {
  const style = getComputedStyle(context.canvas);
  const read = (name: string): string => style.getPropertyValue(`--${name}`).trim();
  const paint = (tone: Tone): Paint => ({
    fill: read(`${tone}-fill`),
    edge: read(`${tone}-edge`),
    ink: read(`${tone}-ink`),
    pattern: createPattern(context, tone, read(`${tone}-edge`)),
  });
  return { ...recordOf(colours, read), tones: recordOf(tones, paint) };
};

const recordOf = <Name extends string, Value>(names: readonly Name[], of: (name: Name) => Value) =>
  Object.fromEntries(names.map((name) => [name, of(name)])) as Record<Name, Value>;

const side = 8;

type Stroke = (context: CanvasRenderingContext2D) => void;

const rising: Stroke = (context) => {
  for (const shift of [-side, 0, side]) {
    context.moveTo(shift - 1, side + 1);
    context.lineTo(shift + side + 1, -1);
  }
};

const falling: Stroke = (context) => {
  for (const shift of [-side, 0, side]) {
    context.moveTo(shift - 1, -1);
    context.lineTo(shift + side + 1, side + 1);
  }
};

const dotted: Stroke = (context) => {
  context.rect(2, 2, 1, 1);
  context.rect(6, 6, 1, 1);
};

const strokes: Readonly<Record<Tone, readonly Stroke[]>> = {
  fine: [],
  waiting: [dotted],
  refused: [rising],
  failed: [rising, falling],
  over: [falling],
  plain: [],
};

const createPattern = (context: CanvasRenderingContext2D, tone: Tone, colour: string): CanvasPattern | undefined => {
  if (strokes[tone].length === 0) return undefined;
  const tile = document.createElement('canvas');
  [tile.width, tile.height] = [side, side];
  const drawing = tile.getContext('2d');
  if (drawing === null) return undefined;
  drawing.strokeStyle = colour;
  drawing.globalAlpha = 0.45;
  drawing.lineWidth = 1.2;
  drawing.beginPath();
  for (const stroke of strokes[tone]) stroke(drawing);
  drawing.stroke();
  return context.createPattern(tile, 'repeat') ?? undefined;
};

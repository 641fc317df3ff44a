import { font, shortenMiddle } from './canvas-text.ts';
import { headingHeight, type LaidLane } from '../../picture/layout.ts';
import type { LanePainter, Palette } from './palette.ts';
import { groups } from '../../picture/lane-groups.ts';
import { paintBars } from './paint-bars.ts';
import { paintLevels } from './paint-levels.ts';
import { paintRuler } from './paint-ruler.ts';
import { rulerHeight, type Scene } from './scene.ts';

const strong = `600 ${font}`;

/** Draws a scene, and tells how many bars and levels it drew: what would be no wider than the last one is not drawn again. */
export const paint = (context: CanvasRenderingContext2D, scene: Scene, palette: Palette): number => {
  context.clearRect(0, 0, scene.width, scene.height);
  context.fillStyle = palette.surface;
  context.fillRect(0, 0, scene.width, scene.height);
  context.font = font;
  context.textBaseline = 'middle';
  context.save();
  context.beginPath();
  context.rect(0, rulerHeight, scene.width, scene.height - rulerHeight);
  context.clip();
  context.translate(0, rulerHeight - scene.scrolled);
  const drawn = paintLanes(context, scene, palette);
  context.restore();
  paintRuler(context, scene, palette);
  return drawn;
};

const paintLanes = (context: CanvasRenderingContext2D, scene: Scene, palette: Palette): number => {
  const [from, to] = [scene.scrolled, scene.scrolled + scene.height - rulerHeight];
  const lanes = scene.layout.lanes.filter(({ top, height }) => top + height >= from && top - headingHeight <= to);
  paintGround(context, scene, palette, lanes);
  context.save();
  context.beginPath();
  context.rect(scene.left, from, scene.width - scene.left, to - from);
  context.clip();
  const drawn = lanes.reduce((sum, laid) => sum + paintLane(context, scene, palette, laid), 0);
  paintLines(context, scene, palette, [from, to]);
  context.restore();
  // Where there is little room names stand above their lanes, and no line goes over them.
  for (const laid of lanes) paintName(context, scene, palette, laid);
  return drawn;
};

/** Every other lane has a ground of its own, and so have folded stretches. */
const paintGround = (
  context: CanvasRenderingContext2D,
  { left, width, screen, axis, layout }: Scene,
  palette: Palette,
  lanes: readonly LaidLane[],
): void => {
  for (const laid of lanes) {
    if (layout.lanes.indexOf(laid) % 2 === 1) {
      context.fillStyle = palette.band;
      context.fillRect(0, laid.top, width, laid.height);
    }
  }
  const [first, last] = [lanes[0], lanes.at(-1)];
  if (first === undefined || last === undefined) return;
  context.fillStyle = palette.fold;
  for (const { begin, end } of axis.folds) {
    const [from, to] = [Math.max(left, screen.toX(begin)), Math.min(width, screen.toX(end))];
    if (to > from) context.fillRect(from, first.top, to - from, last.top + last.height - first.top);
  }
};

const paintLane: LanePainter = (...lane) => paintLevels(...lane) + paintBars(...lane);

/** Where rules were broken, and what is selected: lines through all lanes. */
const paintLines = (
  context: CanvasRenderingContext2D,
  { marks, screen, selected }: Scene,
  palette: Palette,
  [from, to]: readonly [number, number],
): void => {
  const line = (position: number, colour: string, dash: readonly number[]): void => {
    const x = Math.round(screen.toX(position)) + 0.5;
    context.strokeStyle = colour;
    context.lineWidth = 1;
    context.setLineDash([...dash]);
    context.beginPath();
    context.moveTo(x, from);
    context.lineTo(x, to);
    context.stroke();
  };
  for (const { position } of marks) line(position, palette.broken, [5, 3]);
  if (selected !== undefined) line(selected.position, palette.accent, [1, 2]);
  context.setLineDash([]);
};

const paintName = (context: CanvasRenderingContext2D, scene: Scene, palette: Palette, laid: LaidLane): void => {
  const { left, width } = scene;
  const { nameHeight } = scene.layout;
  const { heading, lane, top, height } = laid;
  const isAbove = nameHeight > 0;
  if (heading !== undefined) paintHeading(context, palette, groups[heading].name, top, isAbove ? width : left, width);
  const y = isAbove ? top + nameHeight / 2 + 3 : top + Math.min(height / 2, 14);
  const name = lane.name.replace(groups[lane.group].prefix ?? '', '');
  const level = lane.levels === undefined ? '' : ` · of ${lane.levels.of}`;
  context.fillStyle = palette.quiet;
  context.fillText(shortenMiddle(context, `${name}${level}`, isAbove ? width - 12 : left - 20), isAbove ? 6 : 12, y);
};

const paintHeading = (
  context: CanvasRenderingContext2D,
  palette: Palette,
  name: string,
  top: number,
  covered: number,
  width: number,
): void => {
  context.fillStyle = palette.surface;
  context.fillRect(0, top - headingHeight, covered, headingHeight);
  context.fillStyle = palette.line;
  context.fillRect(0, top - headingHeight, width, 1);
  context.font = strong;
  context.fillStyle = palette.ink;
  context.fillText(name, 6, top - headingHeight / 2 + 1);
  context.font = font;
};

import { type LaidLane, leastWidth } from './layout.ts';
import type { Palette } from './palette.ts';
import type { Scene } from './scene.ts';

/** How full a limit was, as steps; what is above is what was left. */
export const paintLevels = (
  context: CanvasRenderingContext2D,
  scene: Scene,
  palette: Palette,
  laid: LaidLane,
): number => {
  const { levels } = laid.lane;
  if (levels === undefined) return 0;
  const { screen, axis, left, width } = scene;
  const [top, bottom] = [laid.inner + 6, laid.top + laid.height - 4];
  const most = Math.max(levels.of, ...levels.steps.map(({ used }) => used), 1);
  const toY = (used: number): number => bottom - ((bottom - top) * used) / most;
  context.beginPath();
  context.moveTo(left, bottom);
  let [drawn, lastX] = [0, Number.NEGATIVE_INFINITY];
  for (const [index, { at, used }] of levels.steps.entries()) {
    const x = Math.max(left - 2, screen.toX(axis.positionAt(at)));
    const next = levels.steps[index + 1];
    const end = next === undefined ? width + 2 : Math.max(x + leastWidth, screen.toX(axis.positionAt(next.at)));
    if (end < left || x > width || end - lastX < 0.5) continue;
    context.lineTo(x, toY(used));
    context.lineTo(end, toY(used));
    [drawn, lastX] = [drawn + 1, end];
  }
  context.lineTo(Math.min(lastX, width + 2), bottom);
  context.fillStyle = palette.tones.fine.fill;
  context.fill();
  context.strokeStyle = palette.tones.fine.edge;
  context.lineWidth = 1;
  context.stroke();
  context.strokeStyle = palette.tones.refused.edge;
  context.setLineDash([4, 3]);
  context.beginPath();
  context.moveTo(left, toY(levels.of));
  context.lineTo(width, toY(levels.of));
  context.stroke();
  context.setLineDash([]);
  return drawn;
};

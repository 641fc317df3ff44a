import { leastWidth } from '../../picture/layout.ts';
import { outlineOf } from './level-outline.ts';
import type { LanePainter } from './palette.ts';

/** How full a limit was, as steps; what is above is what was left. */
export const paintLevels: LanePainter = (context, scene, palette, laid) => {
  const { levels } = laid.lane;
  if (levels === undefined) return 0;
  const { screen, axis, left, width } = scene;
  const [top, bottom] = [laid.inner + 6, laid.top + laid.height - 4];
  const most = Math.max(levels.of, ...levels.steps.map(({ used }) => used), 1);
  const toY = (used: number): number => bottom - ((bottom - top) * used) / most;
  const corners = outlineOf(levels.steps, (at) => screen.toX(axis.positionAt(at)), left, width);
  // The line goes on beyond both ends, where it is not seen.
  const [first, last] = [left - 2 * leastWidth, width + 2 * leastWidth];
  context.beginPath();
  context.moveTo(first, bottom);
  context.lineTo(first, toY(corners[0]?.used ?? 0));
  for (const { x, used } of corners) context.lineTo(x, toY(used));
  context.lineTo(last, toY(corners.at(-1)?.used ?? 0));
  context.lineTo(last, bottom);
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
  return (corners.length - 2) / 4;
};

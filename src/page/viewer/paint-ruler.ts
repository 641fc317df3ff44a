import type { Painter } from './palette.ts';
import { clockTime, dateOf, shortTime, ticksOf } from '../../picture/ruler.ts';
import { rulerHeight } from './scene.ts';

/** The ruler: virtual time above, the time of day below it, what is one instant, what is folded, and flags of marks. */
export const paintRuler: Painter = (context, scene, palette) => {
  const { left, width } = scene;
  context.fillStyle = palette.surface;
  context.fillRect(0, 0, width, rulerHeight);
  context.fillStyle = palette.line;
  context.fillRect(0, rulerHeight - 1, width, 1);
  paintCaption(context, scene, palette);
  context.save();
  context.beginPath();
  context.rect(left, 0, width - left, rulerHeight);
  context.clip();
  paintInstants(context, scene, palette);
  paintFolds(context, scene, palette);
  paintTicks(context, scene, palette);
  paintFlags(context, scene, palette);
  context.restore();
};

const [timeY, clockY, instantY] = [10, 24, 34] as const;

const paintCaption: Painter = (context, { left, epoch }, palette) => {
  if (left < 60) return;
  context.fillStyle = palette.quiet;
  context.fillText('virtual time', 12, timeY);
  context.fillText(`${dateOf(epoch, 0)} UTC`, 12, clockY);
};

const paintTicks: Painter = (context, scene, palette) => {
  const { axis, screen, left, width, epoch } = scene;
  const begins = dateOf(epoch, 0);
  let free = left;
  for (const { at, x } of ticksOf(axis, screen, left, width, 68)) {
    context.fillStyle = palette.line;
    context.fillRect(Math.round(x), 2, 1, rulerHeight - 3);
    const date = dateOf(epoch, at);
    const clock = `${date === begins ? '' : `${date.slice(5)} `}${clockTime(epoch, at)}`;
    const texts = [
      [shortTime(at), timeY, palette.ink],
      [clock, clockY, palette.quiet],
    ] as const;
    const wide = Math.max(...texts.map(([text]) => context.measureText(text).width));
    // At the end there is room on the other side, where the label before it may be.
    const begin = x + 5 + wide > width ? x - 5 - wide : x + 5;
    if (begin < free) continue;
    free = begin + wide + 5;
    for (const [text, y, colour] of texts) {
      context.fillStyle = colour;
      context.fillText(text, begin, y);
    }
  }
};

/** A bracket under what happened at one and the same instant. */
const paintInstants: Painter = (context, { axis, screen, left, width }, palette) => {
  context.strokeStyle = palette.quiet;
  context.lineWidth = 1;
  for (const { begin, end } of axis.instants) {
    const [from, to] = [screen.toX(begin), screen.toX(end)];
    if (to - from < 6 || to < left || from > width) continue;
    context.beginPath();
    context.moveTo(from + 1.5, instantY + 4);
    context.lineTo(from + 1.5, instantY);
    context.lineTo(to - 1.5, instantY);
    context.lineTo(to - 1.5, instantY + 4);
    context.stroke();
  }
};

const paintFolds: Painter = (context, { axis, screen, left, width }, palette) => {
  let free = Number.NEGATIVE_INFINITY;
  for (const { begin, end, from, to } of axis.folds) {
    const [start, finish] = [screen.toX(begin), screen.toX(end)];
    if (finish < left || start > width || finish - start < 4) continue;
    context.fillStyle = palette.fold;
    context.fillRect(start, 0, finish - start, rulerHeight - 1);
    const beginOf = (text: string): number => (start + finish - context.measureText(text).width) / 2;
    const whole = `⋯ ${shortTime(to - from)}`;
    // A little wider than what is folded will do, unless it would stand on the one before it.
    const hasRoom = beginOf(whole) > start - 8 && beginOf(whole) >= free;
    const text = hasRoom ? whole : '⋯';
    const x = beginOf(text);
    if (x < free) continue;
    context.fillStyle = palette.quiet;
    context.fillText(text, x, instantY + 10);
    free = x + context.measureText(text).width + 4;
  }
};

const paintFlags: Painter = (context, { marks, screen, left, width }, palette) => {
  let free = Number.NEGATIVE_INFINITY;
  for (const { mark, position } of marks) {
    const x = screen.toX(position);
    if (x < left - 2 || x > width) continue;
    context.fillStyle = palette.broken;
    context.beginPath();
    context.moveTo(x - 4, rulerHeight - 8);
    context.lineTo(x + 4, rulerHeight - 8);
    context.lineTo(x, rulerHeight - 1);
    context.fill();
    const text = mark.label;
    const room = context.measureText(text).width + 8;
    // At the end of the ruler it hangs to the other side.
    const begin = Math.min(x - 4, width - room);
    if (begin + 4 < free) continue;
    context.beginPath();
    context.roundRect(begin, rulerHeight - 20, room, 13, 2);
    context.fill();
    context.fillStyle = palette.surface;
    context.fillText(text, begin + 4, rulerHeight - 13);
    free = begin + 4 + room;
  }
};

import { isoDate, ms } from '../spec/time.ts';
import type { Axis } from './axis.ts';
import type { Screen } from './window.ts';

export interface Tick {
  readonly at: number;
  readonly x: number;
}

/** The roundest first. */
const steps = '1d 12h 6h 2h 1h 30m 10m 5m 2m 1m 30s 10s 5s 2s 1s 500ms 200ms 100ms 50ms 20ms 10ms 5ms 2ms 1ms'
  .split(' ')
  .map(ms);

/** Finer steps than such a part of what is in view say nothing of it. */
const finest = 40;
/** An instant at which so much happened, in pixels, has a label before round times have. */
const wide = 40;

/** Instants at which much happened, then round ones, the roundest first: as many as have room for a label beside each other. */
export const ticksOf = (axis: Axis, screen: Screen, from: number, to: number, room: number): readonly Tick[] => {
  const ticks: Tick[] = [];
  // Of what is folded the ruler says how long it was, unless it is looked at from near.
  const folds = axis.folds.filter(({ begin, end }) => screen.toX(end) - screen.toX(begin) < 3 * room);
  const add = (at: number): void => {
    if (folds.some((fold) => fold.from < at && at < fold.to)) return;
    const x = screen.toX(axis.positionAt(at));
    if (x >= from && x <= to && ticks.every((tick) => Math.abs(tick.x - x) >= room)) ticks.push({ at, x });
  };
  for (const { at, begin, end } of axis.instants) if (screen.toX(end) - screen.toX(begin) >= wide) add(at);
  const [first, last] = [axis.timeAt(screen.toPosition(from)), axis.timeAt(screen.toPosition(to))];
  for (const step of steps) {
    if (step * finest < last - first) break;
    for (let at = Math.ceil(first / step) * step; at <= last; at += step) add(at);
  }
  return ticks.sort((one, other) => one.x - other.x);
};

/** A length of time in as few characters as say all of it: `0`, `250ms`, `1.5s`, `10m`, `1h5m`, `2d`. */
export const shortTime = (milliseconds: number): string => {
  if (milliseconds === 0) return '0';
  const whole = Math.round(milliseconds);
  if (whole < 1000) return `${whole}ms`;
  const [days, hours] = [Math.floor(whole / ms('1d')), Math.floor((whole % ms('1d')) / ms('1h'))];
  const [minutes, rest] = [Math.floor((whole % ms('1h')) / ms('1m')), whole % ms('1m')];
  const parts = [days && `${days}d`, hours && `${hours}h`, minutes && `${minutes}m`, rest && `${rest / 1000}s`];
  return parts.filter(Boolean).join(' ');
};

/** The time of day, to the second, and to the millisecond where it is between two. */
export const clockTime = (epoch: number, at: number): string => {
  const text = isoDate(epoch + at);
  return (epoch + at) % 1000 === 0 ? text.slice(-13, -5) : text.slice(-13, -1);
};

export const dateOf = (epoch: number, at: number): string => isoDate(epoch + at).slice(0, -14);

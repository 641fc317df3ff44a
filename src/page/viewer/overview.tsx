import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { onThemeChange } from '../theme.ts';
import type { Layout } from '../../picture/layout.ts';
import { type Palette, readPalette } from './palette.ts';
import type { Drawn } from './scene.ts';
import { useSize } from './timeline.tsx';
import { pan, toRange, type Window } from '../../picture/window.ts';

interface OverviewProps extends Pick<Drawn, 'axis' | 'layout' | 'marks'> {
  readonly window: Window;
  readonly onWindow: (window: Window) => void;
}

const height = 34;

/** All of the run, small: how much happens where, where rules were broken, and the part that is in view. */
export const Overview = ({ axis, layout, marks, window, onWindow }: OverviewProps) => {
  const canvas = useRef<HTMLCanvasElement>(null);
  const draw = (): void => {
    const context = canvas.current?.getContext('2d');
    if (canvas.current && context) paintOverview(context, { axis, layout, marks, window });
  };
  useSize(canvas);
  useLayoutEffect(draw);
  useEffect(() => onThemeChange(draw));
  const positionOf = (event: PointerEvent): number => {
    const box = canvas.current?.getBoundingClientRect();
    return box === undefined ? 0 : Math.min(1, Math.max(0, (event.clientX - box.left) / box.width));
  };
  const move = (event: PointerEvent): void => {
    if (event.buttons !== 1) return;
    const span = window.to - window.from;
    const position = positionOf(event);
    onWindow(toRange(position - span / 2, position + span / 2, axis.finest));
  };
  const key = (event: KeyboardEvent): void => {
    const part = event.key === 'ArrowLeft' ? -0.2 : event.key === 'ArrowRight' ? 0.2 : 0;
    if (part === 0) return;
    event.preventDefault();
    onWindow(pan(window, part));
  };
  return (
    <canvas
      ref={canvas}
      class="overview"
      tabIndex={0}
      role="slider"
      aria-label="Part of the run in view"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(((window.from + window.to) / 2) * 100)}
      aria-valuetext={`from ${Math.round(window.from * 100)} to ${Math.round(window.to * 100)} percent`}
      onPointerDown={move}
      onPointerMove={move}
      onKeyDown={key}
    />
  );
};

const paintOverview = (
  context: CanvasRenderingContext2D,
  { axis, layout, marks, window }: Pick<OverviewProps, 'axis' | 'layout' | 'marks' | 'window'>,
): void => {
  const { canvas } = context;
  const ratio = globalThis.devicePixelRatio || 1;
  const width = canvas.clientWidth;
  [canvas.width, canvas.height] = [Math.round(width * ratio), Math.round(height * ratio)];
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  const palette = readPalette(context);
  context.fillStyle = palette.band;
  context.fillRect(0, 0, width, height);
  context.fillStyle = palette.fold;
  for (const { begin, end } of axis.folds) context.fillRect(begin * width, 0, (end - begin) * width, height);
  paintDensity(context, layout, palette, width);
  context.fillStyle = palette.broken;
  for (const { position } of marks) context.fillRect(position * width - 1, 0, 2, height);
  paintWindow(context, palette, window, width);
};

/** In how many lanes something begins, for each few pixels. */
const paintDensity = (context: CanvasRenderingContext2D, layout: Layout, palette: Palette, width: number): void => {
  const columns = new Float64Array(Math.max(1, Math.floor(width / 3)));
  const worse = new Float64Array(columns.length);
  for (const { bars } of layout.lanes) {
    for (const { begin, bar } of bars) {
      const column = Math.min(columns.length - 1, Math.floor(begin * columns.length));
      columns[column] = (columns[column] ?? 0) + 1;
      if (bar.tone === 'refused' || bar.tone === 'failed') worse[column] = (worse[column] ?? 0) + 1;
    }
  }
  const most = columns.reduce((one, other) => Math.max(one, other), 1);
  for (const [column, count] of columns.entries()) {
    if (count === 0) continue;
    const tall = Math.max(2, ((height - 6) * Math.log1p(count)) / Math.log1p(most));
    const refused = tall * ((worse[column] ?? 0) / count);
    context.fillStyle = palette.tones.fine.edge;
    context.fillRect(column * 3, height - 2 - tall, 2, tall - refused);
    context.fillStyle = palette.tones.refused.edge;
    context.fillRect(column * 3, height - 2 - Math.ceil(refused), 2, Math.ceil(refused));
  }
};

const paintWindow = (
  context: CanvasRenderingContext2D,
  palette: Palette,
  { from, to }: Window,
  width: number,
): void => {
  const [left, right] = [from * width, to * width];
  context.fillStyle = palette.surface;
  context.globalAlpha = 0.65;
  context.fillRect(0, 0, left, height);
  context.fillRect(right, 0, width - right, height);
  context.globalAlpha = 1;
  context.strokeStyle = palette.accent;
  context.lineWidth = 1.5;
  context.strokeRect(left + 0.75, 0.75, Math.max(2, right - left - 1.5), height - 1.5);
};

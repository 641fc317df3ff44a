import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { listenToGestures } from './gestures.ts';
import { type Hit, hit } from './hit.ts';
import { paint } from './paint.ts';
import { type Palette, readPalette } from './palette.ts';
import { type Drawn, rulerHeight, type Scene } from './scene.ts';
import { onThemeChange } from '../theme.ts';
import { createScreen, type Window } from '../../picture/window.ts';

interface TimelineProps extends Drawn {
  readonly window: Window;
  readonly label: string;
  readonly describedBy: string;
  readonly onWindow: (window: Window) => void;
  readonly onSelect: (entry: number | undefined) => void;
  readonly onKey: (event: KeyboardEvent) => void;
}

/** Where names have room beside the lanes. */
const nameWidth = 176;

/** The drawing of a run: on a canvas, for a hundred thousand bars are no elements of a page. */
export const Timeline = (props: TimelineProps) => {
  const scroller = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const size = useSize(scroller);
  const scene = useRef<Scene | undefined>(undefined);
  const latest = useRef(props);
  latest.current = props;
  const [tip, setTip] = useState<Tip>();
  const draw = useDrawing(canvas, scroller, scene, latest);

  useLayoutEffect(draw, [draw, props.layout, props.window, props.marks, props.selected, size]);
  useLayoutEffect(() => onThemeChange(draw), [draw]);
  useEffect(() => setTip(undefined), [size]);
  useGestures(canvas, scene, latest);
  const hover = (event: MouseEvent): void => {
    const box = canvas.current?.getBoundingClientRect();
    if (box === undefined || scene.current === undefined) return;
    const [x, y] = [event.clientX - box.left, event.clientY - box.top];
    const found = event.buttons === 0 ? hit(scene.current, x, y) : undefined;
    const tells = found && tellsOf(found);
    setTip(tells === undefined ? undefined : { x, y, tells, width: box.width });
  };
  return (
    <div class="timeline">
      <div class="timeline-scroller" ref={scroller} onScroll={draw} style={{ maxHeight: 'var(--timeline-height)' }}>
        <div style={{ height: `${props.layout.height + rulerHeight + 8}px` }}>
          <canvas
            ref={canvas}
            class="timeline-canvas"
            role="img"
            tabIndex={0}
            aria-label={props.label}
            aria-describedby={props.describedBy}
            onKeyDown={(event) => props.onKey(event)}
            onMouseMove={hover}
            onMouseLeave={() => setTip(undefined)}
          />
        </div>
      </div>
      {tip && <TipBox {...tip} />}
    </div>
  );
};

const useGestures = (
  canvas: { readonly current: HTMLCanvasElement | null },
  scene: { readonly current: Scene | undefined },
  latest: { readonly current: TimelineProps },
): void => {
  useLayoutEffect(() => {
    const element = canvas.current;
    if (element === null) return undefined;
    return listenToGestures(element, {
      window: () => latest.current.window,
      set: (window) => latest.current.onWindow(window),
      toPosition: (x) => scene.current?.screen.toPosition(x) ?? 0,
      width: () => (scene.current ? scene.current.width - scene.current.left : 1),
      finest: () => latest.current.axis.finest,
      click: (x, y) => {
        const found = scene.current && hit(scene.current, x, y);
        if (found?.kind !== 'lane') latest.current.onSelect(entryOf(found));
      },
    });
  }, []);
};

const entryOf = (found: Exclude<Hit, { kind: 'lane' }> | undefined): number | undefined =>
  found?.kind === 'bar' ? found.laid.bar.entry : found?.mark.entry;

const tellsOf = (found: Hit): string => {
  if (found.kind === 'lane') return found.name;
  return found.kind === 'bar' ? found.laid.bar.tells : `${found.mark.mark.label} ${found.mark.mark.tells}`;
};

interface Tip {
  readonly x: number;
  readonly y: number;
  readonly tells: string;
  readonly width: number;
}

const TipBox = ({ x, y, tells, width }: Tip) => (
  <div
    class="tip"
    aria-hidden="true"
    style={{ left: `${Math.max(4, Math.min(x + 12, width - 330))}px`, top: `${y + 16}px` }}
  >
    {tells}
  </div>
);

/** Draws what is in view, once for each frame however often it is asked. */
const useDrawing = (
  canvas: { readonly current: HTMLCanvasElement | null },
  scroller: { readonly current: HTMLDivElement | null },
  scene: { current: Scene | undefined },
  latest: { readonly current: TimelineProps },
): (() => void) => {
  const [draw] = useState(() => {
    let asked = 0;
    let palette: Palette | undefined;
    let theme: string | undefined;
    const now = (): void => {
      asked = 0;
      const context = canvas.current?.getContext('2d');
      if (!canvas.current || !scroller.current || !context) return;
      const { clientWidth: width, clientHeight: height, scrollTop } = scroller.current;
      const ratio = globalThis.devicePixelRatio || 1;
      fit(canvas.current, width, height, ratio);
      const current = document.documentElement.dataset['shown'];
      if (palette === undefined || theme !== current) palette = readPalette(context);
      theme = current;
      const { axis, layout, epoch, marks, selected, window } = latest.current;
      const left = layout.nameHeight > 0 ? 0 : nameWidth;
      const screen = createScreen(window, left, width - left);
      scene.current = {
        axis,
        layout,
        epoch,
        marks,
        selected,
        screen,
        width,
        height,
        left,
        scrolled: scrollTop,
      };
      context.setTransform(ratio, 0, 0, ratio, 0, 0);
      const begun = performance.now();
      const drawn = paint(context, scene.current, palette);
      // Counted and timed for tests, and for whoever wonders.
      canvas.current.dataset['drawn'] = String(drawn);
      canvas.current.dataset['took'] = (performance.now() - begun).toFixed(1);
    };
    return () => {
      if (asked === 0) asked = requestAnimationFrame(now);
    };
  });
  return draw;
};

const fit = (canvas: HTMLCanvasElement, width: number, height: number, ratio: number): void => {
  const [wide, tall] = [Math.round(width * ratio), Math.round(height * ratio)];
  if (canvas.width !== wide || canvas.height !== tall) [canvas.width, canvas.height] = [wide, tall];
  canvas.style.width = `${width}px`;
  canvas.style.height = `${height}px`;
};

/** Changes whenever the element's size does. */
export const useSize = (element: { readonly current: HTMLElement | null }): number => {
  const [size, setSize] = useState(0);
  useEffect(() => {
    if (element.current === null) return undefined;
    const observer = new ResizeObserver(() => setSize((before) => before + 1));
    observer.observe(element.current);
    return () => observer.disconnect();
  }, []);
  return size;
};

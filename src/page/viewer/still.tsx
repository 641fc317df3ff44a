import { useLayoutEffect, useRef } from 'preact/hooks';
import { paint } from './paint.ts';
import { readPalette } from './palette.ts';
import { type Drawn, rulerHeight } from './scene.ts';
import { createScreen, everything } from '../../picture/window.ts';

const [width, left, sharpness] = [1000, 150, 2] as const;

/** All of the run as it is printed: drawn when the page is about to be. */
export const Still = (props: Drawn) => {
  const canvas = useRef<HTMLCanvasElement>(null);
  const latest = useRef(props);
  latest.current = props;
  useLayoutEffect(() => {
    const draw = (): void => {
      const context = canvas.current?.getContext('2d');
      if (!canvas.current || !context) return;
      const height = latest.current.layout.height + rulerHeight + 8;
      [canvas.current.width, canvas.current.height] = [width * sharpness, height * sharpness];
      context.setTransform(sharpness, 0, 0, sharpness, 0, 0);
      const screen = createScreen(everything, left, width - left);
      const scene = { ...latest.current, selected: undefined, screen, width, height, left, scrolled: 0 };
      canvas.current.dataset['drawn'] = String(paint(context, scene, readPalette(context)));
    };
    addEventListener('beforeprint', draw);
    return () => removeEventListener('beforeprint', draw);
  }, []);
  return <canvas ref={canvas} class="still" role="img" aria-label="Timeline of the run" />;
};

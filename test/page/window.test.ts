import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createAxis } from '../../src/picture/axis.ts';
import { headingHeight } from '../../src/picture/layout.ts';
import { paint } from '../../src/page/viewer/paint.ts';
import { paintRuler } from '../../src/page/viewer/paint-ruler.ts';
import type { Palette } from '../../src/page/viewer/palette.ts';
import { clockTime, shortTime, ticksOf } from '../../src/picture/ruler.ts';
import type { Scene } from '../../src/page/viewer/scene.ts';
import { createScreen, everything, pan, reveal, zoom } from '../../src/picture/window.ts';

const finest = 1e-6;

test('zooming leaves what is under the pointer where it is', () => {
  const before = { from: 0.2, to: 0.6 };
  const after = zoom(before, 0.3, 2, finest);

  expect(after.to - after.from).toBeCloseTo(0.2, 12);
  expect((0.3 - after.from) / (after.to - after.from)).toBeCloseTo((0.3 - before.from) / (before.to - before.from), 9);
});

test('a window never leaves the run, and never gets finer than there is something to see', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.tuple(
          fc.constantFrom('zoom', 'pan', 'reveal'),
          fc.double({ min: 0, max: 1, noNaN: true }),
          fc.double({ min: -3, max: 3, noNaN: true }),
        ),
      ),
      (moves) => {
        let window = everything;
        for (const [move, position, amount] of moves) {
          if (move === 'zoom') window = zoom(window, position, Math.exp(amount * 3), finest);
          else window = move === 'pan' ? pan(window, amount) : reveal(window, position);
          expect(window.from).toBeGreaterThanOrEqual(0);
          expect(window.to).toBeLessThanOrEqual(1 + 1e-9);
          expect(window.to - window.from).toBeGreaterThanOrEqual(finest * 0.999);
        }
      },
    ),
  );
});

test('what is revealed is in view', () => {
  const { from, to } = reveal({ from: 0, to: 0.1 }, 0.7);

  expect(from).toBeLessThan(0.7);
  expect(to).toBeGreaterThan(0.7);
});

test('pixels and positions are each other’s way back', () => {
  const screen = createScreen({ from: 0.25, to: 0.5 }, 176, 900);

  for (const position of [0.25, 0.3, 0.5]) expect(screen.toPosition(screen.toX(position))).toBeCloseTo(position, 12);
  expect(screen.toX(0.25)).toBeGreaterThan(176);
});

test.each([
  [0, '0'],
  [250, '250ms'],
  [1500, '1.5s'],
  [600_000, '10m'],
  [3_900_000, '1h 5m'],
  [3_600_001, '1h 0.001s'],
  [172_800_000, '2d'],
])('%i ms is shown as %s', (milliseconds, text) => {
  expect(shortTime(milliseconds)).toBe(text);
});

test('the time of day has milliseconds only where it is between two seconds', () => {
  const epoch = Date.parse('2024-02-29T00:00:00.000Z');

  expect(clockTime(epoch, 3_661_000)).toBe('01:01:01');
  expect(clockTime(epoch, 1)).toBe('00:00:00.001');
});

test('labels of the ruler never stand closer than they have room, from milliseconds to days', () => {
  for (const end of [5, 900, 60_000, 7_200_000, 864_000_000]) {
    const axis = createAxis([[]], { end, idle: [] }, 'time');
    const screen = createScreen(everything, 0, 1000);
    const ticks = ticksOf(axis, screen, 0, 1000, 90);

    expect(ticks.length).toBeGreaterThan(1);
    for (const [index, tick] of ticks.slice(1).entries()) {
      expect(tick.x - (ticks[index]?.x ?? 0)).toBeGreaterThanOrEqual(90);
    }
  }
});

test('a time inside of what is folded has no label, and so leaves that room to when it begins; from near it has one', () => {
  const idle = [{ from: 600_000, to: 3_600_000 }];
  const axis = createAxis([[]], { end: 4_260_000, idle }, 'time');
  const [fold] = axis.folds;
  const timesIn = (wide: number) =>
    ticksOf(axis, createScreen(everything, 0, wide), 0, wide, 90)
      .map(({ at }) => at)
      .filter((at) => at >= 600_000 && at < 3_600_000);

  expect(fold).toMatchObject({ from: 600_000, to: 3_600_000 });
  expect(timesIn(1000)).toEqual([600_000]);
  expect(timesIn(9000).length).toBeGreaterThan(1);
});

/** Paper that does this, and nothing else that it is told. */
const paperWith = (canvas: object): CanvasRenderingContext2D => {
  const ignored = () => undefined;
  return new Proxy(canvas, { get: (own, name) => Reflect.get(own, name) ?? ignored, set: () => true }) as never;
};

/** Paper on which each character is seven pixels wide, and what was written on it: where it stands, and how far it reaches. */
const drawOn = (draw: (context: CanvasRenderingContext2D) => void) => {
  const written: { readonly y: number; readonly from: number; readonly to: number }[] = [];
  const widthOf = (text: string): number => text.length * 7;
  const canvas = {
    measureText: (text: string) => ({ width: widthOf(text) }),
    fillText: (text: string, x: number, y: number) => written.push({ y, from: x, to: x + widthOf(text) }),
  };
  draw(paperWith(canvas));
  return written;
};

test('labels of the ruler never stand on each other, nor beyond its end, where what is last has its label before it', () => {
  for (let end = 1000; end < 400_000_000; end = Math.ceil(end * 1.07)) {
    const axis = createAxis([[]], { end, idle: [] }, 'time');
    const screen = createScreen(everything, 0, 1000);
    const scene = { axis, screen, epoch: 1, marks: [], left: 0, width: 1000 } as Partial<Scene> as Scene;

    const labels = drawOn((context) => paintRuler(context, scene, {} as Palette)).sort(
      (a, b) => a.y - b.y || a.from - b.from,
    );

    for (const [index, label] of labels.entries()) {
      const before = labels[index - 1];
      expect(label.to).toBeLessThanOrEqual(1000);
      if (before?.y === label.y) expect(label.from).toBeGreaterThan(before.to);
    }
  }
});

test('the flag of a mark at the end of the ruler is not cut off', () => {
  const axis = createAxis([[]], { end: 1000, idle: [] }, 'time');
  const screen = createScreen(everything, 0, 1000);
  const marks = [{ mark: { label: 'C4', tells: '', at: 1000 }, entry: 0, position: 1 }];
  const scene = { axis, screen, epoch: 1, marks, left: 0, width: screen.toX(1) + 2 } as Partial<Scene> as Scene;

  const [flag] = drawOn((context) => paintRuler(context, scene, {} as Palette)).filter(
    ({ from, to }) => to - from === 14,
  );

  expect(flag?.to).toBeLessThanOrEqual(screen.toX(1) + 2);
});

test.each([
  { where: 'beside its lanes, a heading covers no line through them', nameHeight: 0, covered: 150 },
  { where: 'above them, where names have no room beside, no line goes over it', nameHeight: 16, covered: 1000 },
])('$where', ({ nameHeight, covered }) => {
  const lane = {
    lane: { name: 'createDataQuery', group: 'requests', bars: [] },
    heading: 'requests',
    bars: [],
  } as const;
  const laid = { ...lane, top: headingHeight, inner: 0, height: 30, reach: new Float64Array() };
  const axis = createAxis([[]], { end: 1000, idle: [] }, 'time');
  const [layout, screen] = [{ lanes: [laid], nameHeight }, createScreen(everything, 150, 1000)];
  const marks = [{ mark: { label: 'C4', tells: '', at: 500 }, entry: 0, position: 0.5 }];
  const scene = { axis, layout, screen, marks, epoch: 1, left: 150, width: 1000, height: 200, scrolled: 0 };
  const filled: number[] = [];
  const canvas = {
    measureText: () => ({ width: 7 }),
    fillRect: (_x: number, _y: number, width: number, height: number) => height === headingHeight && filled.push(width),
  };

  paint(paperWith(canvas), scene as never, {} as Palette);

  expect(filled).toEqual([covered]);
});

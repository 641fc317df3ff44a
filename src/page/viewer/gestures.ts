import type { Window } from '../../picture/window.ts';
import { pan, zoom } from '../../picture/window.ts';

/** What gestures move: the window, from where it is. */
export interface Moved {
  readonly window: () => Window;
  readonly set: (window: Window) => void;
  readonly toPosition: (x: number) => number;
  readonly width: () => number;
  readonly finest: () => number;
  readonly click: (x: number, y: number) => void;
}

/** A finger moves a little although nothing is meant by it. */
const still = 4;

/**
 * Mouse, wheel, pen and fingers on a drawing: dragging moves it, the wheel with Ctrl or two fingers zoom, the wheel with
 * Shift moves sideways, a double click comes nearer. The wheel alone scrolls the page. Returns the undo.
 */
export const listenToGestures = (element: HTMLElement, moved: Moved): (() => void) => {
  const pointers = new Map<number, PointerEvent>();
  let start: { readonly x: number; readonly y: number; isClick: boolean } | undefined;
  const xOf = (event: MouseEvent): number => event.clientX - element.getBoundingClientRect().left;
  const yOf = (event: MouseEvent): number => event.clientY - element.getBoundingClientRect().top;
  const zoomAt = (x: number, factor: number): void =>
    moved.set(zoom(moved.window(), moved.toPosition(x), factor, moved.finest()));

  const wheel = (event: WheelEvent): void => {
    const sideways = event.shiftKey && event.deltaX === 0 ? event.deltaY : event.deltaX;
    if (event.ctrlKey || event.metaKey)
      zoomAt(xOf(event), Math.exp(-event.deltaY * (event.deltaMode === 1 ? 0.05 : 0.002)));
    else if (Math.abs(sideways) > Math.abs(event.deltaY) || event.shiftKey)
      moved.set(pan(moved.window(), sideways / moved.width()));
    else return;
    event.preventDefault();
  };
  const down = (event: PointerEvent): void => {
    if (event.button !== 0) return;
    pointers.set(event.pointerId, event);
    start = { x: xOf(event), y: yOf(event), isClick: pointers.size === 1 };
  };
  const move = (event: PointerEvent): void => {
    const before = pointers.get(event.pointerId);
    if (before === undefined) return;
    if (start !== undefined && Math.hypot(xOf(event) - start.x, yOf(event) - start.y) > still) {
      start.isClick = false;
      element.setPointerCapture(event.pointerId);
    }
    if (pointers.size === 2) pinch(event, before);
    else if (start?.isClick === false) moved.set(pan(moved.window(), (before.clientX - event.clientX) / moved.width()));
    pointers.set(event.pointerId, event);
  };
  const pinch = (event: PointerEvent, before: PointerEvent): void => {
    const other = [...pointers.values()].find(({ pointerId }) => pointerId !== event.pointerId);
    if (other === undefined) return;
    const [was, is] = [before, event].map((one) => Math.max(20, Math.abs(one.clientX - other.clientX)));
    zoomAt((xOf(event) + xOf(other)) / 2, (is ?? 1) / (was ?? 1));
  };
  const up = (event: PointerEvent): void => {
    if (pointers.delete(event.pointerId) && start?.isClick === true && event.type === 'pointerup')
      moved.click(start.x, start.y);
    start = undefined;
  };
  const double = (event: MouseEvent): void => zoomAt(xOf(event), event.shiftKey ? 0.25 : 4);

  return listenAll(element, {
    wheel,
    pointerdown: down,
    pointermove: move,
    pointerup: up,
    pointercancel: up,
    dblclick: double,
  });
};

type Listeners = { readonly [Name in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[Name]) => void };

const listenAll = (element: HTMLElement, listeners: Listeners): (() => void) => {
  const all = Object.entries(listeners) as [string, (event: Event) => void][];
  for (const [name, listener] of all) element.addEventListener(name, listener, { passive: false });
  return () => {
    for (const [name, listener] of all) element.removeEventListener(name, listener);
  };
};

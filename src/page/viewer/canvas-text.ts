import { printable } from '../../print/printable.ts';

export const font = '11px ui-sans-serif, system-ui, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif';

/** As much of a text as fits; nothing where that would say nothing. */
export const shorten = (context: CanvasRenderingContext2D, text: string, room: number): string => {
  const harmless = printable(text);
  if (context.measureText(harmless).width <= room) return harmless;
  const fitting = Math.floor((harmless.length * room) / context.measureText(harmless).width) - 1;
  return fitting >= 2 ? `${harmless.slice(0, fitting)}…` : '';
};

/** The same with what is left out in the middle: names that begin alike end differently. */
export const shortenMiddle = (context: CanvasRenderingContext2D, text: string, room: number): string => {
  const harmless = printable(text);
  const width = context.measureText(harmless).width;
  if (width <= room) return harmless;
  const half = Math.max(2, Math.floor((harmless.length * room) / width / 2) - 1);
  return `${harmless.slice(0, half)}…${harmless.slice(-half)}`;
};

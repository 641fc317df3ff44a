import { mute, oneLine } from '../print/printable.ts';
import { canRewrite, type Terminal } from '../print/terminal.ts';
import { truncate } from '../print/width.ts';

/** The line that says what is going on, while it is going on. */
export interface Progress {
  show(text: string): void;
  clear(): void;
}

/** Moves to the start of the line and empties it. */
const eraseLine = '\r\u001b[2K';

const silence: Progress = { show: () => undefined, clear: () => undefined };

/** One rewritten line where somebody watches. Elsewhere nothing: the lines of the results are progress enough. */
export const createProgress = ({ stderr, env }: Terminal): Progress => {
  if (!canRewrite(stderr, env)) return silence;
  let isShown = false;
  return {
    show: (text) => {
      // A line that the terminal wraps could not be erased as one.
      stderr.write(`${eraseLine}${truncate(mute(oneLine(text)), (stderr.columns || 80) - 1, '')}`);
      isShown = true;
    },
    clear: () => {
      if (isShown) stderr.write(eraseLine);
      isShown = false;
    },
  };
};

import type { Undo } from './patch.ts';

/** Something of the process that is there for as long as somebody uses it. */
export interface Shared {
  readonly undo: Undo;
  users: number;
}

/** The returned function says that one user has gone; the last one to go undoes it, after `end`. */
export const use = (shared: Shared, end: () => void): Undo => {
  shared.users++;
  let isReleased = false;
  return () => {
    if (isReleased) return;
    isReleased = true;
    if (--shared.users > 0) return;
    end();
    shared.undo();
  };
};

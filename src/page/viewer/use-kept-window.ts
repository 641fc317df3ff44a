import { useMemo, useState } from 'preact/hooks';
import type { Axis } from '../../picture/axis.ts';
import { carry, type Held } from './carry.ts';
import { everything, type Window } from '../../picture/window.ts';

/** What is in view of a run that may grow: it stays in view on each new axis, or its end does. */
export const useKeptWindow = (
  axis: Axis,
  count: number,
  run: number,
  follows: boolean,
): readonly [Window, (window: Window) => void] => {
  const [held, setHeld] = useState<Held>();
  const window = useMemo(
    () => (held === undefined ? everything : held.axis === axis ? held.window : carry(held, axis, run, follows)),
    [held, axis, run, follows],
  );
  return [window, (next) => setHeld({ window: next, axis, count })];
};

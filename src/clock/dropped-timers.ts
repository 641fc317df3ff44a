type Callback = (...args: never[]) => unknown;

/** A timer of a client as it was set. */
export interface SetTimer {
  readonly callback: Callback;
  readonly delay: number;
  readonly repeats: boolean;
}

/** What is kept of one that is gone: nothing that would keep its client in memory. */
interface Dropped extends Omit<SetTimer, 'callback'> {
  readonly name: string;
  readonly text: string;
}

/** Enough for a hint. */
const mostKept = 8;
const longestSource = 60;

/** The newest first. */
const dropped: Dropped[] = [];

/** A timer was pending when its simulation ended, and went with it. `place` is a line of a stack, where it is known. */
export const noteDropped = ({ callback, delay, repeats }: SetTimer, place: string): void => {
  const { name } = callback;
  const text = `${repeats ? 'setInterval' : 'setTimeout'}(${name || sourceOf(callback)}, ${delay}) ${place}`.trimEnd();
  if (dropped.some((one) => one.text === text)) return;
  dropped.unshift({ name, delay, repeats, text });
  dropped.length = Math.min(dropped.length, mostKept);
};

/** It is all that is known of where most timers are set: to look would be dearer than to set them. */
const sourceOf = (callback: Callback): string => {
  const source = String(callback).replaceAll(/\s+/g, ' ');
  if (source.endsWith('{ [native code] }')) return '…';
  return source.length > longestSource ? `${source.slice(0, longestSource)}…` : source;
};

/** A timer is set: whoever sets it anew waits for none that is gone. */
export const noteSet = (callback: Callback, delay: number, repeats: boolean): void => {
  for (let at = dropped.length - 1; at >= 0; at--) {
    const one = dropped[at];
    if (one?.delay === delay && one.repeats === repeats && one.name === callback.name) dropped.splice(at, 1);
  }
};

/**
 * What a client may wait for whose queue or limiter is a module's: such a one sets a timer once and counts on it, and the simulation
 * in which it did is over. Undefined where no such timer is known.
 */
export const describeDropped = (): string | undefined => {
  const [first, ...others] = dropped;
  if (first === undefined) return undefined;
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
  return (
    `a timer that was pending at the end of an earlier simulation went with it, and was not set again: ${first.text}${more}; ` +
    'a queue or a limiter that waits for it is to be built when the client is called'
  );
};

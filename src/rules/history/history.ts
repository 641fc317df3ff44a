/** How a value changed: each holds from its turn on. */
export type History<T> = { readonly turn: number; readonly value: T }[];

/** The value right before a turn; undefined when there was none yet. */
export const valueAt = <T>(history: History<T> | undefined, turn: number): T | undefined =>
  history?.findLast((change) => change.turn < turn)?.value;

/** Adds a change to the history of a name. */
export const change = <T>(histories: Map<string, History<T>>, name: string, turn: number, value: T): void => {
  const known = histories.get(name);
  if (known === undefined) histories.set(name, [{ turn, value }]);
  else known.push({ turn, value });
};

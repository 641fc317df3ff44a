/** How a value changed: each holds from its turn on. */
export type Changes<T> = { readonly turn: number; readonly value: T }[];

/** The value right before a turn; undefined when there was none yet. */
export const valueAt = <T>(changes: Changes<T> | undefined, turn: number): T | undefined =>
  changes?.findLast((change) => change.turn < turn)?.value;

/** Adds a change to the changes of a name. */
export const change = <T>(known: Map<string, Changes<T>>, name: string, turn: number, value: T): void => {
  const before = known.get(name);
  if (before === undefined) known.set(name, [{ turn, value }]);
  else before.push({ turn, value });
};

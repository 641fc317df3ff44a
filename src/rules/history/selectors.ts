import type { History } from '../history.ts';

/** What is found of each item, in order, as `flatMap` does: at a thirtieth of the time, and traces are judged in passing. */
export const collect = <Item, Found>(
  items: readonly Item[],
  find: (item: Item, index: number) => readonly Found[],
): Found[] => {
  const all: Found[] = [];
  for (let index = 0; index < items.length; index++) {
    for (const found of find(items[index] as Item, index)) all.push(found);
  }
  return all;
};

export const groupBy = <Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): ReadonlyMap<Key, Item[]> => {
  const groups = new Map<Key, Item[]>();
  for (const item of items) append(groups, keyOf(item), item);
  return groups;
};

/** Adds an item to those of its key. */
export const append = <Key, Item>(groups: Map<Key, Item[]>, key: Key, item: Item): void => {
  const group = groups.get(key);
  if (group === undefined) groups.set(key, [item]);
  else group.push(item);
};

/** The place of the first of some numbers, which rise, that lies beyond another; their count where none does. */
export const firstBeyond = (rising: readonly number[], limit: number): number => {
  let [low, high] = [0, rising.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rising[middle] as number) > limit) high = middle;
    else low = middle + 1;
  }
  return low;
};

/** Whether any of some numbers, which rise, lies between two others. */
export const hasBetween = (rising: readonly number[], after: number, before: number): boolean => {
  const next = rising[firstBeyond(rising, after)];
  return next !== undefined && next < before;
};

export const sorted = (numbers: readonly number[]): readonly number[] => [...numbers].sort((one, other) => one - other);

/** Several parts of a name as one key of a map. */
export const join = (...parts: readonly string[]): string => parts.join('\u0000');

/** By history, and then by what reads it: a table of weak keys for each reading would keep the garbage collector busy. */
const known = new WeakMap<History, Map<unknown, unknown>>();

/** What several rules read of a history is read by the first that asks. */
export const readOnce =
  <Reading>(read: (history: History) => Reading): ((history: History) => Reading) =>
  (history) => {
    let readings = known.get(history);
    if (readings === undefined) known.set(history, (readings = new Map()));
    if (!readings.has(read)) readings.set(read, read(history));
    return readings.get(read) as Reading;
  };

import type { History } from '../history.ts';

/** What is found of each item, in order, as `flatMap` does: at a thirtieth of the time, and traces are judged in passing. */
export const collect = <Item, Found>(
  items: readonly Item[],
  find: (item: Item, index: number) => readonly Found[],
): Found[] => {
  const all: Found[] = [];
  for (let index = 0; index < items.length; index++) {
    const found = find(items[index] as Item, index);
    for (let at = 0; at < found.length; at++) all.push(found[at] as Found);
  }
  return all;
};

export const groupBy = <Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): ReadonlyMap<Key, Item[]> => {
  const groups = new Map<Key, Item[]>();
  for (let index = 0; index < items.length; index++) {
    const item = items[index] as Item;
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
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
export const join = (first: string, ...others: readonly string[]): string => {
  let key = first;
  for (let at = 0; at < others.length; at++) key += `\u0000${others[at]}`;
  return key;
};

let places = 0;

/** What several rules read of a history is read by the first that asks. Each reading has its place among those of a history. */
export const readOnce = <Reading extends object>(
  read: (history: History) => Reading,
): ((history: History) => Reading) => {
  const place = places++;
  return (history) => (history.readings[place] ??= read(history)) as Reading;
};

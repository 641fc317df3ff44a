/** What is found of each item, in order: `flatMap`, which takes thirty times as long and is most of a judge's work. */
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

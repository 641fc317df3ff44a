import type { Story } from '../history.ts';

/** By story, and then by what reads it: a table of weak keys for each reading would keep the garbage collector busy. */
const known = new WeakMap<Story, Map<unknown, unknown>>();

/** What several rules read of a story is read by the first that asks. */
export const readOnce =
  <Reading>(read: (story: Story) => Reading): ((story: Story) => Reading) =>
  (story) => {
    let readings = known.get(story);
    if (readings === undefined) known.set(story, (readings = new Map()));
    if (!readings.has(read)) readings.set(read, read(story));
    return readings.get(read) as Reading;
  };

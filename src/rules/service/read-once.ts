import type { Story } from '../story.ts';

/** What several rules read of a story is read by the first that asks. */
export const readOnce = <Reading>(read: (story: Story) => Reading): ((story: Story) => Reading) => {
  const known = new WeakMap<Story, { readonly reading: Reading }>();
  return (story) => {
    const found = known.get(story) ?? { reading: read(story) };
    known.set(story, found);
    return found.reading;
  };
};

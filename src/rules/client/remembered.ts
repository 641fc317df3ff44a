import type { Story } from '../story.ts';

/** What is read of a story is read once, whichever rule asks first. */
export const remembered = <Index>(read: (story: Story) => Index): ((story: Story) => Index) => {
  const known = new WeakMap<Story, { readonly index: Index }>();
  return (story) => {
    const found = known.get(story) ?? { index: read(story) };
    known.set(story, found);
    return found.index;
  };
};

/** So many samples in a row have to bring nothing new, and nobody is waited for longer than that. */
const unchanged = 6;
const longest = 12_000;

/** What counts as new: less would be the noise of the machine. */
const progress = 0.98;

/**
 * Takes samples until they do not get better any more: until then it is measured how fast Node compiles, and the one who has more
 * to compile seems slower for as long as others have. Gives the first.
 */
export const warmUp = async (take: () => Promise<number>): Promise<number> => {
  const began = performance.now();
  const first = await take();
  let least = first;
  let since = 0;
  while (since < unchanged && performance.now() - began < longest) {
    const sample = await take();
    since = sample < least * progress ? 0 : since + 1;
    least = Math.min(least, sample);
  }
  return first;
};

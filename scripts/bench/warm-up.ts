/**
 * So many samples in a row have to bring nothing new, over so many milliseconds: Node takes seconds to compile what runs, and one
 * sample in ten is noise. Nobody is waited for longer than that.
 */
const unchanged = { samples: 6, time: 2000 } as const;
const longest = 20_000;

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
  let changed = began;
  for (let now = began; now - began < longest; now = performance.now()) {
    if (since >= unchanged.samples && now - changed >= unchanged.time) break;
    const sample = await take();
    since = sample < least * progress ? 0 : since + 1;
    if (since === 0) changed = performance.now();
    least = Math.min(least, sample);
  }
  return first;
};

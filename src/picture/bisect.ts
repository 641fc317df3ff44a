/** How many of so many in a row are before a point, where all that are come first. */
export const bisect = (length: number, isBefore: (index: number) => boolean): number => {
  let [low, high] = [0, length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
};

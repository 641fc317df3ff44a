/** The known word that a mistyped one most likely meant, or undefined when none is near. */
export const nearest = (typed: string, known: readonly string[]): string | undefined => {
  const wanted = typed.toLowerCase();
  let best: string | undefined;
  let bestDistance = Math.max(2, Math.floor(wanted.length / 3)) + 1;
  for (const word of known) {
    const distance = editDistance(wanted, word.toLowerCase(), bestDistance);
    if (distance < bestDistance) [best, bestDistance] = [word, distance];
  }
  return best;
};

/** Longer lists than this are not read. */
const mostKnown = 40;

/**
 * The hint to give for a mistyped word, or for what is none: the nearest known one, else what is said of all that are known, or
 * these themselves, or the nearest of many.
 */
export const suggest = (typed: unknown, known: readonly string[], ofAll?: string): string => {
  const word = typeof typed === 'string' ? nearest(typed, known) : undefined;
  if (word !== undefined) return `did you mean "${word}"?`;
  if (ofAll !== undefined) return ofAll;
  if (known.length <= mostKnown) return `known: ${known.join(', ')}`;
  const wanted = String(typed).toLowerCase();
  const near = known
    .map((name) => ({ name, distance: distanceOf(wanted, name.toLowerCase()) }))
    .sort((one, other) => one.distance - other.distance)
    .slice(0, mostNear);
  return `the nearest of ${known.length}: ${near.map(({ name }) => name).join(', ')}`;
};

const mostNear = 5;

/** A word that stands in another one is as near as can be. */
const distanceOf = (wanted: string, word: string): number =>
  word.includes(wanted) ? 0 : editDistance(wanted, word, Number.POSITIVE_INFINITY);

/** Edits (insert, delete, replace, swap of neighbours) between two words; `limit` is enough to know once reached. */
const editDistance = (from: string, to: string, limit: number): number => {
  if (Math.abs(from.length - to.length) >= limit) return limit;
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    for (let column = 1; column <= to.length; column++) {
      const same = from[row - 1] === to[column - 1];
      const swapped = row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      current[column] = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (same ? 0 : 1),
        swapped ? (beforeLast[column - 2] ?? 0) + 1 : limit,
      );
    }
    [beforeLast, last] = [last, current];
  }
  return last[to.length] ?? limit;
};

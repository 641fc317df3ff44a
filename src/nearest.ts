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

/** The hint to give for a mistyped word, or for what is none: the nearest known one, or else all that are known. */
export const suggest = (typed: unknown, known: readonly string[]): string => {
  const word = typeof typed === 'string' ? nearest(typed, known) : undefined;
  return word === undefined ? `known: ${known.join(', ')}` : `did you mean "${word}"?`;
};

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

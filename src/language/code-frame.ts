/** Lines shown before the one that is meant. */
const before = 2;

const widest = 120;

/**
 * The lines around a place, with a mark under it, as editors and compilers show them.
 *
 * @example
 * frameOf('name: x\nsed: 1', 2, 1)
 * //   1 | name: x
 * // > 2 | sed: 1
 * //     | ^
 */
export const frameOf = (text: string, line: number, column: number): string => {
  const lines = text.split(/\r?\n/);
  const first = Math.max(1, line - before);
  const width = String(line).length;
  // Far to the right of a long line, the part around the place is what counts.
  const from = Math.max(0, column - widest + 20);
  const shown = lines.slice(first - 1, line).map((content, index) => {
    const number = first + index;
    const mark = number === line ? '>' : ' ';
    return `${mark} ${String(number).padStart(width)} | ${printable(content.slice(from, from + widest))}`.trimEnd();
  });
  return [...shown, `  ${' '.repeat(width)} | ${' '.repeat(column - 1 - from)}^`].join('\n');
};

/** One character for each that cannot be seen, so that the mark stays under its place. */
const printable = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029]/gu, ' ');

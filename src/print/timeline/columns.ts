import { fit, widthOf } from '../width.ts';

/** Between two columns: a wall with a blank on either side. */
const between = 3;

/** A longer text gets no room of its own where it can run on. */
const longest = 30;

/** The last column has nothing to run on over. So much of it is wanted before the others are made comfortable. */
const lastWanted = 18;

type Cells = readonly string[];

/**
 * Widths for columns of texts that together take `room`. What has a neighbour further right must not run into it; other
 * texts may run on over the empty columns, and get room of their own as far as there is some.
 */
export const chooseWidths = (rows: readonly Cells[], room: number): readonly number[] => {
  const [header = []] = rows;
  const space = room - between * (header.length - 1);
  const widest = (wanted: (row: Cells, column: number) => number): readonly number[] =>
    header.map((_, column) => Math.max(...rows.map((row) => wanted(row, column))));

  const titles = share([], header.map(widthOf), space);
  const needed = share(
    titles,
    widest((row, column) => widthWithin(row, column, titles)),
    space,
  );
  const natural = widest((row, column) => {
    const width = widthOf(row[column] ?? '');
    return width > longest && column < header.length - 1 ? 0 : width;
  });
  const last = [...header.slice(1).map(() => 0), Math.min(natural.at(-1) ?? 0, lastWanted)];
  return share(share(needed, last, space), natural, space);
};

/** What a text needs of its own column so as not to run into its neighbour, however far that is; 0 without one. */
const widthWithin = (row: Cells, column: number, widths: readonly number[]): number => {
  const text = row[column] ?? '';
  const next = row.findIndex((cell, index) => index > column && cell !== '');
  if (text === '' || next < 0) return 0;
  return widthOf(text) - widths.slice(column + 1, next).reduce((sum, width) => sum + width + between, 0);
};

/** Gives each what it wants as far as `space` goes: nobody gets more than another who is still short. */
const share = (had: readonly number[], wanted: readonly number[], space: number): readonly number[] => {
  const given = wanted.map((_, index) => had[index] ?? 0);
  for (let left = space - had.reduce((sum, one) => sum + one, 0); left > 0; ) {
    const short = wanted.flatMap((want, index) => (want > (given[index] ?? 0) ? [index] : []));
    if (short.length === 0) break;
    const each = Math.max(1, Math.floor(left / short.length));
    for (const index of short.slice(0, left)) {
      const more = Math.min(each, (wanted[index] ?? 0) - (given[index] ?? 0));
      given[index] = (given[index] ?? 0) + more;
      left -= more;
    }
  }
  return given;
};

/** A row's texts side by side, each as wide as its columns. */
export const joinCells = (cells: readonly string[], widths: readonly number[], wall: string, cut: string): string => {
  const parts: string[] = [];
  for (let column = 0; column < cells.length; column++) {
    const text = cells[column] ?? '';
    let width = widths[column] ?? 0;
    while (widthOf(text) > width && cells[column + 1] === '') {
      column += 1;
      width += between + (widths[column] ?? 0);
    }
    // Nothing stands behind the last column, at which the text might end.
    parts.push(column < cells.length - 1 ? fit(text, width, cut) : text);
  }
  return parts.join(` ${wall} `).trimEnd();
};

import type { Fields } from './data.ts';
import { show } from './show.ts';

/** A name may be so long. */
const longest = 200;

/** The scenario of a row, told from those of the others by what is in the row, where its name does not say so itself. */
export const nameRow = (written: Fields, row: Fields): Fields => {
  const { name } = written;
  if (typeof name !== 'string') return written;
  const columns = Object.entries(row).map(
    ([column, value]) => `${column} ${typeof value === 'string' ? value : show(value)}`,
  );
  const full = `${name} (${columns.join(', ')})`.replace(/[\p{Cc}\u2028\u2029]/gu, ' ');
  return { ...written, name: full.length > longest ? `${full.slice(0, longest - 1)}…` : full };
};

import { show } from '../../language/show.ts';
import { refuse } from '../../misuse.ts';
import { suggest } from '../../nearest.ts';
import { requireKnown } from '../../play/require-given.ts';
import { allCells } from './all-cells.ts';
import type { CoverageWish } from './coverage.ts';

/** Cells of answers that have no name but their status. */
const ofStatus = /: \d{3}$/;

const fields = ['atLeast', 'including'] as const satisfies readonly (keyof CoverageWish)[];

/** What a check is to come across. Throws Misuse `BAD_OPTION` for what is no wish, and for a cell that no run can ever meet. */
export const readWish = (wish: CoverageWish, place: string): CoverageWish => {
  requireKnown(wish, fields, place);
  const { atLeast = 0, including = [] } = wish;
  if (!(typeof atLeast === 'number' && atLeast >= 0 && atLeast <= 1)) {
    throw refuse(`${place}.atLeast`, `${show(atLeast)} is no part of all cells`, 'write a number from 0 to 1');
  }
  if (!Array.isArray(including) || !including.every((cell) => typeof cell === 'string')) {
    throw refuse(`${place}.including`, `${show(including)} is no list of cells`, 'write their names in a list');
  }
  if (including.length === 0) return wish;
  const known = allCells().map(({ cell }) => cell);
  const stranger = including.find((cell) => !known.includes(cell) && !ofStatus.test(cell));
  if (stranger === undefined) return wish;
  const hint = suggest(stranger, known, '"stunt-double list cells" names all there are');
  throw refuse(place, `${show(stranger)} is nothing that a run can come across`, hint);
};

import { show } from '../../language/show.ts';
import { refuse } from '../../misuse.ts';
import { nearest } from '../../nearest.ts';
import { allCells } from './all-cells.ts';
import type { CoverageWish } from './coverage.ts';

/** Cells of answers that have no name but their status. */
const ofStatus = /: \d{3}$/;

/** What a check is to come across. Throws Misuse `BAD_OPTION` for a cell that no run can ever meet. */
export const readWish = (wish: CoverageWish, place: string): CoverageWish => {
  const { including = [] } = wish;
  if (including.length === 0) return wish;
  const known = allCells().map(({ cell }) => cell);
  const stranger = including.find((cell) => !known.includes(cell) && !ofStatus.test(cell));
  if (stranger === undefined) return wish;
  const near = nearest(stranger, known);
  const hint = near === undefined ? '"stunt-double list cells" names all there are' : `did you mean "${near}"?`;
  throw refuse(place, `${show(stranger)} is nothing that a run can come across`, hint);
};

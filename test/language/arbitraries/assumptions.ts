import * as fc from 'fast-check';
import { assumptionIds, assumptionRow, type Assumptions } from '../../../src/spec/assumptions.ts';

/** The open points that are decided by a word. */
const words = assumptionIds.flatMap((id) => {
  const variants = assumptionRow(id).variants.filter((variant) => typeof variant === 'string');
  return variants.length === 0 ? [] : [fc.tuple(fc.constant(id), fc.constantFrom(...variants))];
});

/** Any choice for some of the points that are open. */
export const assumptions: fc.Arbitrary<Partial<Assumptions>> = fc
  .uniqueArray(fc.oneof(...words), { selector: ([id]) => id, maxLength: 4 })
  .map((chosen) => Object.fromEntries(chosen) as Partial<Assumptions>);

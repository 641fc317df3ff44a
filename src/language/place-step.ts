import type { Step } from './ast.ts';
import type { StepDraft } from './schema.ts';
import { sequenceKey } from './words.ts';

/** A step with where it was written, and those of its sequence with where they were. */
export const placeStep = (
  { followers, ...step }: StepDraft,
  placeAt: (...path: readonly (string | number)[]) => string,
): Step => ({
  ...step,
  place: placeAt(),
  ...(followers !== undefined && {
    followers: followers.map((next, index) => ({ ...next, place: placeAt(sequenceKey, index) })),
  }),
});

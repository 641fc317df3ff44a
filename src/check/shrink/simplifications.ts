import { dropParts, dropSteps, dropUnfired, unchain } from './fewer-steps.ts';
import { plainSteps } from './simplify-steps.ts';
import { dropWorld, plainCustomers } from './simplify-world.ts';
import type { Simplify } from './simplify.ts';

/** All ways to make a story plainer, in the order in which they are tried. */
export const plainer: readonly Simplify[] = [
  dropUnfired,
  dropSteps,
  dropParts,
  unchain,
  dropWorld,
  plainCustomers,
  plainSteps,
];

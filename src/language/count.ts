import type { Count } from './ast.ts';
import { unbounded } from './words.ts';

/** Whether so many are as many as wanted. */
export const isCounted = ({ atLeast, atMost }: Count, found: number): boolean => found >= atLeast && found <= atMost;

/** `none`, `exactly 1`, `at least 2`, `2 to 4`. */
export const showCount = ({ atLeast, atMost }: Count): string => {
  if (atLeast === atMost) return atLeast === 0 ? 'none' : `exactly ${atLeast}`;
  if (atMost === unbounded) return `at least ${atLeast}`;
  return atLeast === 0 ? `at most ${atMost}` : `${atLeast} to ${atMost}`;
};

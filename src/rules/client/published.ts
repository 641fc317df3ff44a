import { limits, type TimeLimit, type RateLimit } from '../../spec/limits.ts';
import { ms } from '../../spec/time.ts';
import type { History } from '../history.ts';

/*
 * Limits as a client may rely on them. Where a run was played with others than the published ones, it cannot know, and
 * so the more lenient of the two counts.
 */

type Timed = 'answerMemory' | 'linkLifetime' | 'listingWindow';
type Rated = 'createRate' | 'createOverall' | 'listRate' | 'listDaily';

const both = ({ context }: History, name: Timed): readonly number[] => {
  const published: TimeLimit = limits[name];
  return [ms(published.value), ms(context.limits[name].value)];
};

/** How long an answer certainly stays the same. */
export const answerMemory = (history: History): number => Math.min(...both(history, 'answerMemory'));
export const linkLifetime = (history: History): number => Math.max(...both(history, 'linkLifetime'));
export const listingWindow = (history: History): number => Math.max(...both(history, 'listingWindow'));

export const rate = ({ context }: History, name: Rated): { readonly most: number; readonly within: number } => {
  const published: RateLimit = limits[name];
  return { most: Math.max(published.value, context.limits[name].value), within: ms(published.within) };
};

export const burst = ({ context }: History, name: 'createBurst' | 'listBurst'): number =>
  Math.max(limits[name].value, context.limits[name].value);

export const pageSizes = ({ context }: History): { readonly least: number; readonly most: number } => {
  const { least, value } = limits.pageSize;
  return {
    least: Math.min(least, context.limits.pageSize.least),
    most: Math.max(value, context.limits.pageSize.value),
  };
};

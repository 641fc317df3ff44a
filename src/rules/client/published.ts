import { limits, type TimeLimit, type RateLimit } from '../../spec/limits.ts';
import { ms } from '../../spec/time.ts';
import type { Story } from '../history.ts';

/**
 * Limits as a client may rely on them. Where a run was played with others than the published ones, it cannot know, and
 * so the more lenient of the two counts.
 */

type Timed = 'answerMemory' | 'linkLifetime' | 'listingWindow';
type Rated = 'createRate' | 'createOverall' | 'listRate' | 'listDaily';

const both = ({ ground }: Story, name: Timed): readonly number[] => {
  const published: TimeLimit = limits[name];
  return [ms(published.value), ms(ground.limits[name].value)];
};

/** How long an answer certainly stays the same. */
export const answerMemory = (story: Story): number => Math.min(...both(story, 'answerMemory'));
export const linkLifetime = (story: Story): number => Math.max(...both(story, 'linkLifetime'));
export const listingWindow = (story: Story): number => Math.max(...both(story, 'listingWindow'));

export const rate = ({ ground }: Story, name: Rated): { readonly most: number; readonly within: number } => {
  const published: RateLimit = limits[name];
  return { most: Math.max(published.value, ground.limits[name].value), within: ms(published.within) };
};

export const burst = ({ ground }: Story, name: 'createBurst' | 'listBurst'): number =>
  Math.max(limits[name].value, ground.limits[name].value);

export const pageSizes = ({ ground }: Story): { readonly least: number; readonly most: number } => {
  const { least, value } = limits.pageSize;
  return { least: Math.min(least, ground.limits.pageSize.least), most: Math.max(value, ground.limits.pageSize.value) };
};

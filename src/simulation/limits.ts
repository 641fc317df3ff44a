import type { LimitName, Limits } from '../spec/limits.ts';
import type { Duration } from '../spec/time.ts';

/** Limits that can be set, with what they are set to. */
export interface LimitChoices {
  /** Requests, or records a page. */
  readonly createRate?: number;
  readonly createBurst?: number;
  readonly createOverall?: number;
  readonly listRate?: number;
  readonly listBurst?: number;
  readonly listDaily?: number;
  readonly pageSize?: number;
  readonly answerMemory?: Duration;
  readonly linkLifetime?: Duration;
  readonly listingWindow?: Duration;
}

/** The limits of a profile with some set otherwise. A smaller largest page makes the usual one no larger. */
export const adjustLimits = (limits: Limits, choices: LimitChoices): Limits => {
  const adjusted: Record<string, Limits[LimitName]> = { ...limits };
  for (const name of Object.keys(choices) as (keyof LimitChoices)[]) {
    const value = choices[name];
    if (value !== undefined) adjusted[name] = { ...limits[name], value } as Limits[LimitName];
  }
  const pages = { ...limits.pageSize, value: choices.pageSize ?? limits.pageSize.value };
  const pageSize = { ...pages, usual: Math.min(pages.usual, pages.value) };
  return { ...(adjusted as Limits), pageSize };
};

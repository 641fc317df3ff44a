import type { LimitName, Limits, LimitValues } from './limits.ts';

/** The limits of a profile with some set otherwise. A smaller largest page makes the usual one no larger. */
export const adjustLimits = (limits: Limits, choices: LimitValues): Limits => {
  const adjusted: Record<LimitName, Limits[LimitName]> = { ...limits };
  for (const name of Object.keys(choices) as LimitName[]) {
    const value = choices[name];
    if (value !== undefined) adjusted[name] = { ...limits[name], value } as Limits[LimitName];
  }
  const pages = { ...limits.pageSize, value: choices.pageSize ?? limits.pageSize.value };
  const pageSize = { ...pages, usual: Math.min(pages.usual, pages.value) };
  return { ...(adjusted as Limits), pageSize };
};

import type { LimitChoices } from '../language/ast.ts';
import type { LimitName, Limits } from '../spec/limits.ts';

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

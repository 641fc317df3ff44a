import { below } from '../core/ids.ts';
import type { Chance } from './ast.ts';

/** In how many a chance is counted: three decimals of a percentage. */
const whole = 100_000;

/** How many of 100 000 a chance is: `30%`, `0.5%`. Undefined when the text says none, or none at all, or more than all. */
export const parseChance = (chance: unknown): number | undefined => {
  const [text] = typeof chance === 'string' ? (/^\d{1,3}(?:\.\d{1,3})?(?=%$)/.exec(chance) ?? []) : [];
  const share = text === undefined ? 0 : Math.round(Number(text) * 1000);
  return share > 0 && share <= whole ? share : undefined;
};

/** Whether this one is among them. Same seed, same step, same number: same luck. */
export const isLucky = (chance: Chance | undefined, seed: number, step: number, number: number): boolean =>
  chance === undefined || below(whole, seed, 'chance', step, number) < (parseChance(chance) ?? 0);

import { adjustLimits } from '../spec/adjust-limits.ts';
import type { Assumptions } from '../spec/assumptions.ts';
import type { Limits } from '../spec/limits.ts';
import { newestProfile, profiles } from '../spec/profiles.ts';
import type { Entry } from './entry.ts';

/** By what the service of a trace decided. A recording of the real one does not say, and has what is usual. */
export interface Settings {
  readonly assumptions: Assumptions;
  readonly limits: Limits;
}

export const settingsIn = (entries: readonly Entry[]): Settings => {
  const usual = profiles[newestProfile];
  const world = entries.find((entry) => entry.kind === 'began')?.world;
  return {
    assumptions: { ...usual.assumptions, ...world?.assumptions },
    limits: adjustLimits(usual.limits, world?.limits ?? {}),
  };
};

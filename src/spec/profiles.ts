import { type Assumptions, defaultAssumptions } from './assumptions.ts';
import { type Limits, limits } from './limits.ts';
import { namesOf } from './names-of.ts';

/** A dated state of the interfaces: limits, and the choices made where the document of that date leaves a point open. */
export interface Profile {
  readonly limits: Limits;
  readonly assumptions: Assumptions;
}

/** By the API version of interface C, the newest first. (Versioning) */
export const profiles = {
  '2024-02-29': { limits, assumptions: defaultAssumptions },
} as const satisfies Record<string, Profile>;

export type ProfileName = keyof typeof profiles;

export const profileNames: readonly ProfileName[] = namesOf(profiles);

export const newestProfile: ProfileName = '2024-02-29';

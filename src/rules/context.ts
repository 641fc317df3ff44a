import type { Assumptions } from '../spec/assumptions.ts';
import type { Limits } from '../spec/limits.ts';

/** What a trace is judged under: rules judge by the same assumptions and the same limits as the service had. */
export interface Context {
  readonly assumptions: Assumptions;
  readonly limits: Limits;
  /** Milliseconds of virtual time, from the beginning, for which it was watched; left out: up to its last entry. */
  readonly until?: number;
}

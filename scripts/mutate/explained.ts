/** Faults that no test can or need notice, and why: in words that whoever doubts it can check. */
export interface Explanation {
  readonly file: string;
  readonly because: string;
  /** The changes as the report shows them. */
  readonly mutations: readonly string[];
}

export const explained: readonly Explanation[] = [];

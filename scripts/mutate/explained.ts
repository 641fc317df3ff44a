/** A fault that no test can or need notice, and why: in words that whoever doubts it can check. */
export interface Explanation {
  readonly file: string;
  /** The change as the report shows it, or a pattern for several of a kind. */
  readonly mutation: string | RegExp;
  readonly because: string;
}

export const explained: readonly Explanation[] = [];

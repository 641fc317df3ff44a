/** An expectation that was not met. */
export interface Finding {
  /** What was expected, in one sentence. */
  readonly claim: string;
  /** What was found instead. */
  readonly found: string;
  /** Where the expectation was written: `file:line:col` of a step, or `file, expect.client`. */
  readonly place: string;
}

/** Something to point at in a trace: a rule that was broken, or where two runs first differ. */
export interface Mark {
  /** One word: `C14`. */
  readonly label: string;
  readonly tells: string;
  readonly at: number;
  readonly exchange?: number;
  readonly entry?: number;
}

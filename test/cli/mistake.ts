/** Something typed that cannot be done, and what is said about it. */
export interface Mistake {
  readonly mistake: string;
  /** `@` stands for the folder of the test. */
  readonly argv: string;
  readonly says: readonly string[];
}

/** Something typed that cannot be done, and what is said about it. */
export interface Mistake {
  readonly mistake: string;
  /** `@` stands for the folder of the test. */
  readonly argv: string;
  readonly says: readonly string[];
}

/** Mistakes, one a line: what it is, what is typed, and all that is said of it, with bars between them. */
export const mistakesIn = (table: string): readonly Mistake[] =>
  table
    .trim()
    .split('\n')
    .map((line) => {
      const [mistake = '', argv = '', ...says] = line.split('|').map((part) => part.trim());
      return { mistake, argv, says };
    });

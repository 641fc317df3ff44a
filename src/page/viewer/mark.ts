import type { PageBroken } from '../data.ts';

/** Something to point at in a trace: a rule that was broken, or where two runs first differ. */
export interface Mark {
  /** One word: `C14`. */
  readonly label: string;
  readonly tells: string;
  readonly at: number;
  readonly exchange?: number;
  readonly entry?: number;
}

export const marksOf = (broken: readonly PageBroken[]): readonly Mark[] =>
  broken
    .flatMap(({ rule, name, evidence }) =>
      evidence.map(({ at, exchange, what }) => ({
        label: rule,
        tells: `${name}: ${what}`,
        at,
        ...(exchange !== undefined && { exchange }),
      })),
    )
    .sort((one, other) => one.at - other.at);

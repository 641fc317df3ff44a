import type * as FastCheck from 'fast-check';

/** What a story is asked for: that the client gets through it, or only that it never misbehaves. */
export type Mode = 'recoverable' | 'any';

/** One step as numbers: which kind, at which moment, and what exactly. */
export type StepDraw = readonly [kind: number, moment: number, nth: number, a: number, b: number, c: number];

/** A story as numbers. The smaller they are, and the fewer, the plainer is the story. */
export interface Draw {
  readonly mode: Mode;
  readonly world: readonly number[];
  /** Which open points leave their default. */
  readonly changes: readonly number[];
  readonly steps: readonly StepDraw[];
}

const mostChanges = 3;
const mostSteps = 5;

/** Stories as numbers. What the numbers point at lies in tables whose first rows are the plainest. */
export const drawsOf = (fc: typeof FastCheck, modes: readonly Mode[]): FastCheck.Arbitrary<Draw> => {
  const number = fc.nat(65_535);
  return fc.record({
    mode: fc.constantFrom(...modes),
    world: fc.array(number, { minLength: 6, maxLength: 6 }),
    changes: fc.array(number, { maxLength: mostChanges, size: 'max' }),
    steps: fc.array(fc.tuple(number, number, number, number, number, number), { maxLength: mostSteps, size: 'max' }),
  });
};

/** The row that a number points at. */
export const pick = <Row>(table: readonly [Row, ...Row[]], number: number): Row =>
  table[number % table.length] ?? table[0];

/** The same for a table whose length only the program knows; undefined when it is empty. */
export const pickAny = <Row>(table: readonly Row[], number: number): Row | undefined => table[number % table.length];

/** Which of a client's random sources are drawn from the seed: `Math.random`; those of `crypto`, too; or none. */
export type RandomChoice = (typeof randomChoices)[number];

export const randomChoices = ['math', 'all', 'native'] as const;

/** The random numbers of one simulation's client: a stream of its own for each source, so that one does not shift the other. */
export interface RandomSource {
  /** In place of `Math.random`; undefined where that is left alone. */
  readonly number: (() => number) | undefined;
  /** In place of what `crypto` draws. */
  readonly fill: (<Into extends Uint8Array>(into: Into) => Into) | undefined;
}

/** The random numbers of a client, by the seed of its simulation. */
export const createRandomSource = (seed: number, choice: RandomChoice): RandomSource => ({
  number: choice === 'native' ? undefined : numbers(draw(seed, 1)),
  fill: choice === 'all' ? bytes(draw(seed, 2)) : undefined,
});

/** Whole numbers of 32 bits: Doty-Humphrey's sfc32. */
const draw = (seed: number, stream: number): (() => number) => {
  let [a, b, c, counter] = [seed | 0, Math.floor(seed / 2 ** 32) | 0, stream, 1];
  const next = (): number => {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return sum >>> 0;
  };
  // Seeds that differ by little begin to differ by much.
  for (let round = 0; round < 16; round++) next();
  return next;
};

/** As precise as those of the engine: 53 bits. */
const numbers = (next: () => number) => (): number => ((next() >>> 5) * 2 ** 26 + (next() >>> 6)) / 2 ** 53;

const bytes =
  (next: () => number) =>
  <Into extends Uint8Array>(into: Into): Into => {
    for (let at = 0, word = 0; at < into.length; at++) {
      word = at % 4 === 0 ? next() : word >>> 8;
      into[at] = word & 0xff;
    }
    return into;
  };

import type { Measured } from './measure.ts';

export interface Row extends Measured {
  readonly name: string;
  readonly kind: 'wrong' | 'correct';
}

/** The table of power: what was found of all wrong clients at each seed, and which correct ones were accused. */
export const summarize = (rows: readonly Row[]): string => {
  const seeds = [...new Set(rows.map(({ seed }) => seed))].sort((one, other) => one - other);
  const wrong = rows.filter(({ kind }) => kind === 'wrong');
  const table = seeds.map((seed) => {
    const ofSeed = wrong.filter((row) => row.seed === seed);
    const within = (level: 'must' | 'any', most: number): string =>
      share(ofSeed.filter((row) => (row[level]?.scenario ?? Infinity) <= most).length, ofSeed.length);
    const found = ofSeed.flatMap(({ any }) => any ?? []);
    const cells = [
      seed,
      within('must', 100),
      within('must', 1000),
      within('any', 100),
      within('any', 1000),
      median(found.map(({ scenario }) => scenario)),
      median(found.map(({ seconds }) => seconds)).toFixed(2),
    ];
    return `| ${cells.join(' | ')} |`;
  });
  const missed = [...new Set(wrong.map(({ name }) => name))].flatMap((name) => {
    const lost = wrong.filter((row) => row.name === name && row.any === undefined).map(({ seed }) => seed);
    return lost.length === 0 ? [] : [`- ${name}: not found at ${lost.join(', ')}`];
  });
  const accused = rows
    .filter(({ kind, any }) => kind === 'correct' && any !== undefined)
    .map(({ name, seed, any }) => `- ${name}, seed ${seed}: ${any?.by.join(' ')} in scenario ${any?.scenario}`);
  const correct = rows.filter(({ kind }) => kind === 'correct');
  const sum = correct.reduce((all, { runs }) => all + runs, 0);
  return [
    `${wrong.length / seeds.length} wrong clients`,
    '| seed | must, within 100 | must, within 1000 | any rule, within 100 | any rule, within 1000 | median scenario | median seconds |',
    '|---|---|---|---|---|---|---|',
    ...table,
    ...missed,
    '',
    `${new Set(correct.map(({ name }) => name)).size} correct clients, ${sum} scenarios: ${accused.length === 0 ? 'nobody is accused' : 'accused'}`,
    ...accused,
  ].join('\n');
};

const share = (part: number, all: number): string => `${((100 * part) / Math.max(all, 1)).toFixed(1)} %`;

const median = (numbers: readonly number[]): number =>
  [...numbers].sort((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? 0;

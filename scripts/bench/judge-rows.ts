import { type Measure, type Row } from './rows.ts';
import { copies, type Samples } from './take-samples.ts';

/** What became of a row: a figure, how far it may be off, and whether that decides about its goal. */
export interface Judged {
  readonly row: Row;
  /** A ratio; or, of a row without a floor, the figure itself. */
  readonly figure: number;
  /** The same of the first samples, before anything was compiled; undefined of what is always cold. */
  readonly first: number | undefined;
  /** The factor by which two measurements of the same differ. */
  readonly spread: number;
  /** Undefined of a row without a goal. */
  readonly verdict: Verdict | undefined;
  readonly reachesStretch: boolean;
  readonly peers: Readonly<Record<string, number>>;
}

export type Verdict = 'met' | 'undecided' | 'missed';

export const judgeRow = (row: Row, samples: Samples): Judged => {
  const of = (measure: Measure): readonly number[] => samples.get(measure)?.samples ?? [];
  const base = row.floor === undefined ? 1 : least(of(row.floor));
  const ours = least(of(row.ours));
  const divide = (mine: number, other: number): number => (row.isSpeedUp === true ? other / mine : mine / other);
  const figure = divide(ours, base);
  const firstBase = row.floor === undefined ? 1 : samples.get(row.floor)?.first;
  const firstOurs = samples.get(row.ours)?.first;
  const floors = row.floor === undefined ? [] : [row.floor, ...copies(row.floor)];
  const spread = Math.max(1, apart(of(row.ours)), ...floors.map((floor) => apart(of(floor))), ...copied(floors, of));
  return {
    row,
    figure,
    first: firstOurs === undefined || firstBase === undefined ? undefined : divide(firstOurs, firstBase),
    spread,
    verdict: decide(row, figure, spread),
    reachesStretch: row.stretch !== undefined && isWithin(row, figure, row.stretch),
    peers: Object.fromEntries(
      Object.entries(row.peers ?? {}).map(([name, peer]) => [name, divide(least(of(peer)), base)]),
    ),
  };
};

/** Whatever else the machine does only adds to a sample. */
const least = (samples: readonly number[]): number => Math.min(...samples);

/** By what factor the least of the even samples and the least of the odd ones differ. */
const apart = (samples: readonly number[]): number => {
  const [even, odd] = [0, 1].map((rest) => least(samples.filter((_, at) => at % 2 === rest))) as [number, number];
  return Math.max(even / odd, odd / even);
};

const copied = (floors: readonly Measure[], of: (measure: Measure) => readonly number[]): readonly number[] => {
  const [one, other] = floors;
  if (one === undefined || other === undefined) return [];
  const [here, there] = [least(of(one)), least(of(other))];
  return [Math.max(here / there, there / here)];
};

const isWithin = ({ isSpeedUp }: Row, figure: number, goal: number): boolean =>
  isSpeedUp === true ? figure >= goal : figure <= goal;

const decide = (row: Row, figure: number, spread: number): Verdict | undefined => {
  if (row.must === undefined) return undefined;
  const [worse, better] =
    row.isSpeedUp === true ? [figure / spread, figure * spread] : [figure * spread, figure / spread];
  if (isWithin(row, worse, row.must)) return 'met';
  return isWithin(row, better, row.must) ? 'undecided' : 'missed';
};

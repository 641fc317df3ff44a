import { showDuration } from '../../spec/time.ts';

/** Who does something, from left to right. */
export const lanes = ['client', 'service', 'customer', 'network'] as const;
export type Lane = (typeof lanes)[number];

/** One line of a timeline: what each of them did at an instant. */
export interface Row {
  /** Virtual milliseconds since the simulation began. */
  readonly at: number;
  /** The number of the exchange that it is about, and what that was. */
  readonly exchange?: number;
  readonly operation?: string;
  /** The client came to its end here. */
  readonly isEnd?: true;
  readonly cells: Readonly<Partial<Record<Lane, string>>>;
}

/** A length of time as short as it goes: `10m`, `1h31m`, `1h0m0.001s`, `0s`. */
export const showTime = (milliseconds: number): string => {
  const text = showDuration(milliseconds).replace('.000s', 's');
  return text.replace(/(?<=m)0s$/, '').replace(/(?<=h)0m$/, '');
};

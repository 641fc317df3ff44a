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

/** A part of all scenarios: every so-manieth is dealt to one of several processes or machines. */
export interface Shard {
  /** Counted from 1. */
  readonly index: number;
  readonly of: number;
}

/** The turns of a shard, counted from 1, up to the last one. */
export function* turnsOf({ index, of }: Shard, last: number): Generator<number> {
  for (let turn = index; turn <= last; turn += of) yield turn;
}

/** The last turn of a shard that has run so many; its first where it has run none. */
export const turnAfter = ({ index, of }: Shard, runs: number): number => index + of * Math.max(0, runs - 1);

/** How many turns of a shard there are up to this one. */
export const countTurns = ({ index, of }: Shard, last: number): number => Math.ceil(Math.max(0, last - index + 1) / of);

/**
 * Scenarios come in hands of five. They explore what has not been tried; the last of every other hand varies the one of its
 * four others to which the client reacted in the newest way. What a scenario is made of thus depends on the seed, its turn and
 * at most four scenarios before it, and whoever is dealt a whole hand, a process or a machine, makes the same of it.
 */
export const handSize = 5;

const variationEvery = 2 * handSize;

/** A part of all scenarios: the hands that are dealt to one of several. */
export interface Shard {
  /** Counted from 1. */
  readonly index: number;
  readonly of: number;
}

/** The turns of a shard, counted from 1, up to the last one. */
export function* turnsOf({ index, of }: Shard, last: number): Generator<number> {
  for (let hand = index - 1; hand * handSize < last; hand += of) {
    for (let place = 1; place <= handSize; place += 1) {
      const turn = hand * handSize + place;
      if (turn <= last) yield turn;
    }
  }
}

/** How many turns of a shard there are up to this one. */
export const countTurns = (shard: Shard, last: number): number => [...turnsOf(shard, last)].length;

/** Whether the scenario of this turn varies one of its hand. */
export const isVariation = (turn: number): boolean => turn % variationEvery === 0;

/** The how-manieth of those that explore it is, counted from 1. */
export const explorationOf = (turn: number): number => turn - Math.floor(turn / variationEvery);

import { expect, test } from 'vitest';
import { countTurns, type Shard, turnAfter, turnsOf } from '../../src/check/shards.ts';

const counts = [1, 2, 3, 7] as const;
const lasts = [1, 4, 5, 6, 10, 37, 100] as const;

const upTo = (last: number): readonly number[] => Array.from({ length: last }, (_, index) => index + 1);
const shardsOf = (of: number): readonly Shard[] => upTo(of).map((index) => ({ index, of }));

test('shards are disjoint, and together they are all turns', () => {
  for (const of of counts) {
    for (const last of lasts) {
      const dealt = shardsOf(of).flatMap((shard) => [...turnsOf(shard, last)]);

      expect(dealt.sort((one, other) => one - other)).toEqual(upTo(last));
    }
  }
});

test('no shard has more than one turn more than another', () => {
  for (const of of counts) {
    for (const last of lasts) {
      const sizes = shardsOf(of).map((shard) => countTurns(shard, last));

      expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
    }
  }
});

test('the last turn of a shard after so many is the last of those that it was dealt', () => {
  for (const of of counts) {
    for (const shard of shardsOf(of)) {
      const turns = [...turnsOf(shard, 200)];

      expect(turns.map((_, index) => turnAfter(shard, index + 1))).toEqual(turns);
      expect(turnAfter(shard, 0)).toBe(turns[0]);
      expect(countTurns(shard, 200)).toBe(turns.length);
    }
  }
});

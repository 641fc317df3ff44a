import { expect, test } from 'vitest';
import { symbolOf } from '../../src/clock/http2-internals.ts';

test('of symbols that are described alike, each object has its own found, and who has none has none', () => {
  const [one, other] = [Symbol('socket'), Symbol('socket')];
  const find = (owner: object) => symbolOf(owner, 'socket');

  expect(find({ [one]: 1 })).toBe(one);
  expect(find({ [other]: 1 })).toBe(other);
  expect(find({ [one]: 1 })).toBe(one);
  expect(find({})).toBeUndefined();
});

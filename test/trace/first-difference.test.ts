import { expect, test } from 'vitest';
import { firstDifference } from '../../scripts/traces/first-difference.ts';

test.each([
  ['{"at":0}\n{"at":1}\n', '{"at":0}\n{"at":2}\n', 'line 2\n    {"at":1}\n    {"at":2}'],
  ['a\n', 'a\r\n', 'line 1\n    a\n    a\r'],
  ['a\nb', 'a', 'line 2\n    b\n    nothing'],
  ['a', 'a\n', 'line 2\n    nothing\n    '],
  ['a', undefined, 'it is only on one of them'],
])('of %j and %j it is told where they begin to differ', (one, other, found) => {
  expect(firstDifference(one, other)).toBe(found);
});

test('the same bytes are no difference', () => {
  expect(firstDifference('a\n', 'a\n')).toBeUndefined();
});

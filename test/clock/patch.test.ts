import { expect, test } from 'vitest';
import { replace } from '../../src/clock/patches/patch.ts';

/* What environments of test runners make of their globals: each is replaced, and put back as it was. */

test.each<[what: string, before: PropertyDescriptor | undefined]>([
  ['a plain one', { value: 'theirs', writable: true, enumerable: true, configurable: true }],
  [
    'one that may be set, and not be defined anew',
    { value: 'theirs', writable: true, enumerable: false, configurable: false },
  ],
  [
    'one that may be defined anew, and not be set',
    { value: 'theirs', writable: false, enumerable: true, configurable: true },
  ],
  ['one that is read by a function', { get: () => 'theirs', set: () => {}, enumerable: true, configurable: true }],
  ['none', undefined],
])('%s', (_, before) => {
  const owner = before === undefined ? {} : Object.defineProperty({}, 'timer', before);

  const undo = replace(owner, 'timer', 'ours');

  expect(Reflect.get(owner, 'timer')).toBe('ours');
  undo();
  expect(Object.getOwnPropertyDescriptor(owner, 'timer')).toEqual(before);
});

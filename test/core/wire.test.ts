import { expect, test } from 'vitest';
import { pickHeaders } from '../../src/core/wire.ts';

const headers = JSON.parse('{"a":"1","b":"2","__proto__":"3","c":"4"}') as Record<string, string>;

test('headers are picked in the order in which they are named, and nothing else is', () => {
  expect(Object.entries(pickHeaders(headers, ['c', 'a']))).toEqual([
    ['c', '4'],
    ['a', '1'],
  ]);
});

test('a header may have any name: what is picked descends from nothing that a client sends', () => {
  const picked = pickHeaders(headers, ['__proto__', 'b']);

  expect(Object.entries(picked)).toEqual([
    ['__proto__', '3'],
    ['b', '2'],
  ]);
  expect(Object.getPrototypeOf(picked)).toBe(Object.prototype);
});

test('what is picked is a copy, to which more is said', () => {
  const picked = pickHeaders(headers, ['a']);
  picked['a'] = '5';

  expect(picked).toEqual({ a: '5' });
  expect(headers['a']).toBe('1');
});

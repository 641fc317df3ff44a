import { describe, expect, test } from 'vitest';
import { byteLength, jsonObject, mediaType, pairs } from '../../../src/core/text.ts';

/** UTF-8 (RFC 3629), in which half a surrogate pair is sent as U+FFFD. */
describe('a payload is measured in bytes as they are sent', () => {
  test.each([
    ['nothing', '', 0],
    ['the last of one byte', '\u007f', 1],
    ['the first of two', '\u0080', 2],
    ['a letter of two', 'é', 2],
    ['the last of two', '\u07ff', 2],
    ['the first of three', '\u0800', 3],
    ['the last of three', '\uffff', 3],
    ['the last of three, and a letter', '\uffffa', 4],
    ['the first of four', '\ud800\udc00', 4],
    ['a pair', '\ud83d\ude00', 4],
    ['a pair whose halves are the last of their kinds', '\udbff\udfff', 4],
    ['a pair with an odd second half', '\ud83d\udc01', 4],
    ['a pair and a letter of two bytes', '\ud83d\ude00é', 6],
    ['two pairs', '\ud83d\ude00\ud83d\ude00', 8],
    ['a first half alone', '\ud83d', 3],
    ['a first half and a letter', '\ud83da', 4],
    ['a second half alone', '\ude00', 3],
    ['two second halves', '\ude00\ude00', 6],
    ['a letter of three bytes before a second half', '\u0800\ude00', 6],
  ])('%s', (_name, text, bytes) => {
    expect(byteLength(text)).toBe(bytes);
  });
});

describe('a body is an object or none', () => {
  test.each(['[{"a":1}]', '"{}"', '1{', '{', 'null', ''])('%j is none', (text) => {
    expect(jsonObject(text)).toBeUndefined();
  });

  test.each(['{"a":1}', ' \t\r\n{"a":1}'])('%j is one', (text) => {
    expect(jsonObject(text)).toEqual({ a: 1 });
  });
});

describe('forms and query strings', () => {
  test.each(['', 'a', 'a=', '=x', 'a=b=c', 'a=1&b=2', 'a+b=c+d', 'a=%26', 'last&a=1'])(
    '%j is read as a form',
    (text) => {
      expect([...pairs(text)]).toEqual([...new URLSearchParams(text)]);
    },
  );

  test('the first of equal keys counts', () => {
    expect([...pairs('a=1&a=2')]).toEqual([['a', '1']]);
  });

  test('what cannot be decoded stands for itself, as forms are read by the URL standard', () => {
    const text = '%zz=1&a=%zz+%&b=2';

    expect([...pairs(text)]).toEqual([...new URLSearchParams(text)]);
  });
});

test.each([
  ['application/json ; charset=utf-8', 'application/json'],
  [' Application/JSON', 'application/json'],
  ['application/json;a=1;b=2', 'application/json'],
  [undefined, ''],
])('content type %j is %j', (header, type) => {
  expect(mediaType(header)).toBe(type);
});

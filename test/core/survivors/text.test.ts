import { describe, expect, test } from 'vitest';
import { byteLength, jsonObject, mediaType, pairs } from '../../../src/core/text.ts';

describe('a payload is measured in bytes as they are sent', () => {
  test.each([
    ['the last of one byte', '\u007f'],
    ['the first of two', '\u0080'],
    ['a letter of two', 'é'],
    ['the last of two', '\u07ff'],
    ['the first of three', '\u0800'],
    ['the last of three', '\uffff'],
    ['the last of three, and a letter', '\uffffa'],
    ['the first of four', '\ud800\udc00'],
    ['a pair', '\ud83d\ude00'],
    ['a pair whose halves are the last of their kinds', '\udbff\udfff'],
    ['a pair with an odd second half', '\ud83d\udc01'],
    ['a pair and a letter of two bytes', '\ud83d\ude00é'],
    ['two pairs', '\ud83d\ude00\ud83d\ude00'],
    ['a first half alone', '\ud83d'],
    ['a first half and a letter', '\ud83da'],
    ['a second half alone', '\ude00'],
    ['two second halves', '\ude00\ude00'],
    ['a letter of three bytes before a second half', '\u0800\ude00'],
  ])('%s', (_name, text) => {
    expect(byteLength(text)).toBe(new TextEncoder().encode(text).length);
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

  test('what cannot be decoded is as good as absent', () => {
    expect([...pairs('%zz=1&a=%zz&b=2')]).toEqual([['b', '2']]);
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

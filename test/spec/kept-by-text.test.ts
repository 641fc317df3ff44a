import { expect, test } from 'vitest';
import { keptByText } from '../../src/spec/kept-by-text.ts';

const counting = () => {
  const asked: string[] = [];
  const read = keptByText((text) => {
    asked.push(text);
    if (text === 'bad') throw new Error('cannot be read');
    return { text };
  });
  return { asked, read };
};

test('what is read of a text is read once, and is the same for all who ask', () => {
  const { asked, read } = counting();

  expect(read('a')).toBe(read('a'));
  expect(read('b')).toEqual({ text: 'b' });
  expect(asked).toEqual(['a', 'b']);
});

test('what cannot be read is read anew each time', () => {
  const { asked, read } = counting();

  for (let time = 0; time < 2; time++) expect(() => read('bad')).toThrow('cannot be read');
  expect(asked).toEqual(['bad', 'bad']);
});

test('a few hundred are kept at most, and no long one', () => {
  const { asked, read } = counting();
  const long = 'x'.repeat(5001);

  read('first');
  for (let number = 0; number < 500; number++) read(String(number));
  read('first');
  for (let time = 0; time < 2; time++) read(long);

  expect(asked.filter((text) => text === 'first')).toHaveLength(2);
  expect(asked.filter((text) => text === long)).toHaveLength(2);
});

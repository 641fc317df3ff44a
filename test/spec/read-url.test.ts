import { expect, test } from 'vitest';
import { readUrl } from '../../src/spec/read-url.ts';

test.each(['https://bücher.example/', 'https://shop.example/ü', 'http://[::1]:8080/'])(
  'what is an absolute URL stays one, however often it is asked for: %s',
  (text) => {
    const { href } = new URL(text);
    let read = 0;
    for (let time = 0; time < 100_000; time++) if (readUrl(text)?.href === href) read++;

    expect(read).toBe(100_000);
  },
);

test.each(['', 'shop.example', '/path', 'https://', 'https://a b'])('%o is none', (text) => {
  expect(readUrl(text)).toBeUndefined();
});

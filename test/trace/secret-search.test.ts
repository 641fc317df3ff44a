import { expect, test } from 'vitest';
import { createNames } from '../../src/trace/secret-names.ts';
import { createSearch } from '../../src/trace/secret-search.ts';

const hide = (secrets: readonly string[], text: string): string => {
  const search = createSearch();
  for (const secret of secrets) search.add(secret);
  return search.replace(text, (secret) => `<${secrets.indexOf(secret)}>`);
};

const hex = '0123456789abcdef'.repeat(4);

test.each([
  ['nothing', [], 'a text of some length', 'a text of some length'],
  ['a text without any', ['secret-1'], 'secret-2 secret- 1', 'secret-2 secret- 1'],
  ['one at either end and one after the other', ['secret-1'], 'secret-1 secret-1secret-1', '<0> <0><0>'],
  ['one that ends another', ['a-secret-1', 'secret-1'], 'a-secret-1 secret-1', '<0> <1>'],
  ['one that begins another', ['secret-1', 'secret-1-more'], 'secret-1-more secret-1', '<1> <0>'],
  ['two that overlap', ['12345678abc', 'abcdefghi'], 'x12345678abcdefghi', 'x<0>'],
  ['one that was cut', ['refresh-0123456789'], 'saw "refresh-01234…", and refresh-01', 'saw "<0>…", and refresh-01'],
  ['one that was cut without a mark', [`key-${hex}`], `{"a":"key-${hex.slice(0, 30)} (200)`, '{"a":"<0> (200)'],
  ['too little to be one that was cut', [`key-${hex}`], `key-${hex.slice(0, 19)}`, `key-${hex.slice(0, 19)}`],
  [
    'an address that begins as one does',
    ['https://hooks.example.com/T0'],
    'https://hooks.example.com',
    'https://hooks.example.com',
  ],
  ['what is too short', ['1234567'], '1234567', '1234567'],
  ['one in Basic credentials', ['c0ffee-secret-1'], `Basic ${btoa('me:c0ffee-secret-1')}`, `Basic ${btoa('me:')}<0>`],
])('%s', (_, secrets, text, hidden) => {
  expect(hide(secrets, text)).toBe(hidden);
});

test('many are found as one is, those whose ends are alike too', () => {
  const secrets = Array.from({ length: 20_000 }, (_, index) => `${index}-is-a-secret-${index % 7}`);

  expect(hide(secrets, secrets.slice(19_000).join(' '))).toBe(
    secrets
      .slice(19_000)
      .map((_, index) => `<${19_000 + index}>`)
      .join(' '),
  );
});

test('a token is found beside a word of ten million characters', () => {
  const word = 'x'.repeat(10_000_000);
  const token = 'sdt-0123456789abcdef0123456789abcdef';

  const hidden = createNames((text) => text === token).hide(`${word} ${token}`);

  expect(hidden === `${word} <token 1>`).toBe(true);
});

test('mails fold base64 into lines', () => {
  const lines = Buffer.from(`${'Hello. '.repeat(10)}The key is 0123456789abcdef, keep it.`)
    .toString('base64')
    .replace(/.{76}/g, '$&\r\n');

  const hidden = hide(['0123456789abcdef'], `content: ${lines}`);

  expect(hidden).toContain('<0>');
  expect(Buffer.from(hidden.replace('<0>', ''), 'base64').toString()).not.toContain('0123456789');
});

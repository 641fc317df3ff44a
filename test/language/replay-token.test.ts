import { crc32, deflateRawSync } from 'node:zlib';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { scenario } from '../../src/language/builder.ts';
import { readToken, writeToken } from '../../src/language/replay-token.ts';
import { misuseOf } from '../misuse-of.ts';
import { asScenario, story } from './arbitraries/story.ts';

const refuse = (token: string) => misuseOf(() => readToken(token));

/** A token around any bytes, with the right sum. */
const wrap = (text: string | Buffer, sum = crc32(text)): string => {
  const check = Buffer.alloc(4);
  check.writeUInt32BE(sum);
  return `sd1_${Buffer.concat([check, deflateRawSync(text)]).toString('base64url')}`;
};

const late = scenario('late').on('notification').elapse('61m').build();

test('a token stands for the scenario and the seed, places and all', () => {
  fc.assert(
    fc.property(story, fc.nat(), (told, seed) => {
      const replay = { scenario: asScenario(told), seed };

      expect(readToken(writeToken(replay))).toStrictEqual(replay);
    }),
    { numRuns: 200, seed: 11 },
  );
});

test('a token is one word that survives shells, URLs and line ends', () => {
  const token = writeToken({ scenario: late, seed: 7 });

  expect(token).toMatch(/^sd1_[\w-]+$/);
  expect(token.length).toBeLessThan(250);
  expect(readToken(`  ${token}\r\n`)).toEqual({ scenario: late, seed: 7 });
});

test('the same run has the same token', () => {
  expect(writeToken({ scenario: late, seed: 7 })).toBe(writeToken({ scenario: late, seed: 7 }));
  expect(writeToken({ scenario: late, seed: 7 })).not.toBe(writeToken({ scenario: late, seed: 8 }));
});

test('a token in which a single character is wrong, missing or too much is refused', () => {
  const token = writeToken({ scenario: late, seed: 7 });

  for (let at = 4; at < token.length; at++) {
    const other = token[at] === 'x' ? 'y' : 'x';
    for (const wrong of [
      `${token.slice(0, at)}${other}${token.slice(at + 1)}`,
      `${token.slice(0, at)}${token.slice(at + 1)}`,
      `${token.slice(0, at)}!${token.slice(at)}`,
    ]) {
      expect(refuse(wrong).what, wrong).toBe('it is damaged');
    }
  }
});

test.each([
  ['nothing', '', 'this is no token', 'begins with "sd1_"'],
  ['a word', 'hour.yaml', 'this is no token', 'begins with "sd1_"'],
  ['the prefix alone', 'sd1_', 'it is damaged', 'copy it again'],
  ['a later version', writeToken({ scenario: late, seed: 7 }).replace('sd1_', 'sd2_'), 'it is of version 2', 'version'],
  ['what is no JSON', wrap('late'), 'it is damaged', 'copy it again'],
  ['a wrong sum', wrap('{}', 1), 'it is damaged', 'copy it again'],
  ['an empty object', wrap('{}'), 'it holds no scenario', 'version that printed it'],
  ['a list', wrap('[]'), 'it holds no scenario', 'version that printed it'],
  [
    'a step without a place',
    wrap(JSON.stringify({ scenario: { name: 'x' }, source: 'x', places: ['y'], seed: 1 })),
    'it holds no scenario',
    'version',
  ],
  [
    'a seed below zero',
    wrap(JSON.stringify({ scenario: { name: 'x' }, source: 'x', places: [], seed: -1 })),
    'it holds no scenario',
    'version',
  ],
  [
    'an unknown verb',
    wrap(
      JSON.stringify({
        scenario: { name: 'x', steps: [{ at: '1s', do: 'explode' }] },
        source: 'x',
        places: ['y'],
        seed: 1,
      }),
    ),
    'it holds no scenario',
    'version',
  ],
  [
    'a key that is none',
    wrap('{"scenario":{"name":"x","expect":{"result":{"__proto__":{"a":1}}}},"source":"x","places":[],"seed":1}'),
    'it holds no scenario',
    'version',
  ],
])('%s is refused', (_, token, what, hint) => {
  expect(refuse(token)).toMatchObject({
    code: 'BAD_OPTION',
    place: 'the replay token',
    what,
    hint: expect.stringContaining(hint),
  });
});

test('what inflates to more than a megabyte is refused before it has', () => {
  const bomb = wrap(Buffer.alloc(200_000_000));
  const began = performance.now();

  expect(refuse(bomb).what).toBe('it is damaged');
  expect(performance.now() - began).toBeLessThan(1000);
});

test('what is longer than any token is refused unread', () => {
  expect(refuse(`sd1_${'A'.repeat(2_000_000)}`).what).toBe('it is too long');
});

test('a scenario of more than a megabyte has no token', () => {
  const huge = scenario('huge')
    .customer({ records: [{ text: 'x'.repeat(1_100_000) }] })
    .build();

  expect(() => writeToken({ scenario: huge, seed: 7 })).toThrow('too large');
});

test('100 000 levels are refused, not run into', () => {
  const deep = `{"scenario":{"name":"x","expect":{"result":${'['.repeat(100_000)}${']'.repeat(100_000)}}},"source":"x","places":[],"seed":1}`;

  expect(refuse(wrap(deep)).what).toMatch(/it holds no scenario|it is damaged/);
});

import { expect, test } from 'vitest';
import { partOf, sizeOf } from '../../src/core/ranges.ts';
import type { WireAnswer } from '../../src/core/wire.ts';
import { rows } from './world.ts';

/** RFC 9110 section 14: which part of a file a Range header asks for. Files are ten bytes long. */

const text: WireAnswer = { status: 200, headers: {}, body: '0123456789' };
const padded: WireAnswer = { status: 200, headers: {}, body: '0123', more: { kind: 'blanks', bytes: 6 } };
const file: WireAnswer = { status: 200, headers: {}, body: '', more: { kind: 'file', path: '/f', bytes: 10 } };

test.each(
  rows(`
    range            told          text        blanks  from
    bytes=0-3        bytes 0-3/10  0123        -       0
    bytes=2-         bytes 2-9/10  23456789    6       2
    bytes=-3         bytes 7-9/10  789         3       7
    bytes=-30        bytes 0-9/10  0123456789  6       0
    bytes=9-9        bytes 9-9/10  9           1       9
    bytes=5-30       bytes 5-9/10  56789       5       5
    Bytes=3-4        bytes 3-4/10  34          1       3
  `),
)('$range: $told', ({ range = '', told, text: characters, blanks, from }) => {
  const [ofText, ofPadded, ofFile] = [text, padded, file].map((whole) => partOf(whole, range));

  expect(ofText).toStrictEqual({ status: 206, headers: { 'content-range': told }, body: characters });
  expect(ofPadded).toMatchObject({ status: 206, headers: { 'content-range': told } });
  const more = typeof ofPadded === 'object' ? ofPadded.more : undefined;
  expect(more).toEqual(blanks === '-' ? undefined : { kind: 'blanks', bytes: Number(blanks) });
  expect(ofFile).toHaveProperty('more.from', Number(from));
  expect(ofFile).toHaveProperty('more.bytes', characters?.length);
});

test.each(['bytes=10-', 'bytes=10-12', 'bytes=-0'])('%s: there is no such part', (range) => {
  expect(partOf(text, range)).toBe('unsatisfiable');
});

test.each(['bytes=4-3', 'bytes=', 'bytes=-', 'bytes=a-b', 'bytes=0-1,3-4', 'chars=0-1', 'kilobytes=0-1', ''])(
  '%j is not to be read: all is sent',
  (range) => {
    expect(partOf(text, range)).toBeUndefined();
  },
);

test('the refusal of a part tells how long the file is, whatever it is made of', () => {
  expect([text, padded, file].map(sizeOf)).toEqual([10, 10, 10]);
});

/** "If the selected representation is shorter than the specified suffix-length, the entire representation is used." */
test('the last three bytes of a file of one are that byte', () => {
  expect(partOf({ ...text, body: '0' }, 'bytes=-3')).toMatchObject({
    status: 206,
    headers: { 'content-range': 'bytes 0-0/1' },
    body: '0',
  });
});

/** "The only satisfiable form of range-spec is a suffix-range with a non-zero suffix-length." */
test.each(
  rows(`
    range      answer
    bytes=-3   all
    bytes=-1   all
    bytes=-0   unsatisfiable
    bytes=0-   unsatisfiable
    bytes=0-3  unsatisfiable
  `),
)('$range of an empty file: $answer', ({ range = '', answer }) => {
  expect(partOf({ ...text, body: '' }, range) ?? 'all').toBe(answer);
});

test('bytes are counted, and a character is never broken: then all is sent', () => {
  const umlaut: WireAnswer = { status: 200, headers: {}, body: 'aüb' };

  expect(partOf(umlaut, 'bytes=1-2')).toMatchObject({ body: 'ü', headers: { 'content-range': 'bytes 1-2/4' } });
  expect(partOf(umlaut, 'bytes=0-1')).toBeUndefined();
  expect(partOf(umlaut, 'bytes=2-3')).toBeUndefined();
});

/** UTF-8 (RFC 3629): characters of one to four bytes, a byte order mark at the beginning, and where each of them starts. */
const characters = { '\u{feff}': 0, a: 3, ü: 4, '€': 6, '😀': 9, b: 13 };
const whole: WireAnswer = { ...text, body: Object.keys(characters).join('') };
const starts = [...Object.values(characters), 14];
const parts = starts.flatMap((from, at) => starts.slice(at + 1).map((to) => [from, to] as const));

test.each(parts)('a part is what begins from byte %i on, and before %i', (from, to) => {
  const expected = Object.entries(characters).flatMap(([one, start]) => (start >= from && start < to ? [one] : []));

  expect(partOf(whole, `bytes=${from}-${to - 1}`)).toHaveProperty('body', expected.join(''));
});

test.each([1, 2, 5, 7, 8, 10, 11, 12])('no part begins or ends at byte %i, within a character', (at) => {
  expect(partOf(whole, `bytes=${at}-`)).toBeUndefined();
  expect(partOf(whole, `bytes=0-${at - 1}`)).toBeUndefined();
});

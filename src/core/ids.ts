import { keptByText } from '../spec/kept-by-text.ts';

/**
 * Every id, token and signature is a hash of the seed and of what it names. So nothing depends on the order in which
 * unrelated things happen: a customer more or less changes no other customer's ids.
 */
export type Part = string | number;

const join = (parts: readonly Part[]): string => parts.join('\u0000');

type Bits = readonly [number, number, number, number];

/** Whole numbers of 32 bits from the start: V8 reckons with others in another, slower way. */
const noText: Bits = [0x9e3779b9 | 0, 0x85ebca6b | 0, 0xc2b2ae35 | 0, 0x27d4eb2f | 0];

/** What is left of a text that follows another one, from what is left of that. */
const absorb = (before: Bits, text: string): Bits => {
  let [a, b, c, d] = before;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    a = Math.imul(a ^ code, 0x01000193) ^ (b >>> 13);
    b = Math.imul(b ^ code, 0x5bd1e995) ^ (c >>> 15);
    c = Math.imul(c ^ code, 0x1b873593) ^ (d >>> 16);
    d = Math.imul(d ^ code, 0x2c1b3c6d) ^ (a >>> 14);
  }
  return [a, b, c, d];
};

const stir = (bits: Bits): Bits => {
  let [a, b, c, d] = bits;
  for (let round = 0; round < 2; round++) {
    a = Math.imul(a ^ (b >>> 15), 0x85ebca6b);
    b = Math.imul(b ^ (c >>> 13), 0xc2b2ae35);
    c = Math.imul(c ^ (d >>> 16), 0x27d4eb2f);
    d = Math.imul(d ^ (a >>> 15), 0x165667b1);
  }
  return [a, b, c, d];
};

/** 128 bits over a text, as four 32-bit numbers. Not cryptography: stable, well spread, and quick. */
const hash = (text: string, before = noText): Bits => stir(absorb(before, text));

const codes = Array.from('0123456789abcdef', (digit) => digit.charCodeAt(0));

const digit = (bits: number): number => codes[bits & 15] as number;

/** Eight digits of 32 bits, written at once: every id and every link is made of them. */
const hex = (value: number): string =>
  String.fromCharCode(
    digit(value >>> 28),
    digit(value >>> 24),
    digit(value >>> 20),
    digit(value >>> 16),
    digit(value >>> 12),
    digit(value >>> 8),
    digit(value >>> 4),
    digit(value),
  );

/** The first eight digits of a digest. */
export const shortDigest = (...parts: readonly Part[]): string => hex(hash(join(parts))[0]);

/** 32 hexadecimal digits. */
export const digest = (...parts: readonly Part[]): string => digestOf(join(parts));

const digestOf = (text: string, before = noText): string => {
  const [a, b, c, d] = hash(text, before);
  return hex(a) + hex(b) + hex(c) + hex(d);
};

/** The digits of a version 4 UUID. */
export const uuidDigits = (...parts: readonly Part[]): string => {
  const [a, b, c, d] = hash(join(parts));
  // Its version is the thirteenth digit, its variant the first two bits of the seventeenth.
  return hex(a) + hex((b & 0xffff0fff) | 0x4000) + hex((c & 0x3fffffff) | 0x80000000) + hex(d);
};

/** A version 4 UUID. */
export const uuid = (...parts: readonly Part[]): string => withDashes(uuidDigits(...parts));

export const withDashes = (digits: string): string =>
  `${digits.slice(0, 8)}-${digits.slice(8, 12)}-${digits.slice(12, 16)}-${digits.slice(16, 20)}-${digits.slice(20)}`;

const blocks = Array.from({ length: 5 }, (_, block) => absorb(noText, `${block}\u0000`));

/** What the names of an owner leave of them: who has one token often gets another one soon. */
const blocksOf = keptByText((names) => blocks.map((block) => absorb(block, names)));

/** A long opaque string, as tokens are: one of those that are numbered under these names. */
export const opaque = (number: number, ...names: readonly Part[]): string => {
  const last = String(number);
  let all = '';
  for (const block of blocksOf(`${join(names)}\u0000`)) all += digestOf(last, block);
  return all;
};

/** A whole number from 0 up to (not including) `limit`. */
export const below = (limit: number, ...parts: readonly Part[]): number => (hash(join(parts))[0] >>> 0) % limit;

/** Signatures for many things of one kind on one page: each is mixed from the page's digest, which is made once. */
export const mixer = (page: string, kind: string): ((index: number) => string) => {
  const start = Number.parseInt(page.slice(0, 8), 16);
  const rest = page.slice(8);
  return (index) => {
    let value = start ^ Math.imul(index + 1, 0x9e3779b1);
    for (let at = 0; at < kind.length; at++) value = Math.imul(value ^ kind.charCodeAt(at), 0x01000193);
    value = Math.imul(value ^ (value >>> 15), 0x85ebca6b);
    return rest + hex(value ^ (value >>> 13));
  };
};

/** A whole number from `least` to `most`, both included. */
export const between = (least: number, most: number, ...parts: readonly Part[]): number =>
  least + below(most - least + 1, ...parts);

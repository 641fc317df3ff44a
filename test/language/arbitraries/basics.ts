import * as fc from 'fast-check';
import { setupFaultNames } from '../../../src/spec/faults.ts';
import { errorNames } from '../../../src/spec/errors.ts';
import { refusalNames } from '../../../src/spec/refusals.ts';

/** What all parts of a story are made of. */

export const maybe = { noNullPrototype: true } as const;

export const id = fc.stringMatching(/^[a-z][a-z0-9.:@~_-]{0,9}$/);

export const duration = fc
  .tuple(fc.nat(999), fc.constantFrom('ms', 's', 'm', 'h', 'd'))
  .map(([amount, unit]) => `${amount}${unit}`);

export const span = fc.tuple(fc.nat(999), fc.nat(999)).map(([least, more]) => `${least}s..${least + more}s`);

/** One line of anything that can be seen, and of what other languages take for marks, words and numbers. */
export const line = fc.oneof(
  fc.stringMatching(/^[ -~]{0,20}[!-~]$/),
  fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 80 })
    .filter((text) => /^(?=.*\S)[^\p{Cc}\u2028\u2029\p{Cs}]{1,200}$/u.test(text)),
  fc.constantFrom(
    'null',
    '1h',
    '0x1F',
    '- a',
    '# b',
    'a: b',
    "it's",
    '"quoted"',
    '`${x}`',
    '*a',
    '&b',
    '~',
    '!',
    '%',
    '\\',
  ),
  fc.constantFrom('word '.repeat(39).trim(), 'x'.repeat(200)),
);

const status = fc.record({ kind: fc.constant('status' as const), status: fc.integer({ min: 400, max: 599 }) }, maybe);

export const failure = fc.oneof(
  fc.record({ kind: fc.constant('row' as const), row: fc.constantFrom(...refusalNames) }, maybe),
  status,
);

export const outage = fc.oneof(
  fc.record({ kind: fc.constant('row' as const), row: fc.constantFrom(...errorNames) }, maybe),
  fc.record({ kind: fc.constant('connection' as const), fault: fc.constantFrom(...setupFaultNames) }, maybe),
  status,
);

const reserved = ['__proto__', 'constructor', 'prototype'];

/** JSON that no reader refuses for its keys, and that has no zero below zero. */
export const plain = fc
  .jsonValue({ maxDepth: 3 })
  .filter((value) => reserved.every((key) => !JSON.stringify(value).includes(`"${key}"`)))
  .map((value): unknown => JSON.parse(JSON.stringify(value)));

export const plainObject = fc.dictionary(fc.stringMatching(/^[a-z$ ]{1,5}$/), plain, maybe);

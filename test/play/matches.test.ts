import { expect, test } from 'vitest';
import { matches } from '../../src/play/matches.ts';

test.each([
  { expression: 'revoked', text: 'consent was revoked', found: true },
  { expression: '/REVOKED/i', text: 'consent was revoked', found: true },
  { expression: 'REVOKED', text: 'consent was revoked', found: false },
  { expression: '(', text: '(', found: false },
])('$expression on "$text": $found', ({ expression, text, found }) => {
  expect(matches(expression, text)).toBe(found);
});

test('an expression that would try all ways for years is given up, and it is said how to write it', () => {
  expect(matches('(a+)+$', `${'a'.repeat(60)}!`)).toMatch(/had not come to an end after a second: write it without/);
});

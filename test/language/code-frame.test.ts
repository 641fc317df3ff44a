import { expect, test } from 'vitest';
import { frameOf } from '../../src/language/code-frame.ts';
import { readScenario } from '../../src/language/read-scenario.ts';
import { misuseOf } from '../misuse-of.ts';

const frameFrom = (text: string) => misuseOf(() => readScenario(text, 'f.yaml')).frame;

test('the lines before a mistake are shown, with a mark under it', () => {
  const text = 'name: x\nseed: 1\nsteps:\n  - { on: createDataQuery, fial: 503 }\nexpect: {}\n';

  expect(frameFrom(text)?.split('\n\n')).toContain(
    [
      '  2 | seed: 1',
      '  3 | steps:',
      '> 4 |   - { on: createDataQuery, fial: 503 }',
      '    |                            ^',
    ].join('\n'),
  );
});

test('what is not YAML at all is shown, too', () => {
  expect(frameFrom('name: [x')).toBe(['> 1 | name: [x', '    |         ^'].join('\n'));
});

test('of many mistakes the first few are shown', () => {
  const frame = frameFrom(`name: x\nsteps:\n${'  - { at: 1x, elapse: 1s }\n'.repeat(30)}`) ?? '';

  expect(frame.split('\n\n')).toHaveLength(5);
});

test.each([
  ['the first character', 'ab', 1, 1, '> 1 | ab\n    | ^'],
  ['the end of the text', 'ab', 1, 3, '> 1 | ab\n    |   ^'],
  ['an empty line', 'a\n\nb', 2, 1, '  1 | a\n> 2 |\n    | ^'],
  ['what cannot be seen', 'a\tb\u0007c', 1, 5, '> 1 | a b c\n    |     ^'],
  ['line ends of Windows', 'a\r\nb', 2, 1, '  1 | a\n> 2 | b\n    | ^'],
])('%s', (_, text, line, column, frame) => {
  expect(frameOf(text, line, column)).toBe(frame);
});

test('lines are numbered in a column of one width', () => {
  const text = Array.from({ length: 10 }, (_, index) => `l${index + 1}`).join('\n');

  expect(frameOf(text, 10, 2)).toBe('   8 | l8\n   9 | l9\n> 10 | l10\n     |  ^');
});

test('of a long line the part around the place is shown, with the mark under it', () => {
  const [shown = '', marked = ''] = frameOf(`${'x'.repeat(500)}!${'y'.repeat(500)}`, 1, 501).split('\n');

  expect(shown.length).toBeLessThanOrEqual(130);
  expect(shown[marked.indexOf('^')]).toBe('!');
});

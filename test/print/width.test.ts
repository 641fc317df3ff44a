import { expect, test } from 'vitest';
import { mute, oneLine, printable, toAscii } from '../../src/print/printable.ts';
import { fit, truncate, widthOf } from '../../src/print/width.ts';

test.each([
  { text: '', width: 0 },
  { text: 'plain', width: 5 },
  { text: 'é', width: 1 },
  { text: 'e\u0301', width: 1 },
  { text: '漢字', width: 4 },
  { text: 'ｆｕｌｌ', width: 8 },
  { text: '한글', width: 4 },
  { text: '😀', width: 2 },
  { text: '👩‍👩‍👧‍👦', width: 2 },
  { text: '🇩🇪', width: 2 },
  { text: '│ ✓ → …', width: 7 },
  { text: 'a\u200Bb', width: 2 },
])('$text takes $width columns', ({ text, width }) => {
  expect(widthOf(text)).toBe(width);
});

test('a text is cut between characters as people see them, and fits with its mark', () => {
  expect(truncate('abcdef', 4, '…')).toBe('abc…');
  expect(truncate('abcd', 4, '…')).toBe('abcd');
  expect(truncate('漢字漢字', 4, '…')).toBe('漢…');
  expect(truncate('👩‍👩‍👧‍👦👩‍👩‍👧‍👦', 3, '…')).toBe('👩‍👩‍👧‍👦…');
  expect(truncate('abc', 0, '…')).toBe('');
  expect(fit('漢', 4, '…')).toBe('漢  ');
});

test('what moves the cursor or turns a text around is shown as what it is', () => {
  expect(printable('a\u001b[2Jb\u0000\u007f')).toBe('a\\x1b[2Jb\\x00\\x7f');
  expect(printable('a\u202eb\u2028c\ud800')).toBe('a\\u202eb\\u2028c\\ud800');
  expect(printable('two\nlines\tand a tab')).toBe('two\nlines\tand a tab');
  expect(oneLine('two\nlines\tand a tab')).toBe('two lines and a tab');
});

test('a line that a build server would obey is no longer one', () => {
  expect(mute('::error::x\n  ::warning::y\nfine :: here\n ##[group]z')).toBe(
    '\\x3a:error::x\n  \\x3a:warning::y\nfine :: here\n \\x23#[group]z',
  );
  expect(mute('said ##vso[task.complete]\n##teamcity[buildStop]\n## plain [text]')).toBe(
    'said \\x23#vso[task.complete]\n\\x23#teamcity[buildStop]\n## plain [text]',
  );
});

test('for terminals without Unicode there are other signs', () => {
  expect(toAscii('→ … — × “x” 漢')).toBe('-> ... - x "x" ?');
});

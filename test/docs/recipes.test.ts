import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { applyEdit } from '../../scripts/recipes/apply-edit.ts';
import { type Edit, readRecipes, root } from '../../scripts/recipes/read-recipes.ts';

/** Whether they lead where they say is seen by `npx tsx scripts/recipes.ts`, in a copy; here, whether they fit the project. */
const recipes = readRecipes();

const textOf = (file: string): string | undefined =>
  existsSync(resolve(root, file)) ? readFileSync(resolve(root, file), 'utf8') : undefined;

test('there is one for each thing that the project has many of', () => {
  expect(recipes.map(({ name }) => name)).toEqual([
    'An error row',
    'A report',
    'An assumption',
    'A transport',
    'A rule',
    'A verb',
    'A fault',
    'An operation',
  ]);
});

const apply = (edit: Edit): string => applyEdit(edit, textOf(edit.file));

describe.each(recipes)('$name', ({ files, edits, tests }) => {
  test('its example changes the files of its list, in their order, and no other', () => {
    expect(edits.map(({ file }) => file)).toEqual(files);
  });

  test.each(edits)('$file is as the example takes it to be', (edit) => {
    const added = edit.lines.filter(({ kind }) => kind === 'added');

    const text = apply(edit).split('\n');

    expect(added.length).toBeGreaterThan(0);
    for (const line of added) expect(text).toContain(line.text);
  });

  test('the tests that it names are there, or written by it', () => {
    const missing = tests.filter((file) => !existsSync(resolve(root, file)) && !files.includes(file));
    expect(missing).toEqual([]);
  });
});

test.each([
  {
    what: 'lines are added after the line before them',
    lines: [' two', '+new'],
    text: 'one\ntwo\nthree\n',
    result: 'one\ntwo\nnew\nthree\n',
  },
  { what: 'or before the first line', lines: ['+new', ' two'], text: 'one\ntwo\n', result: 'one\nnew\ntwo\n' },
  {
    what: 'each line is looked for below the one before',
    lines: [' b', ' }', '+new'],
    text: 'a\n}\nb\n}\n',
    result: 'a\n}\nb\n}\nnew\n',
  },
  { what: 'lines are replaced', lines: ['-one', '+new'], text: 'one\ntwo\n', result: 'new\ntwo\n' },
  { what: 'a new file is what is added', lines: ['+one', '+two'], text: undefined, result: 'one\ntwo\n' },
])('$what', ({ lines, text, result }) => {
  const kinds = { '+': 'added', '-': 'removed', ' ': 'context' } as const;
  const read = lines.map((line) => ({ kind: kinds[line.charAt(0) as '+' | '-' | ' '], text: line.slice(1) }));

  expect(applyEdit({ file: 'x', lines: read }, text)).toBe(result);
});

test('a line that is not there any more is named', () => {
  const edit = { file: 'x.ts', lines: [{ kind: 'context', text: 'gone' }] } as const;

  expect(() => applyEdit(edit, 'here\n')).toThrow('x.ts has no line "gone"');
});

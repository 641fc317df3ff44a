import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

/** A recipe of CONTRIBUTING.md: the files that it names, and one example of the change, as code. */
export interface Recipe {
  /** `An error row` */
  readonly name: string;
  /** The files of its numbered list, in order. */
  readonly files: readonly string[];
  readonly edits: readonly Edit[];
  /** The test files that have to pass when it was followed. */
  readonly tests: readonly string[];
}

/** What a recipe writes into a file. */
export interface Edit {
  readonly file: string;
  readonly lines: readonly EditLine[];
}

/** `context` is a line that stands there already, the first one after what came before; the others change. */
export interface EditLine {
  readonly kind: 'context' | 'added' | 'removed';
  readonly text: string;
}

export const root = resolve(import.meta.dirname, '../..');

/** The recipes in their order. Throws where one has no test. */
export const readRecipes = (page = readFileSync(resolve(root, 'CONTRIBUTING.md'), 'utf8')): readonly Recipe[] => {
  const [, text = ''] = page.split(/^## Recipes$/m);
  const [recipes = ''] = text.split(/^## /m);
  return recipes.split(/^### /m).slice(1).map(readRecipe);
};

const readRecipe = (text: string): Recipe => {
  const name = text.slice(0, text.indexOf('\n'));
  const files = [...text.matchAll(/^\d+\. (.*?):/gm)].flatMap(([, items = '']) => items.split(', ').map(unquote));
  const edits = [...text.matchAll(/^```diff\n([\s\S]*?)^```$/gm)].flatMap(([, diff = '']) => readDiff(diff));
  const tests = /^npx vitest run (.*)$/m.exec(text)?.[1]?.split(' ') ?? [];
  if (tests.length === 0) throw new Error(`the recipe for ${name} names no test to run`);
  return { name, files, edits, tests };
};

const unquote = (item: string): string => item.replace(/^`(.*)`$/, '$1');

const kinds = { '+': 'added', '-': 'removed', ' ': 'context' } as const;

/** `+++ path` begins a file; after it, `+` and `-` change lines, and all others say where. */
const readDiff = (diff: string): readonly Edit[] =>
  diff
    .split(/^\+\+\+ /m)
    .slice(1)
    .map((part) => {
      const [file = '', ...lines] = part.trimEnd().split('\n');
      return { file, lines: lines.map(readLine) };
    });

export const readLine = (line: string): EditLine => {
  const sign = line.charAt(0);
  if (sign !== '+' && sign !== '-' && sign !== ' ' && sign !== '') throw new Error(`"${line}" is no line of a diff`);
  return { kind: kinds[sign === '' ? ' ' : sign], text: line.slice(1) };
};

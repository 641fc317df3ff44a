import { suggest } from '../nearest.ts';
import type { Fields } from './data.ts';
import { isFields } from './data.ts';
import { explanation, type Problem } from './problem.ts';
import { show } from './show.ts';

/* A table's row put into a scenario: what stands for its values, and where what came of it was written. */

type Path = readonly (string | number)[];

export interface Substituted {
  readonly value: unknown;
  /** The path in what was written of a path in what came of it. */
  readonly trace: (path: Path) => Path;
  readonly problems: readonly Problem[];
}

/** `$word` stands for a value, `$$` for the sign itself. */
const mark = /\$(?:\$|([A-Za-z_]\w*))/g;

export const isColumn = (word: string): boolean => /^[A-Za-z_]\w*$/.test(word);

/** How much all rows together may make of a file, in values and characters: a short one must not stand for a huge one. */
export interface Budget {
  left: number;
}

export const beginBudget = (): Budget => ({ left: 2_000_000 });

const tooMuch = explanation('the rows make too much of the file', 'use fewer rows, or shorter values');

const sizeOf = (value: unknown): number => {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values(value).reduce((sum: number, item) => sum + sizeOf(item), 1);
};

interface Filling {
  readonly row: Fields;
  readonly budget: Budget;
  readonly sizes: ReadonlyMap<string, number>;
  readonly problems: Problem[];
  /** The key that was written for a key of an object that came of it, where the two differ. */
  readonly renamed: Map<object, ReadonlyMap<string, string>>;
}

export const substitute = (written: unknown, row: Fields, budget: Budget): Substituted => {
  const sizes = new Map(Object.entries(row).map(([name, value]) => [name, sizeOf(value)]));
  const filling: Filling = { row, budget, sizes, problems: [], renamed: new Map() };
  const value = read(filling, written, []);
  return { value, trace: (path) => asWritten(filling, value, path), problems: filling.problems };
};

const asWritten = ({ renamed }: Filling, value: unknown, path: Path): Path => {
  let at = value;
  return path.map((key) => {
    const names = isFields(at) ? renamed.get(at) : undefined;
    at = isFields(at) ? at[key] : Array.isArray(at) ? (at as unknown[])[Number(key)] : undefined;
    return names?.get(String(key)) ?? key;
  });
};

const read = (filling: Filling, value: unknown, path: Path): unknown => {
  const { budget, problems, renamed } = filling;
  budget.left -= 1;
  if (budget.left < 0) {
    if (problems.length === 0) problems.push({ path, onKey: false, ...tooMuch });
    return undefined;
  }
  if (typeof value === 'string') {
    const [, alone] = /^\$([A-Za-z_]\w*)$/.exec(value) ?? [];
    return alone === undefined ? fill(filling, value, path, false) : find(filling, alone, path, false);
  }
  if (Array.isArray(value)) return value.map((item: unknown, index) => read(filling, item, [...path, index]));
  if (!isFields(value)) return value;
  const fields: Record<string, unknown> = {};
  const names = new Map<string, string>();
  for (const [key, item] of Object.entries(value)) {
    const name = fill(filling, key, [...path, key], true);
    if (name !== key) names.set(name, key);
    fields[name] = read(filling, item, [...path, key]);
  }
  if (names.size > 0) renamed.set(fields, names);
  return fields;
};

const find = ({ row, budget, sizes, problems }: Filling, word: string, path: Path, onKey: boolean): unknown => {
  if (budget.left < 0) return undefined;
  budget.left -= sizes.get(word) ?? 0;
  if (budget.left < 0) problems.push({ path, onKey, ...tooMuch });
  if (Object.hasOwn(row, word)) return row[word];
  const columns = Object.keys(row).map((name) => `$${name}`);
  problems.push({ path, onKey, ...explanation(`"$${word}" is no column of this row`, suggest(`$${word}`, columns)) });
  return undefined;
};

const asText = (filling: Filling, word: string, path: Path, onKey: boolean): string => {
  const value = find(filling, word, path, onKey);
  if (value === undefined || filling.budget.left < 0) return '';
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const what = `"$${word}" is ${show(value)}, which has no place within a text`;
  filling.problems.push({ path, onKey, ...explanation(what, 'let it stand alone') });
  return '';
};

const fill = (filling: Filling, text: string, path: Path, onKey: boolean): string =>
  text.replace(mark, (_, word: string | undefined) => (word === undefined ? '$' : asText(filling, word, path, onKey)));

import { Misuse } from '../misuse.ts';
import type { Scenario } from './ast.ts';
import { asComposed, type Composed, type Location } from './compose.ts';
import { type Fields, isFields } from './data.ts';
import { pathAsWritten } from './old-words.ts';
import { placeStep } from './schema/steps.ts';
import { explanation, joinMisuses, type Problem } from './problem.ts';
import { checkScenario, checkTable } from './schema.ts';
import { show } from './show.ts';
import { beginBudget, type Substituted, substitute } from './substitute.ts';
import { parseSource } from './yaml-source.ts';

/**
 * Reads one scenario from the text of a file, YAML or JSON. Pure: nothing is opened, `file` only names places.
 *
 * @param text what the file says, for example `name: plain import`
 * @param file the name that messages and steps give as their place, `file:line:col`
 * @returns the scenario as plain data, with all defaults filled in
 * @throws Misuse SCENARIO_INVALID with every problem of the file, one in each line; or when it includes others, or a table
 *   makes several scenarios of it
 * @example
 * readScenario('{ name: late, steps: [{ on: notification, elapse: 61m }] }', 'late.yaml').steps[0]?.place
 * // 'late.yaml:1:23'
 */
export const readScenario = (text: string, file: string): Scenario => {
  const [only, ...others] = readScenarios(text, file);
  if (only !== undefined && others.length === 0) return only;
  const hint = 'read them with readScenarios or loadScenarios';
  throw new Misuse('SCENARIO_INVALID', file, `the file holds ${others.length + 1} scenarios`, hint);
};

/**
 * Reads all scenarios of a file: one, or where it has a table (`each`) one for each of its rows. Otherwise like
 * `readScenario`.
 */
export const readScenarios = (text: string, file: string): readonly Scenario[] => {
  if (typeof text !== 'string') {
    const hint = 'read the file with "utf8", or load it with loadScenarios';
    throw new Misuse('SCENARIO_INVALID', file, `${show(text)} is no text`, hint);
  }
  const composed = asComposed(parseSource(text, file));
  if (isFields(composed.value) && 'include' in composed.value) {
    throw refuse([locate(composed, { path: ['include'], onKey: true, ...includeFromText() })]);
  }
  return readComposed(composed, file);
};

const includeFromText = () => explanation('a text alone can include no files', 'load the file with loadScenarios');

/** The scenarios of a file that has been put together. Throws Misuse. */
export const readComposed = (composed: Composed, file: string): readonly Scenario[] => {
  const { value } = composed;
  if (!isFields(value) || !('each' in value)) {
    const read = readOne(composed, file);
    if ('scenario' in read) return [read.scenario];
    throw refuse(read.problems);
  }
  const { each, ...written } = value;
  const table = checkTable(each);
  if (!table.ok) {
    throw refuse(table.problems.map((one) => locate(composed, { ...one, path: ['each', ...one.path] })));
  }
  const budget = beginBudget();
  const rows = table.value.map((row) => readRow(composed, file, substitute(written, row, budget), row));
  const problems = rows.flatMap((read, index) =>
    'problems' in read ? read.problems.map((problem) => ({ problem, row: index + 1 })) : [],
  );
  if (problems.length > 0) throw refuse(nameRows(problems, rows.length));
  return rows.flatMap((read) => ('scenario' in read ? [read.scenario] : []));
};

interface Located extends Location {
  readonly what: string;
  readonly hint: string;
}

type Read = { readonly scenario: Scenario } | { readonly problems: readonly Located[] };

const locate = ({ value, locate: find }: Composed, { path, onKey, what, hint }: Omit<Problem, 'code'>): Located => ({
  ...find(pathAsWritten(value, path), onKey),
  what,
  hint,
});

const readOne = (composed: Composed, file: string): Read => {
  const checked = checkScenario(composed.value);
  if (!checked.ok) return { problems: checked.problems.map((problem) => locate(composed, problem)) };
  const { steps, ...draft } = checked.value;
  const placeAt = (...path: readonly (string | number)[]): string => composed.locate(path, false).place;
  const placed = steps.map((step, index) => placeStep(step, (...path) => placeAt('steps', index, ...path)));
  const places = placesOfExpected(composed);
  const expect = Object.keys(places).length === 0 ? draft.expect : { ...draft.expect, places };
  return { scenario: { ...draft, source: file, steps: placed, expect } };
};

/** Where each part of what is expected stands, and of who there is. A result may be anything, and is one part. */
const placesOfExpected = (composed: Composed): Readonly<Record<string, string>> => {
  const places: Record<string, string> = {};
  const note = (value: unknown, path: readonly (string | number)[], name: string): void => {
    const parts = Array.isArray(value) ? value.entries() : isFields(value) ? Object.entries(value) : [];
    for (const [key, part] of parts) {
      const inner = [...path, key];
      const full = typeof key === 'number' ? `${name}[${key}]` : `${name}.${key}`;
      places[full] = composed.locate(inner, typeof key === 'string').place;
      if (key !== 'result' && inner.length < deepest) note(part, inner, full);
    }
  };
  for (const name of ['applications', 'expect']) {
    if (isFields(composed.value)) note(composed.value[name], [name], name);
  }
  return places;
};

/** `expect.example.mails[0].to` */
const deepest = 5;

const readRow = (composed: Composed, file: string, filled: Substituted, row: Fields): Read => {
  const { value, trace, problems } = filled;
  if (problems.length > 0) {
    return { problems: problems.map((problem) => locate(composed, problem)) };
  }
  const isNamed = isFields(composed.value) && isFields(value) && value['name'] !== composed.value['name'];
  const named = isFields(value) && !isNamed ? nameRow(value, row) : value;
  return readOne({ value: named, locate: (path, onKey) => composed.locate(trace(path), onKey) }, file);
};

/** What is wrong in each row is said once; what is wrong in some, with their numbers. */
const nameRows = (
  problems: readonly { readonly problem: Located; readonly row: number }[],
  count: number,
): readonly Located[] => {
  const known = new Map<string, { readonly problem: Located; readonly rows: number[] }>();
  for (const { problem, row } of problems) {
    const name = JSON.stringify([problem.place, problem.what]);
    const same = known.get(name);
    if (same === undefined) known.set(name, { problem, rows: [row] });
    else same.rows.push(row);
  }
  return [...known.values()].map(({ problem, rows }) => {
    if (rows.length === count && count > 1) return problem;
    return { ...problem, what: `in row ${rows.slice(0, 3).join(', ')}: ${problem.what}` };
  });
};

const mostFrames = 5;

/** All problems as one misuse, in the order in which they stand in the file. */
const refuse = (problems: readonly Located[]): Misuse => {
  const inOrder = [...problems].sort(({ order: one }, { order: other }) => one[0] - other[0] || one[1] - other[1]);
  const all = inOrder.map(({ place, what, hint }) => new Misuse('SCENARIO_INVALID', place, what, hint));
  const frames = [...new Set(inOrder.slice(0, mostFrames).map(({ frame }) => frame()))];
  return joinMisuses(all, frames.join('\n\n'));
};

/** A name may be so long. */
const longestName = 200;

/** The scenario of a row, told from those of the others by what is in the row, where its name does not say so itself. */
const nameRow = (written: Fields, row: Fields): Fields => {
  const { name } = written;
  if (typeof name !== 'string') return written;
  const columns = Object.entries(row).map(
    ([column, value]) => `${column} ${typeof value === 'string' ? value : show(value)}`,
  );
  const full = `${name} (${columns.join(', ')})`.replace(/[\p{Cc}\u2028\u2029]/gu, ' ');
  return { ...written, name: full.length > longestName ? `${full.slice(0, longestName - 1)}…` : full };
};

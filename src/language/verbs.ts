import { namesOf } from '../spec/names-of.ts';
import { accessVerbs } from './verbs/access.ts';
import { consoleVerbs } from './verbs/console.ts';
import { hittingVerbs } from './verbs/hitting.ts';
import type { Field, VerbRow, VerbRows } from './verbs/row.ts';
import { clockVerbs, serviceVerbs } from './verbs/service.ts';

export { type Demand, type Field } from './verbs/row.ts';

/*
 * THE TABLE OF VERBS: what can happen in a scenario, each verb once. The rows stand in verbs/*.ts, by what they are done to.
 *
 * From a row follow the type of the action in the tree and the method of the builder with its hover text (`step-verbs.ts`,
 * written by scripts/generate-verbs.ts), what the reader takes and how it answers mistakes (`schema/actions.ts`,
 * `step-keys.ts`), the file and the call that it is printed as (`written.ts`, `print-scenario.ts`), the action that the service
 * gets (`src/driver/resolve-action.ts`), `explain` and `list actions`, the schema for editors, the tables of docs/scenarios.md,
 * what the generator draws and what the sweep injects. What a verb says to the service and does to the world stands in
 * `src/core/actions.ts`: the compiler asks for that as soon as there is a row here, and for nothing else.
 *
 * No other list of verbs may be written by hand. What only some verbs need to say is a field of their rows; what the fields
 * of verbs hold is said in `field-kinds.ts`. The order is that of menus and docs, the order of fields that in which files are
 * printed.
 */

export const verbs = {
  ...accessVerbs,
  ...consoleVerbs,
  ...serviceVerbs,
  ...hittingVerbs,
  ...clockVerbs,
} satisfies Required<VerbRows>;

export type VerbName = keyof typeof verbs;

export const namesOfVerbs: readonly VerbName[] = namesOf(verbs);

// What it is given was read by the same row.
export const rowOf = (name: VerbName): VerbRow => verbs[name] as unknown as VerbRow;

/** Those that are written behind `do:`, and those that are keys of their own. */
export const doVerbs = namesOfVerbs.filter((name) => rowOf(name).isKey !== true);
export const keyVerbs = namesOfVerbs.filter((name) => rowOf(name).isKey === true);

export const writtenName = (name: string, { written = name }: Field): string => written;

/** What a field is for, and what is meant without it. */
export const docOf = ({ kind, usual }: Field): string =>
  usual === undefined || typeof usual === 'function' ? kind.what : `${kind.what} Without it \`${String(usual)}\`.`;

/** What a field means where a file does not write it. */
export const usualOf = ({ usual }: Field, others: Readonly<Record<string, unknown>>): unknown =>
  typeof usual === 'function' ? (usual as (fields: object) => unknown)(others) : usual;

const written = new Map(
  namesOfVerbs.map((name) => [name, Object.entries(rowOf(name).fields).map(([field, one]) => writtenName(field, one))]),
);

export const fieldsWritten = (name: VerbName): readonly string[] => written.get(name) ?? [];

/** The first argument of a verb's call, in the words of files. */
export const firstWritten = (name: VerbName): string | undefined => {
  const { first, fields } = rowOf(name);
  const field = first === undefined ? undefined : fields[first];
  return first === undefined || field === undefined ? undefined : writtenName(first, field);
};

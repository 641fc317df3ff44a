import { answerAssumptions } from './assumptions/answers.ts';
import { emailAssumptions } from './assumptions/email.ts';
import { limitAssumptions } from './assumptions/limits.ts';
import { loginAssumptions } from './assumptions/login.ts';
import { notificationAssumptions } from './assumptions/notification.ts';
import { queryAssumptions } from './assumptions/queries.ts';
import type { AssumptionRow, OpenValues, WrittenAssumption } from './assumptions/row.ts';
import { serviceAssumptions } from './assumptions/service.ts';
import { tokenAssumptions } from './assumptions/tokens.ts';
import { variantProblem } from './assumptions/variant.ts';
import { namesOf } from './names-of.ts';

export type { AssumptionRow, StoreRoute, Variant } from './assumptions/row.ts';

/** Every point the interface document leaves open, what we take it to mean, and what else it could. */
const written = {
  ...serviceAssumptions,
  ...emailAssumptions,
  ...tokenAssumptions,
  ...loginAssumptions,
  ...queryAssumptions,
  ...answerAssumptions,
  ...limitAssumptions,
  ...notificationAssumptions,
} as const satisfies Record<string, WrittenAssumption>;

/** One choice for every point. */
export type Assumptions = typeof defaultAssumptions;

export type AssumptionId = keyof Assumptions;

/** What a user may set one point to. */
export type AssumptionValue<Id extends AssumptionId> = Assumptions[Id];

export const assumptionIds: readonly AssumptionId[] = namesOf(written);

/** A row under its general type, so that rows can be walked without knowing their ids. */
export const assumptionRow = (id: AssumptionId): AssumptionRow => rows[id];

const readRow = (row: WrittenAssumption): AssumptionRow => {
  const literals = Object.keys(row.means);
  return { default: String(literals[0]), variants: literals, ...row };
};

const rows = Object.fromEntries(assumptionIds.map((id) => [id, readRow(written[id])])) as Readonly<
  Record<AssumptionId, AssumptionRow>
>;

export const isAssumptionId = (id: string): id is AssumptionId => Object.hasOwn(written, id);

/** What is wrong with a choice, as text that lists the right ones. Undefined when nothing is. */
export const checkAssumption = (id: AssumptionId, value: unknown): string | undefined => {
  if (!isAssumptionId(id)) return `${JSON.stringify(id)} is not an assumption`;
  return variantProblem(id, assumptionRow(id).variants, value);
};

const readDefaults = <const Table extends Readonly<Record<string, WrittenAssumption>>>(table: Table) =>
  Object.fromEntries(Object.entries(table).map(([id, row]) => [id, readDefault(id, readRow(row))])) as {
    readonly [Id in keyof Table]: Table[Id] extends { readonly variants: readonly (infer One)[] }
      ? One extends { readonly type: keyof OpenValues }
        ? OpenValues[One['type']]
        : One
      : keyof Table[Id]['means'];
  };

const readDefault = (id: string, { default: usual, variants }: AssumptionRow): AssumptionRow['default'] => {
  const problem = variantProblem(id, variants, usual);
  if (problem !== undefined) throw new RangeError(`the table of assumptions has a wrong default: ${problem}`);
  return usual;
};

/** The choices a simulation makes when the user sets none. */
export const defaultAssumptions = readDefaults(written);

import { answerAssumptions } from './assumptions/answers.ts';
import { emailAssumptions } from './assumptions/email.ts';
import { limitAssumptions } from './assumptions/limits.ts';
import { loginAssumptions } from './assumptions/login.ts';
import { notificationAssumptions } from './assumptions/notification.ts';
import { queryAssumptions } from './assumptions/queries.ts';
import type { AssumptionRow, ValueOf, Variant, WrittenAssumption } from './assumptions/row.ts';
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

export type AssumptionId = keyof typeof written;

type VariantOf<Row extends { readonly means: object; readonly variants?: readonly Variant[] }> =
  Row['variants'] extends readonly Variant[] ? Row['variants'][number] : keyof Row['means'];

/** What a user may set one point to. */
export type AssumptionValue<Id extends AssumptionId> = ValueOf<VariantOf<(typeof written)[Id]>>;

/** One choice for every point. */
export type Assumptions = { readonly [Id in AssumptionId]: AssumptionValue<Id> };

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

/** Whether a record holds one right choice for every point. */
const isComplete = (record: Readonly<Record<string, unknown>>): record is Assumptions =>
  assumptionIds.every((id) => checkAssumption(id, record[id]) === undefined);

const readDefaults = (): Assumptions => {
  const defaults = Object.fromEntries(assumptionIds.map((id) => [id, assumptionRow(id).default]));
  if (!isComplete(defaults)) {
    const problems = assumptionIds.map((id) => checkAssumption(id, defaults[id]));
    throw new RangeError(
      `the table of assumptions has a wrong default: ${problems.find((problem) => problem !== undefined)}`,
    );
  }
  return defaults;
};

/** The choices a simulation makes when the user sets none. */
export const defaultAssumptions: Assumptions = readDefaults();

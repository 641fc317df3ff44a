import type { ExchangeName } from '../../spec/routes.ts';
import { type FieldKind, kinds } from '../field-kinds.ts';
import type { StepAction } from '../step-verbs.ts';

/** A field of a verb: its kind, and whether it has to be written. */
export interface Field {
  readonly kind: FieldKind;
  /** What is `filled` always has a value in the tree. */
  readonly presence: 'needed' | 'optional' | 'filled';
  /** As files write it, and as the service knows it, where the tree has another name for it. */
  readonly written?: string;
  readonly atService?: string;
  /** What is meant where nothing is written, as a file would write it; it may depend on the other fields. */
  readonly usual?: string | number | ((others: Readonly<Record<string, unknown>>) => unknown);
}

export const needed = (kind: FieldKind, written?: string): Field => ({
  kind,
  presence: 'needed',
  ...(written !== undefined && { written }),
});

export const optional = (kind: FieldKind): Field => ({ kind, presence: 'optional' });

export const filled = (kind: FieldKind, usual: NonNullable<Field['usual']>): Field => ({
  kind,
  presence: 'filled',
  usual,
});

/** Of what goes on. */
export const lastingFor = { for: optional(kinds.length) };

/** What can be asked of a client when something has gone wrong. */
export type Demand =
  /** It has to get through: the document says how. */
  | 'finish'
  /** Nothing more is to be had: it may give up. */
  | 'end'
  /** The document leaves it open. */
  | 'either';

/** What a sweep does with a verb at each moment of a run. */
interface SweepCase<Fields = Readonly<Record<string, unknown>>> {
  readonly name: string;
  readonly fields: Fields;
  /** Before this exchange, or where the client only waits; nothing where it is not done. */
  readonly demand: Demand | ((exchange: ExchangeName | undefined) => Demand | undefined);
}

export interface Misfit {
  readonly field: string;
  readonly what: string;
  readonly hint: string;
}

/** A row whose sentence and cases are checked against its fields, as the tree has them. */
export interface VerbRow<Fields = Readonly<Record<string, unknown>>> {
  /** What it does, as a sentence: in `list`, `explain`, hovers, the schema for editors and the docs. */
  readonly does: string;
  readonly example: string;
  readonly fields: { readonly [Name in keyof Fields]-?: Field };
  /** The field that it cannot do without, and so the first argument of its call in TypeScript. */
  readonly first?: keyof Fields & string;
  /** Whether it is a key of its own (`elapse: 1h`) that stands for the first field, and not written behind `do:`. */
  readonly isKey?: true;
  /** What the fault waits for, where it is one that hits the next ones; and what it is called in a message. */
  readonly hits?: 'request' | 'notification';
  readonly noun?: string;
  /** What ends it when the length of time that it is told for is over; without it the service itself does. */
  readonly endedBy?: StepAction['do'];
  /** The action in a few words, for reports. */
  readonly says: (fields: Fields) => string;
  readonly misfit?: (fields: Fields) => Misfit | undefined;
  /** How often a generator draws it, beside the others of its place; without a weight it is not drawn. */
  readonly weight?: number;
  readonly sweep?: readonly SweepCase<Fields>[];
}

type FieldsOf<Action> = Omit<Action, 'do'>;

/** Some rows of the table, or all of them. */
export type VerbRows = {
  readonly [Action in StepAction as Action['do']]?: VerbRow<FieldsOf<Action>>;
};

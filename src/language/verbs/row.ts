import type { ExchangeName } from '../../spec/routes.ts';
import { type FieldKind, kinds, type ValueOf } from '../field-kinds.ts';

/** A field of a verb: its kind, and whether it has to be written. */
export interface Field<
  Kind extends FieldKind = FieldKind,
  Presence extends 'needed' | 'optional' | 'filled' = 'needed' | 'optional' | 'filled',
> {
  readonly kind: Kind;
  readonly presence: Presence;
  /** As files write it, and as the service knows it, where the tree has another name for it. */
  readonly written?: string;
  readonly atService?: string;
  /** What is meant where nothing is written, as a file would write it; it may depend on the other fields. */
  readonly usual?: string | number | ((others: Readonly<Record<string, unknown>>) => unknown);
}

export type Fields = Readonly<Record<string, Field>>;

export const needed = <const Kind extends FieldKind>(kind: Kind, written?: string) =>
  ({ kind, presence: 'needed', ...(written !== undefined && { written }) }) as const;

export const optional = <const Kind extends FieldKind>(kind: Kind) => ({ kind, presence: 'optional' }) as const;

/** In the tree it always has a value. */
export const filled = <const Kind extends FieldKind>(kind: Kind, usual: NonNullable<Field['usual']>) =>
  ({ kind, presence: 'filled', usual }) as const;

/** Of what goes on. */
export const lastingFor = { for: optional(kinds.length) };

type NamesIn<F extends Fields, Presence extends Field['presence']> = {
  [Name in keyof F]: F[Name]['presence'] extends Presence ? Name : never;
}[keyof F];

/** The fields as the tree has them. */
export type FieldsOf<F extends Fields> = {
  readonly [Name in NamesIn<F, 'needed' | 'filled'>]: ValueOf<F[Name]['kind']>;
} & { readonly [Name in NamesIn<F, 'optional'>]?: ValueOf<F[Name]['kind']> };

/** What can be asked of a client when something has gone wrong. */
export type Demand =
  /** It has to get through: the document says how. */
  | 'finish'
  /** Nothing more is to be had: it may give up. */
  | 'end'
  /** The document leaves it open. */
  | 'either';

/** What a sweep does with a verb at each moment of a run. */
export interface SweepCase<F extends Fields = Fields> {
  readonly name: string;
  readonly fields: FieldsOf<F>;
  /** Before this exchange, or where the client only waits; nothing where it is not done. */
  readonly demand: Demand | ((exchange: ExchangeName | undefined) => Demand | undefined);
}

export interface Misfit {
  readonly field: string;
  readonly what: string;
  readonly hint: string;
}

export interface VerbRow<F extends Fields = Fields> {
  /** What it does, as a sentence: in `list`, `explain`, hovers, the schema for editors and the docs. */
  readonly does: string;
  readonly example: string;
  readonly fields: F;
  /** The field that it cannot do without, and so the first argument of its call in TypeScript. */
  readonly first?: keyof F & string;
  /** Whether it is a key of its own (`elapse: 1h`) that stands for the first field, and not written behind `do:`. */
  readonly isKey?: true;
  /** What the fault waits for, where it is one that hits the next ones; and what it is called in a message. */
  readonly hits?: 'request' | 'notification';
  readonly noun?: string;
  /** What ends it when the length of time that it is told for is over; without it the service itself does. */
  readonly endedBy?: string;
  /** The action in a few words, for reports. */
  readonly says: (fields: FieldsOf<F>) => string;
  readonly misfit?: (fields: FieldsOf<F>) => Misfit | undefined;
  /** How often a generator draws it, beside the others of its place; without a weight it is not drawn. */
  readonly weight?: number;
  readonly sweep?: readonly SweepCase<F>[];
}

/** A row whose sentence and cases are checked against its fields. */
export const verb = <const F extends Fields>(row: VerbRow<F>): VerbRow<F> => row;

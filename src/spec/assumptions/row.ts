import type { Section } from '../sections.ts';
import type { Duration } from '../time.ts';

/** Where a call of a store API goes: `path` may end in `*` for everything below it. */
export interface StoreRoute {
  readonly family: 'submission' | 'reporting';
  readonly method: string;
  readonly path: string;
}

/** Duration text as a type of its own: whatever begins with a number, so that named variants stay visible beside it. */
type DurationText = `${number}${string}`;

/** Any length of time between two bounds. `whole` asks for a multiple. `samples` are what checks draw from. */
export interface AnyDuration {
  readonly type: 'duration';
  readonly least: Duration;
  readonly most: Duration;
  readonly whole?: Duration;
  readonly samples: readonly DurationText[];
}

/** Any whole number between two bounds. */
interface AnyCount {
  readonly type: 'count';
  readonly unit: string;
  readonly least: number;
  readonly most: number;
  readonly samples: readonly number[];
}

/** Any short text that can stand in a header as it is. */
interface AnyText {
  readonly type: 'text';
  readonly longest: number;
  readonly samples: readonly string[];
}

/** The user's own table of store routes. */
interface AnyRoutes {
  readonly type: 'routes';
  readonly samples: readonly (readonly StoreRoute[])[];
}

export type Variant = string | AnyDuration | AnyCount | AnyText | AnyRoutes;

/** A point as it is written in the tables. */
export interface WrittenAssumption {
  /** `wire`: a client has to be told. `behaviour`: a robust client copes with every variant untold. */
  readonly class: 'wire' | 'behaviour';
  /** What a client has to do to feel which reading is taken, where most never do. */
  readonly takes?: string;
  /** What the document leaves open. */
  readonly question: string;
  /** One sentence per variant, the default's first: keyed by the literal, or by the type of an open one. */
  readonly means: Readonly<Record<string, string>>;
  /** The variants where one is open, and the default among them; else they are the keys of `means`. */
  readonly variants?: readonly Variant[];
  readonly default?: string | number;
  readonly section: Section;
}

export interface AssumptionRow extends WrittenAssumption {
  readonly default: string | number;
  /** The default's own variant first. A point with one variant is named so that reports can mention it. */
  readonly variants: readonly Variant[];
}

/** The values that an open variant admits, by its type. */
export interface OpenValues {
  readonly duration: DurationText;
  readonly count: number;
  readonly text: string;
  readonly routes: readonly StoreRoute[];
}

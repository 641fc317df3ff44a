import type { Duration } from '../../spec/time.ts';

/** A line of a trace as an example shows it: when, who, and what. */
export type ExampleLine = readonly [at: Duration, who: 'client' | 'service' | 'network' | 'customer', what: string];

/** A rule kept and broken, in a few lines each. */
export interface Example {
  readonly good: readonly ExampleLine[];
  readonly bad: readonly ExampleLine[];
}

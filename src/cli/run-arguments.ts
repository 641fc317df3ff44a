import type { JudgedBy } from './common-options.ts';

/** What was typed after `run`, or after `replay`, which gives a token in place of paths. */
export interface RunArguments extends JudgedBy {
  readonly paths: readonly string[];
  readonly token?: string;
  readonly client?: string;
  readonly seed?: string;
  readonly returns?: string;
  readonly example?: boolean;
  readonly only?: string;
  readonly shard?: string;
  readonly bail?: boolean;
  readonly trace?: string;
  readonly reporter?: readonly string[];
  /** The file of a page for a browser, and the earlier reports that it shows a trend of. */
  readonly report?: string;
  readonly reportTrend?: readonly string[];
  readonly config?: string;
  readonly watch?: boolean;
  /** Whether the runs are looked at in the live panel. */
  readonly ui?: boolean;
}

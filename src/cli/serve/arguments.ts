import type { JudgedBy } from '../common-options.ts';

/** What was typed after `serve`. */
export interface ServeArguments extends JudgedBy {
  readonly paths: readonly string[];
  /** What stands behind `--`. */
  readonly command: readonly string[];
  readonly host?: string;
  readonly publicHost?: string;
  readonly port?: string;
  readonly portPerHost?: boolean;
  readonly tls?: boolean;
  readonly caFile?: string;
  readonly clock?: string;
  readonly world?: string;
  readonly notify?: string;
  /** Not `--env-file`: Node reads that wherever it stands. */
  readonly dotenv?: string;
  readonly control?: boolean;
  readonly controlPort?: string;
  readonly seed?: string;
  readonly trace?: string;
  readonly reporter?: readonly string[];
  readonly config?: string;
}

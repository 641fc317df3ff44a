import type { Told } from '../trace/told.ts';
import type { Entry } from '../trace/entry.ts';

/**
 * What stands in a report page as JSON, and what the page's program shows. It is written by `src/report/page`, in Node, and
 * read in a browser; secrets are masked before it is made. All times are virtual milliseconds since the run's beginning,
 * but `real`.
 */
export interface PageData {
  /** The version of the package that wrote it. */
  readonly writtenBy: string;
  /** The command: what the page is a report of. */
  readonly command: 'run' | 'check' | 'sweep' | 'diff' | 'verify' | 'test' | 'serve';
  readonly title: string;
  readonly runs: readonly PageRun[];
  /** How many scenarios were to be run, where that is more than there are. */
  readonly planned?: number;
  readonly stopped?: string;
  /** The names of those that were not run. */
  readonly notRun?: readonly string[];
  /** Of a sweep: requests by faults. */
  readonly matrix?: PageMatrix;
  /** Of a check: what its runs met, and what none did. */
  readonly coverage?: PageCoverage;
  /** Of a diff: the indices of the two runs that are laid side by side, and where they first differ. */
  readonly compare?: { readonly left: number; readonly right: number; readonly differs?: string };
  /** Earlier reports, oldest first, where several were given. */
  readonly trend?: readonly PageTrend[];
}

export interface PageRun {
  readonly name: string;
  /** Where it is written: `scenarios/hour.yaml:3`. */
  readonly place: string;
  readonly verdict: 'kept' | 'broken';
  readonly seed: number;
  /** How long it took in virtual time, and in real milliseconds. */
  readonly elapsed: number;
  readonly real: number;
  readonly client: { readonly ok: boolean; readonly error?: string; readonly told?: Told };
  /** What was expected and not found. */
  readonly findings: readonly PageFinding[];
  readonly warnings: readonly PageFinding[];
  /** Every rule that was broken, with its evidence. */
  readonly broken: readonly PageBroken[];
  /** The command that runs it alone, and the scenario as YAML, to copy. */
  readonly replay: string;
  readonly scenario: string;
  /** The open points that the run was decided by, with the choice made. */
  readonly assumptions: Readonly<Record<string, unknown>>;
  /** Where in the client's code requests were sent, by exchange: `src/client.ts:14:22`. */
  readonly sentFrom?: Readonly<Record<number, string>>;
  /** Masked. Cut where a report would embed too much: `left` says how many entries are not here. */
  readonly entries: readonly Entry[];
  readonly left?: number;
}

export interface PageFinding {
  readonly claim: string;
  readonly found: string;
  readonly place: string;
}

export interface PageBroken {
  /** `C14`. */
  readonly rule: string;
  readonly name: string;
  readonly claim: string;
  readonly section: string;
  readonly level: 'must' | 'should' | 'off';
  readonly judges: 'service' | 'client';
  readonly evidence: readonly { readonly at: number; readonly exchange?: number; readonly what: string }[];
  /** How much evidence there is besides. */
  readonly more?: number;
}

export interface PageMatrix {
  /** What faults were injected into, and which ones: the rows and the columns. */
  readonly rows: readonly string[];
  readonly columns: readonly string[];
  readonly cells: readonly {
    readonly row: number;
    readonly column: number;
    readonly verdict: 'kept' | 'gave up' | 'broken' | 'inconclusive' | 'not reached';
    /** Its run, where the page has it. */
    readonly run?: number;
    readonly what: string;
  }[];
}

export interface PageCoverage {
  /** What is covered, by kind: states, faults, boundaries, and whatever else the search counts. */
  readonly kinds: readonly {
    readonly name: string;
    readonly what: string;
    readonly items: readonly { readonly name: string; readonly met: number }[];
  }[];
}

export interface PageTrend {
  readonly name: string;
  readonly passed: number;
  readonly failed: number;
  readonly real: number;
}

import type { Scenario } from '../language/ast.ts';
import type { ScenarioReport } from '../play/run-scenario.ts';
import type { SentFrom } from '../simulation/sent-from.ts';

/** A scenario that was run, with what only the runner knows of it. */
export interface Result {
  readonly report: ScenarioReport;
  /** Real milliseconds. */
  readonly real: number;
  /** The command that runs this scenario alone, with the same client, seed and choices. */
  readonly replay: string;
  /** Where in the client's code requests were sent, by exchange; told where a page is made. */
  readonly sentFrom?: SentFrom;
}

/** All that was run, as reports get it in the end. */
export interface Run {
  readonly results: readonly Result[];
  /** How many scenarios were to be run. */
  readonly planned: number;
  /** Those that were not, in their order. */
  readonly notRun?: readonly Pick<Scenario, 'name' | 'source'>[];
  /** Why some of them were not. */
  readonly stopped?: Stop;
}

/** Why a run ended before all scenarios were run, in words. */
export const stops = {
  interrupted: 'interrupted',
  bailed: 'stopped at the first broken scenario (--bail)',
  spun: 'ended where the client kept the thread',
  left: 'ended where the client ended the process',
  refused: 'ended where a scenario could not be played',
} as const;

export type Stop = keyof typeof stops;

/** `interrupted: 2 of 4 scenarios were not run`; nothing where all were. */
export const sayStopped = ({ results, planned, stopped }: Run): string | undefined =>
  stopped && `${stops[stopped]}: ${planned - results.length} of ${planned} scenarios were not run`;

/** Makes text of a run while it goes on. Pure: where the text goes is up to the command. */
export interface Reporter {
  readonly begin: (planned: number) => string;
  /** `index` counts from 0. */
  readonly result: (result: Result, index: number) => string;
  readonly end: (run: Run) => string;
}

export const isKept = ({ report }: Result): boolean => report.verdict === 'kept';

export const countKept = (results: readonly Result[]): number => results.filter(isKept).length;

export const virtualOf = (results: readonly Result[]): number =>
  results.reduce((sum, { report }) => sum + report.elapsed, 0);

export const realOf = (results: readonly Result[]): number => results.reduce((sum, { real }) => sum + real, 0);

/** The open points of the interface document that the verdicts rest on, in the order of the alphabet. */
export const assumedIn = (results: readonly Result[]): readonly string[] =>
  [...new Set(results.flatMap(({ report }) => report.assumed))].sort();

export const showReal = (milliseconds: number): string =>
  milliseconds < 1000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(1)} s`;

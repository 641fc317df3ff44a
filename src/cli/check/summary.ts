import type { CheckReport } from '../../check/check-client.ts';
import type { CheckFailed } from '../../check/check-failed.ts';
import type { Told } from '../../check/tell.ts';
import type { Divergence } from '../../check/repeat/divergence.ts';
import { regressionFile } from '../../check/regressions.ts';
import type { Symptom } from '../../check/trial/trial.ts';
import type { Finding } from '../../play/findings.ts';
import type { FreshReplay } from './fresh-process.ts';
import type { JudgedBy } from '../common-options.ts';
import { type Shard, wholeShard } from '../options.ts';
import { describeStep } from '../../language/describe-step.ts';

/** A counterexample, as plain data. */
export interface Failure extends Omit<Symptom, 'key' | 'moments'> {
  /** The number of the scenario; 0 is the baseline; absent where it was saved before. */
  readonly run?: number;
  readonly rule: string;
  readonly steps: readonly string[];
  readonly timeline: readonly string[];
  /** What is shown of it. */
  readonly shown: CheckFailed['shown'];
  /** The error that the client ended with in it. */
  readonly threw: CheckFailed['threw'];
  /** The text of a scenario file. */
  readonly scenario: string;
  /** The same as one word. */
  readonly token: string;
  readonly seed: number;
  /** What was found out about it, where it is new and has a fault; and what came of it in a process of its own. */
  readonly told?: Told & { readonly fresh?: FreshReplay };
  /** What the file is called that it is saved as. */
  readonly saveAs: string;
  /** The file it was written to, or read from. */
  readonly file?: string;
}

/** All that decides which scenarios are run; reports can be merged that have this in common. */
export interface CheckOrder extends Omit<JudgedBy, 'profile'> {
  readonly client: string;
  readonly seed: number;
  /** Absent where only time counts. */
  readonly runs?: number;
  readonly time?: string;
  readonly mode?: string;
  readonly returns?: string;
  /** Every rule that is broken is told, and not the first alone. */
  readonly keepGoing?: boolean;
}

/** How a check came out: what `--reporter json` writes, and what is merged. */
export interface CheckSummary {
  readonly version: 1;
  readonly kind: 'check';
  readonly order: CheckOrder;
  readonly shard: Shard;
  readonly runs: number;
  readonly replayed: number;
  /** Real milliseconds. */
  readonly real: number;
  /** Absent where it was not seen through to its end. */
  readonly coverage?: CheckReport['coverage'];
  /** Those that were not followed, most frequent first; none is told where the client broke. */
  readonly recommendations: CheckReport['recommendations'];
  /** Where the client parted from what it had done, when the same scenario was played to it twice. */
  readonly unsteady?: Divergence;
  /** In how many scenarios the client brought along what another had given it; absent where in none. */
  readonly leftovers?: number;
  /** How many scenarios say nothing, since this machine was too slow for them; absent where none. */
  readonly givenUp?: number;
  /** How the scenarios were played; absent where the client broke, or parts differ. */
  readonly transport?: CheckReport['transport'];
  /** The first that was met comes first. */
  readonly failures: readonly Failure[];
  /** Errors that the client let slip past its own promise. */
  readonly unheard: readonly Finding[];
  /** Parts that were run again, since the process that ran them was lost, and how; absent where none was. */
  readonly replaced?: readonly string[];
  readonly stopped?: 'interrupted';
  /** It was interrupted while a counterexample was shrunk: that it broke is all that is known. */
  readonly unfinished?: true;
}

/** Of a check that has come across nothing yet. */
export const emptySummary = (order: CheckOrder, shard: Shard = wholeShard): CheckSummary => ({
  version: 1,
  kind: 'check',
  order,
  shard,
  runs: 0,
  replayed: 0,
  real: 0,
  recommendations: [],
  failures: [],
  unheard: [],
});

export const isBroken = ({ failures, unheard, unfinished }: CheckSummary): boolean =>
  failures.length + unheard.length > 0 || unfinished === true;

type Shown = Pick<CheckFailed, 'symptom' | 'scenario' | 'file' | 'replay' | 'timeline' | 'shown' | 'threw' | 'told'>;

export const describeFailure = (failed: Shown & { readonly discovery: Partial<CheckFailed['discovery']> }): Failure => {
  const { symptom, scenario, timeline, shown, threw, discovery, told } = failed;
  const { key: rule, name, claim, section, evidence } = symptom;
  return {
    ...(discovery.run !== undefined && { run: discovery.run }),
    rule,
    name,
    claim,
    section,
    evidence,
    steps: scenario.steps.map(describeStep),
    timeline,
    shown,
    threw,
    scenario: failed.file,
    token: failed.replay,
    seed: scenario.seed ?? 0,
    ...(told !== undefined && { told }),
    saveAs: regressionFile('', symptom, scenario),
    ...(discovery.file !== undefined && { file: discovery.file }),
  };
};

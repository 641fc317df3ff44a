import type { Symptom, Trial } from '../trial/trial.ts';
import { type TrialSetup, runTrial } from '../trial/run-trial.ts';
import { type Divergence, findDivergence } from './divergence.ts';

/** What came of it when a counterexample was played again, each time in a simulation of its own. */
export interface Repetition {
  readonly runs: number;
  /** In how many of them it broke the client in the same way. */
  readonly broken: number;
  /** The first thing that was not the same in one of them. */
  readonly divergence?: Divergence;
}

/** Two are enough to tell a client that does the same each time from one that draws lots in most of its runs. */
const usualRepeats = 2;

/** Entries of a trace from which on once has to do: whoever draws lots has drawn them often by then. */
const longTrace = 2000;

/** Plays a scenario again, and compares. */
export const repeat = async (
  { scenario, ...first }: Pick<Trial, 'scenario' | 'trace'>,
  symptom: Symptom,
  setup: TrialSetup,
  onRun: (runs: number) => void,
): Promise<Repetition> => {
  let broken = 0;
  let divergence: Divergence | undefined;
  const most = first.trace.entries.length < longTrace ? usualRepeats : 1;
  for (let runs = 1; runs <= most; runs += 1) {
    const again = await runTrial(scenario, setup);
    onRun(runs);
    if ([...again.symptoms, ...again.warnings].some(({ key }) => key === symptom.key)) broken += 1;
    divergence ??= findDivergence(first, again);
  }
  return { runs: most, broken, ...(divergence !== undefined && { divergence }) };
};

/** Why a counterexample may not be seen again; nothing where it always is. */
export const describeRepetition = ({ runs, broken, divergence }: Repetition): readonly string[] => {
  if (broken === runs && divergence === undefined) return [];
  const again = broken === runs ? 'broke each time' : `broke in ${broken} of ${runs} repetitions`;
  return [
    `this client behaves differently from run to run: the same scenario ${again}`,
    ...(divergence === undefined ? [] : describeDivergence(divergence)),
  ];
};

export const describeDivergence = ({ first, second }: Divergence): readonly string[] => [
  `  in one run:   ${first}`,
  `  in another:   ${second}`,
];

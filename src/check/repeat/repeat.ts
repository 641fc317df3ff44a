import { isLong, type Symptom, type Trial } from '../trial/trial.ts';
import { same } from '../shrink/goal.ts';
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

/** Of a long run once has to do: whoever draws lots has drawn them often by its end. */
const repeatsOf = (first: Pick<Trial, 'raw'>): number => (isLong(first) ? 1 : usualRepeats);

/** Plays a scenario again, and compares; with the last of these runs. */
export const repeat = async (
  { scenario, ...first }: Pick<Trial, 'scenario' | 'trace' | 'raw'>,
  symptom: Symptom,
  setup: TrialSetup,
  onRun: (runs: number) => void,
): Promise<Repetition & { readonly last: Trial }> => {
  let broken = 0;
  let divergence: Divergence | undefined;
  const most = repeatsOf(first);
  for (let runs = 1; ; runs += 1) {
    const again = await runTrial(scenario, setup);
    onRun(runs);
    if (same(again, { symptom }) !== undefined) broken += 1;
    divergence ??= findDivergence(first, again);
    if (runs === most) return { runs, broken, ...(divergence !== undefined && { divergence }), last: again };
  }
};

/** Whether it came again each time, as it was. */
export const isSteady = ({ runs, broken, divergence }: Repetition): boolean =>
  broken === runs && divergence === undefined;

/** Why a counterexample may not be seen again; nothing where it always is. */
export const describeRepetition = (repetition: Repetition): readonly string[] => {
  if (isSteady(repetition)) return [];
  const { runs, broken, divergence } = repetition;
  const again = broken === runs ? 'broke each time' : `broke in ${broken} of ${runs} repetitions`;
  return [
    `this client behaves differently from run to run: the same scenario ${again}`,
    ...(divergence === undefined ? [] : describeDivergence(divergence)),
  ];
};

export const describeDivergence = ({ first, second, because }: Divergence): readonly string[] => [
  `  in one run:   ${first}`,
  `  in another:   ${second}`,
  ...(because === undefined ? [] : [`  the cause:    ${because}`]),
];

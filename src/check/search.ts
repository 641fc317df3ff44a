import type * as FastCheck from 'fast-check';
import type { Scenario } from '../language/ast.ts';
import type { Habits } from './arbitraries/triggers.ts';
import { type Draw, drawsOf } from './arbitraries/draws.ts';
import type { CheckPlan } from './options.ts';
import { tellDraw } from './arbitraries/scenarios.ts';
import type { Trial } from './trial/trial.ts';
import { type Trying, tryScenario } from './trial/try-scenario.ts';

/** What a search for a story came to. */
export interface Found {
  /** Stories that were told. */
  readonly runs: number;
  /** The first that broke the client, as plain as its numbers get; undefined when none did. */
  readonly broken: { readonly trial: Trial; readonly run: number } | undefined;
}

export interface Search {
  readonly plan: Pick<CheckPlan, 'seed' | 'runs' | 'shard' | 'modes'>;
  readonly trying: Trying;
  readonly habits: Habits;
  /** Whether there is time for one more. */
  readonly isTime: () => boolean;
  /** Sees every story that was looked for. */
  readonly onTrial: (trial: Trial, runs: number) => void;
}

/** Stories are drawn in rounds, so that a search without end costs no more with every run. */
const round = 64;
/** Plainer numbers only have to bring a story down to where shortening by steps takes over. */
const mostShrinkings = 40;

/** Tells stories one after the other until there are enough, the time is over, or one breaks the client. */
export const search = async (
  fc: typeof FastCheck,
  { plan, trying, habits, isTime, onTrial }: Search,
): Promise<Found> => {
  const { seed, shard } = plan;
  const state: { drawn: number; runs: number; shrinkings: number; broken: Found['broken'] } = {
    drawn: 0,
    runs: 0,
    shrinkings: 0,
    broken: undefined,
  };
  const isOver = (): boolean => state.broken !== undefined || state.drawn >= plan.runs || !isTime();

  const shrink = async (scenario: Scenario, { trial: first, run }: NonNullable<Found['broken']>): Promise<boolean> => {
    state.shrinkings += 1;
    if (state.shrinkings > mostShrinkings) return true;
    const trial = await tryScenario(scenario, trying);
    if (trial.symptoms[0]?.key !== first.symptoms[0]?.key) return true;
    state.broken = { trial, run };
    return false;
  };
  const tell = async (draw: Draw): Promise<boolean> => {
    if (state.broken !== undefined) return shrink(tellDraw(draw, habits, state.broken.run), state.broken);
    if (isOver()) return true;
    const isOurs = state.drawn % shard.of === shard.index - 1;
    state.drawn += 1;
    if (!isOurs) return true;
    state.runs += 1;
    const trial = await tryScenario(tellDraw(draw, habits, state.drawn), trying);
    onTrial(trial, state.runs);
    if (trial.symptoms.length === 0) return true;
    state.broken = { trial, run: state.drawn };
    return false;
  };

  const property = fc.asyncProperty(drawsOf(fc, plan.modes), tell);
  for (let rounds = 0; !isOver(); rounds += 1) {
    const result = await fc.check(property, { seed: mixSeed(seed, rounds), numRuns: round, unbiased: true });
    if (state.broken === undefined && result.failed) throw result.errorInstance;
  }
  return { runs: state.runs, broken: state.broken };
};

/** A seed of its own for every round, far from those of other seeds. */
const mixSeed = (seed: number, rounds: number): number =>
  (Math.imul(seed, 0x9e3779b1) + Math.imul(rounds, 0x85ebca6b)) | 0;

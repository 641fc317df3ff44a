import { simplify } from './simplify.ts';
import type { Series } from './experiments.ts';
import type { Finding, Goal } from './goal.ts';

/**
 * Makes a counterexample as small and as simple as it gets while the client goes on doing something wrong that is as plain.
 * The boldest simplification comes first: most that is wrong shows in an ordinary world by one step alone.
 */
export const shrink = async (found: Finding, goal: Goal, series: Series): Promise<Finding> => {
  const seen = new Set<string>();
  let smallest: Finding | undefined = found;
  let last = found;
  while (smallest !== undefined) {
    last = smallest;
    seen.add(JSON.stringify(last.trial.scenario));
    smallest = await findSimpler(last, { goal, series, seen });
  }
  return last;
};

interface Search {
  readonly goal: Goal;
  readonly series: Series;
  /** Those that it has come by: what is completed by the options of a check may be the same again. */
  readonly seen: ReadonlySet<string>;
}

const findSimpler = async (smallest: Finding, { goal, series, seen }: Search): Promise<Finding | undefined> => {
  for (const scenario of simplify(smallest.trial)) {
    const trial = await series.run(scenario);
    if (trial === 'over') return undefined;
    if (trial === 'unplayable' || seen.has(JSON.stringify(trial.scenario))) continue;
    const symptom = goal(trial, smallest);
    if (symptom !== undefined) return { trial, symptom };
  }
  return undefined;
};

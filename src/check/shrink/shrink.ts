import type { Arbitrary } from 'fast-check';
import type { Scenario } from '../../language/ast.ts';
import { isMisuse } from '../../misuse.ts';
import type { FC } from '../arbitraries/odds.ts';
import type { Counterexample } from '../search.ts';
import type { Trial } from '../trial/trial.ts';
import { type TrialSetup, runTrial } from '../trial/run-trial.ts';
import { simplify } from './simplify.ts';

const mostRuns = 400;

/**
 * Makes a counterexample as small and as simple as it gets while the client goes on doing the same thing wrong. fast-check
 * generates it once more and shrinks it by its structure; where that comes to no more, by `simplify`.
 */
export const shrink = async (
  fc: FC,
  { trial: first, generated }: Counterexample,
  setup: TrialSetup,
  { isTime, onRun }: { readonly isTime: () => boolean; readonly onRun: (runs: number) => void },
): Promise<{ readonly trial: Trial; readonly runs: number }> => {
  const known = new Set<string>();
  let smallest = first;
  let runs = 0;
  const isKept = async (scenario: Scenario): Promise<boolean> => {
    const text = JSON.stringify(scenario);
    if (known.size === 0) {
      known.add(text);
      return false;
    }
    if (known.has(text)) return true;
    if (runs >= mostRuns || !isTime()) throw new fc.PreconditionFailure(true);
    known.add(text);
    runs += 1;
    onRun(runs);
    const trial = await runIfPlayable(scenario, setup);
    if (trial?.symptoms[0]?.key !== first.symptoms[0]?.key) return true;
    smallest = trial ?? smallest;
    return false;
  };
  await fc.check(fc.asyncProperty(simplifying(fc, generated.arbitrary), isKept), generated.parameters);
  return { trial: smallest, runs };
};

/** What is left of a scenario may name a customer that is not. */
const runIfPlayable = async (scenario: Scenario, setup: TrialSetup): Promise<Trial | undefined> => {
  try {
    return await runTrial(scenario, setup);
  } catch (error) {
    if (isMisuse(error)) return undefined;
    throw error;
  }
};

/** An arbitrary whose values shrink by its own structure first, and then in any other way that is known. */
const simplifying = (fc: FC, arbitrary: Arbitrary<Scenario>): Arbitrary<Scenario> => {
  class Simplifying extends fc.Arbitrary<Scenario> {
    override generate(...random: Parameters<Arbitrary<Scenario>['generate']>) {
      return remember(arbitrary.generate(...random));
    }
    override canShrinkWithoutContext(_value: unknown): _value is Scenario {
      return false;
    }
    override shrink(scenario: Scenario, state: unknown) {
      const simpler = fc.stream(simplify(scenario)[Symbol.iterator]()).map((one) => new fc.Value(one, undefined));
      if (!(state instanceof Structure)) return simpler;
      return arbitrary.shrink(scenario, state.context).map(remember).join(simpler);
    }
  }
  /** What fast-check knows of how a value was generated. */
  class Structure {
    readonly context: unknown;
    constructor(context: unknown) {
      this.context = context;
    }
  }
  const remember = ({ value, context }: ReturnType<Arbitrary<Scenario>['generate']>) =>
    new fc.Value(value, new Structure(context));
  return new Simplifying();
};

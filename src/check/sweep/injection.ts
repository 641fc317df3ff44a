import { writeToken } from '../../language/replay-token.ts';
import type { Scenario, Step } from '../../language/ast.ts';
import { expectationOf } from '../trial/mode.ts';
import { type Trying, tryScenario } from '../trial/try-scenario.ts';
import type { Trial } from '../trial/trial.ts';
import { type Blow, blowsAt, type Demand } from './faults.ts';
import { leversAt } from './levers.ts';
import type { Moment } from './injection-points.ts';
import type { SweepCell } from './sweep-report.ts';

/** One run of a sweep: what goes wrong in it, and what is asked of the client. */
export interface Stroke {
  readonly what: string;
  readonly moment: string;
  readonly steps: readonly Step[];
  readonly demand: Demand;
}

/** Everything that can go wrong at one moment. */
export const strokesAt = (moment: Moment): readonly Stroke[] => {
  const blows: readonly Blow[] = moment.exchange === undefined ? [] : blowsAt(moment.exchange);
  return [...blows, ...leversAt(moment)].map(({ name, action, demand }) => ({
    what: name,
    moment: moment.name,
    steps: [{ trigger: moment.trigger, action, place: `before ${moment.name}` }],
    demand,
  }));
};

/** Tells the story with what goes wrong, and says what the client made of it. */
export const tryStroke = async (story: Scenario, stroke: Stroke, trying: Trying): Promise<SweepCell> => {
  const { what, moment, steps, demand } = stroke;
  const scenario: Scenario = {
    ...story,
    name: `${what}, before ${moment}`,
    steps: [...story.steps, ...steps],
    expect: expectationOf(demand === 'finish' ? 'recoverable' : 'any'),
  };
  return { what, moment, ...judge(await tryScenario(scenario, trying), stroke) };
};

const judge = (trial: Trial, { steps, demand }: Stroke): Omit<SweepCell, 'what' | 'moment'> => {
  const { scenario, symptoms, outcome, unfired } = trial;
  const [symptom] = symptoms;
  const isIdle = steps.some(({ place }) => unfired.some((one) => one.place === place));
  if (symptom !== undefined && !isIdle) {
    return {
      verdict: 'broken',
      ended: symptom.key === 'C18' ? 'no end' : outcome.ok ? 'finished' : 'gave up',
      rule: symptom.key,
      because: symptom.evidence.join('; '),
      replay: writeToken({ scenario, seed: scenario.seed ?? 0 }),
    };
  }
  if (isIdle) return { verdict: 'inconclusive', ended: 'nothing happened' };
  if (outcome.ok) return { verdict: 'survived', ended: 'finished' };
  return { verdict: demand === 'either' ? 'inconclusive' : 'survived', ended: 'gave up', because: outcome.error };
};

import type { Scenario, Step, StepAction } from '../../language/ast.ts';
import { drawAssumptions } from './assumptions.ts';
import { drawFault, drawNotificationFault, type Numbers } from './faults.ts';
import { drawLever } from './levers.ts';
import { featureOf } from './features.ts';
import { drawTrigger, drawPosition, exchangesOf, type Habits, weightedExchanges } from './moments.ts';
import { createRecoverable } from './recoverable.ts';
import { type Act, drawTheme } from './themes.ts';
import { compose, twist } from './twists.ts';
import { drawWorld } from './world.ts';
import { type Draw, pick, type StepDraw } from './draws.ts';
import { expectationOf } from '../trial/mode.ts';

/** What a story is called as long as nobody knows what it breaks. */
export const drawnName = 'drawn';

/**
 * Makes a story of numbers. Whatever they are, it is one that can be played. `turn` counts the stories: each in which a
 * client need not succeed is about another thing that goes wrong, beside those that are drawn.
 */
export const tellDraw = (draw: Draw, habits: Habits, turn: number): Scenario => {
  const { mode, steps } = draw;
  const world = drawWorld(mode, draw.world, habits);
  const assumptions = drawAssumptions(draw, habits);
  return {
    version: 1,
    name: drawnName,
    source: drawnName,
    ...world,
    assumptions,
    steps: mode === 'any' ? drawAny(steps, habits, turn) : drawBearable(steps, habits, { ...world, assumptions }),
    expect: expectationOf(mode),
  };
};

const drawBearable = (
  steps: readonly StepDraw[],
  habits: Habits,
  world: Pick<Scenario, 'customers' | 'assumptions'>,
): readonly Step[] => {
  const drawActs = createRecoverable(world);
  return compose(
    steps.flatMap((step) => drawActs(step, habits)),
    0,
  );
};

const drawAny = (steps: readonly StepDraw[], habits: Habits, turn: number): readonly Step[] => {
  const drawn = steps.flatMap((step) => drawAnyActs(step, habits).map((act) => twist(act, step[0] >> 6)));
  return compose(withoutTheDead([...featureOf(habits, turn), ...drawn]), (steps[0]?.[1] ?? 0) >> 8);
};

const inConsole: readonly StepAction['do'][] = [
  'createProfile',
  'deleteProfile',
  'rotateSecret',
  'allowlistApp',
  'delistApp',
  'enableScope',
  'disableScope',
  'attachProfile',
  'detachProfile',
];

const isInConsole = ({ do: verb }: StepAction): boolean => inConsole.includes(verb);

/** Once its profile is deleted, there is no application that anything could be done about in the console. */
const withoutTheDead = (acts: readonly Act[]): readonly Act[] => {
  if (!acts.some(({ action }) => action.do === 'deleteProfile')) return acts;
  const first = acts.findIndex(({ action }) => isInConsole(action));
  return acts.filter(({ action }, index) => index === first || !isInConsole(action));
};

const drawAnyActs = ([kind, moment, nth, a, b, c]: StepDraw, habits: Habits): readonly Act[] => {
  const numbers: Numbers = { a, b, c };
  const rest = kind >> 3;
  switch (kind % 8) {
    case 0:
    case 1:
    case 2: {
      const exchange = pick(kind % 8 === 2 ? exchangesOf(habits) : weightedExchanges(habits), moment);
      const trigger = { kind: 'on', exchange, nth: drawPosition(habits, exchange, nth) } as const;
      return [
        {
          trigger,
          action:
            exchange === 'notification' ? drawNotificationFault(rest, numbers) : drawFault(exchange, rest, numbers),
        },
      ];
    }
    case 3: {
      const exchange = pick(weightedExchanges(habits), c);
      const trigger = drawTrigger(habits, { moment, nth });
      if (exchange === 'notification') return [{ trigger, action: drawNotificationFault(rest, numbers) }];
      return [{ trigger, action: { ...drawFault(exchange, rest, numbers), operation: exchange } }];
    }
    case 4:
      return drawTheme(moment, numbers);
    default:
      return [{ trigger: drawTrigger(habits, { moment, nth }), action: drawLever(rest, numbers) }];
  }
};

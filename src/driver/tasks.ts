import { isFault } from './lasting-faults.ts';
import type { Follower, Step, StepAction, Trigger } from '../language/ast.ts';

/** One thing that is to happen. */
export interface Deed extends Step {
  readonly action: StepAction;
}

/** What happens at one moment, and what comes after. */
export interface Part {
  /** Tells the parts of a run apart, in the order in which they were told. */
  readonly number: number;
  readonly trigger: Trigger;
  readonly deeds: readonly Deed[];
  readonly next: Part | undefined;
  /** Whether the chance of its trigger is one for the moment itself. */
  readonly drawnOnce: boolean;
  readonly place: string;
}

/** A step as a chain of moments, in which groups are taken apart. */
export const planStep = ({ followers = [], ...first }: Step, number: number): Part => {
  const [last, ...earlier] = [first, ...followers].toReversed();
  if (last === undefined) throw new RangeError('a step without itself');
  let index = number + followers.length;
  let part = planOne(last, index, undefined);
  for (const one of earlier) {
    index -= 1;
    part = planOne(one, index, part);
  }
  return part;
};

const planOne = ({ trigger, action, place }: Follower, number: number, next: Part | undefined): Part => {
  const actions = action.do === 'together' ? action.actions : [action];
  const { chance: _, ...rest } = trigger;
  const when = isDrawnOnce(trigger, actions) ? rest : trigger;
  return {
    number,
    trigger,
    deeds: actions.map((one) => ({ trigger: when, action: one, place })),
    next,
    drawnOnce: isDrawnOnce(trigger, actions),
    place,
  };
};

/** At a time, it is the moment that takes luck; but where only faults are told, whatever they could hit. */
const isDrawnOnce = (trigger: Trigger, actions: readonly StepAction[]): boolean =>
  'time' in trigger && !actions.every(isFault);

/** All parts of a chain, the first one first. */
export const partsOf = (part: Part): readonly Part[] =>
  part.next === undefined ? [part] : [part, ...partsOf(part.next)];

import type { Follower, Step, StepAction, Trigger } from '../../language/ast.ts';
import { consoleVerbs } from '../../language/verbs/console.ts';
import type { OperationName } from '../../spec/routes.ts';

/** A step that has no place in a scenario yet. */
export type Draft = Pick<Step, 'trigger'> & { readonly action: StepAction };

/** How steps stand to each other: each by itself, one after the other, or all at one moment. */
export type Composition = 'apart' | 'sequence' | 'together';

/** Makes the steps of a scenario. */
export const compose = (drafts: readonly Draft[], composition: Composition): readonly Step[] => {
  const steps = drafts.map((draft, index) => ({ ...draft, place: `step ${index + 1}` }));
  const [first, ...others] = steps;
  if (first === undefined || others.length === 0) return steps;
  switch (composition) {
    case 'apart':
      return steps;
    case 'sequence':
      return [{ ...first, followers: others.map(follow) }];
    case 'together':
      return [{ ...first, trigger: once(first.trigger), action: { do: 'together', actions: steps.map(aim) } }];
    default:
      return composition satisfies never;
  }
};

/** By the clock means so long after the step before. */
const follow = ({ trigger, ...step }: Draft & Pick<Step, 'place'>): Follower => ({
  ...step,
  trigger: trigger.kind === 'at' ? { ...trigger, kind: 'wait' } : trigger,
});

/** Things that happen together have their own numbers of times. */
const once = (trigger: Trigger): Trigger =>
  'nth' in trigger && typeof trigger.nth === 'string' ? { ...trigger, nth: 1 } : trigger;

/** What a fault was to hit by its own trigger, it now has to say. */
const aim = ({ trigger, action }: Draft): StepAction =>
  trigger.kind === 'on' && trigger.exchange !== 'notification' ? aimAt(action, trigger.exchange) : action;

/** A fault of requests that says to which; any other action as it is. */
export const aimAt = (action: StepAction, operation: OperationName): StepAction =>
  (action.do === 'fail' || action.do === 'fault') && action.operation === undefined ? { ...action, operation } : action;

/** Once its profile is deleted, there is no application that anything could be done about in the console. */
export const untilProfileIsGone = <One extends Pick<Step, 'action'>>(steps: readonly One[]): readonly One[] => {
  const deeds = (step: Pick<Step, 'action'> & Partial<Pick<Step, 'followers'>>): readonly StepAction[] =>
    [step.action, ...(step.followers ?? []).map(({ action }) => action)].flatMap((action) =>
      action.do === 'together' ? action.actions : [action],
    );
  const isInConsole = (step: One): boolean => deeds(step).some((action) => Object.hasOwn(consoleVerbs, action.do));
  if (!steps.some((step) => deeds(step).some((action) => action.do === 'deleteProfile'))) return steps;
  const first = steps.findIndex(isInConsole);
  return steps.filter((step, index) => index === first || !isInConsole(step));
};

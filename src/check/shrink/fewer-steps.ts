import type { Follower, Scenario, Step } from '../../language/ast.ts';
import { ms, parseDuration } from '../../spec/time.ts';
import { writeDuration } from '../arbitraries/durations.ts';
import type { Trial } from '../trial/trial.ts';

/** How many things a scenario lets happen, whether by themselves, after each other or together. */
export const countSteps = ({ steps }: Pick<Scenario, 'steps'>): number =>
  steps.flatMap(({ action, followers = [] }) => [action, ...followers.map((next) => next.action)]).flatMap(partsOf)
    .length;

const partsOf = (action: Step['action']): readonly unknown[] => (action.do === 'together' ? action.actions : [action]);

/** Without what never came to pass, and without what lets no time pass; the same steps where all of them do something. */
export const withoutIdle = ({ scenario, unfired }: Pick<Trial, 'scenario' | 'unfired'>): readonly Step[] => {
  const idle = new Set(unfired.map(({ place }) => place));
  const isIdle = ({ action, place }: Follower): boolean =>
    idle.has(place) || (action.do === 'elapse' && parseDuration(action.duration) === 0);
  const busy = scenario.steps.flatMap((step): readonly Step[] => {
    const { followers = [], ...bare } = step;
    // What follows an idle step waits for it.
    if (isIdle(step)) return idle.has(step.place) ? [] : followers.map(apart);
    const left = followers.filter((next) => !isIdle(next));
    return [left.length > 0 ? { ...bare, followers: left } : bare];
  });
  return JSON.stringify(busy) === JSON.stringify(scenario.steps) ? scenario.steps : busy;
};

/** Two sleeps at one moment as one of the same length; nothing where there are no two. */
const withOneSleep = (steps: readonly Step[]): readonly (readonly Step[])[] =>
  steps.flatMap((step, index) => {
    const { action, trigger } = step;
    const other = steps.findIndex(
      (next, place) => place > index && next.action.do === 'elapse' && isAlike(next.trigger, trigger) && isBare(next),
    );
    const second = steps[other]?.action;
    if (action.do !== 'elapse' || second?.do !== 'elapse' || !isBare(step)) return [];
    const duration = writeDuration(ms(action.duration) + ms(second.duration));
    const merged = steps.map((one) => (one === step ? { ...one, action: { ...action, duration } } : one));
    return [merged.filter((_one, place) => place !== other)];
  });

const isAlike = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

const isBare = ({ followers = [] }: Step): boolean => followers.length === 0;

/** What followed, by itself. */
export const apart = ({ trigger, ...step }: Follower): Step => ({
  ...step,
  trigger: trigger.kind === 'wait' ? { ...trigger, kind: 'at' } : trigger,
});

/** A list without each of its items. */
export const lackingOne = <Item>(items: readonly Item[]): readonly (readonly Item[])[] =>
  items.map((_, gone) => items.filter((_item, index) => index !== gone));

/** One step alone, where there are more than two; one less; two that are as good as one. */
export const fewerSteps = (steps: readonly Step[]): readonly (readonly Step[])[] => [
  ...(steps.length > 2 ? steps.map((step) => [step]) : []),
  ...lackingOne(steps),
  ...withOneSleep(steps),
];

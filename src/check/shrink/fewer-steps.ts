import type { Scenario, Step } from '../../language/ast.ts';
import type { Simplify } from './simplify.ts';

export const withSteps = (scenario: Scenario, steps: readonly Step[]): Scenario => ({ ...scenario, steps });

export const dropUnfired: Simplify = ({ scenario, unfired }) => {
  const { steps } = scenario;
  const fired = steps.filter(({ place }) => !unfired.some((one) => one.place === place));
  return fired.length === steps.length ? [] : [withSteps(scenario, fired)];
};

export const dropSteps: Simplify = ({ scenario }) => {
  const { steps } = scenario;
  const half = Math.ceil(steps.length / 2);
  const halves = steps.length > 2 ? [steps.slice(0, half), steps.slice(half)] : [];
  const singles = steps.map((_, gone) => steps.filter((_step, index) => index !== gone));
  return [...halves, ...singles].map((fewer) => withSteps(scenario, fewer));
};

const without = <Item>(items: readonly Item[], gone: number): readonly Item[] =>
  items.filter((_, index) => index !== gone);

/** Fewer things at one moment, and fewer that follow. */
const partsOf = (step: Step): readonly Step[] => {
  const { action, followers, ...bare } = step;
  const rest = followers === undefined ? {} : { followers };
  const fewer =
    action.do === 'together'
      ? action.actions.map((_, gone): Step => {
          const [only, ...others] = without(action.actions, gone);
          const kept =
            only !== undefined && others.length === 0 ? only : { ...action, actions: without(action.actions, gone) };
          return { ...bare, ...rest, action: kept };
        })
      : [];
  const shorter = (followers ?? []).map((_, gone): Step => {
    const left = without(followers ?? [], gone);
    return { ...bare, action, ...(left.length > 0 && { followers: left }) };
  });
  return [...fewer.filter(({ action: kept }) => kept.do !== 'together' || kept.actions.length > 0), ...shorter];
};

/** What need not wait for others, stands by itself. */
export const unchain: Simplify = ({ scenario }) =>
  scenario.steps.flatMap((step, index) => {
    if (step.followers === undefined) return [];
    const { followers, ...first } = step;
    const alone = followers.map(
      (one): Step => ({ ...one, trigger: one.trigger.kind === 'wait' ? { ...one.trigger, kind: 'at' } : one.trigger }),
    );
    return [
      withSteps(scenario, [...scenario.steps.slice(0, index), first, ...alone, ...scenario.steps.slice(index + 1)]),
    ];
  });

export const dropParts: Simplify = ({ scenario }) =>
  scenario.steps.flatMap((step, index) =>
    partsOf(step).map((fewer) =>
      withSteps(
        scenario,
        scenario.steps.map((one, place) => (place === index ? fewer : one)),
      ),
    ),
  );

import type { Arbitrary } from 'fast-check';
import type { Scenario, Step, Trigger } from '../../language/ast.ts';
import type { ClientProfile } from '../client-profile.ts';
import { expectationOf } from '../trial/mode.ts';
import { type FC, oneOf } from './odds.ts';
import { anySteps } from './any-steps.ts';
import { compose, untilProfileIsGone } from './compose.ts';
import { nthOf } from './triggers.ts';

/**
 * Scenarios near one to which a client reacted in a new way: the same thing happens elsewhere, once more, or more often, or
 * something else happens besides. Whether the client can get through them nobody knows; it must only not misbehave.
 */
export const variationsOf = (fc: FC, profile: ClientProfile, scenario: Scenario): Arbitrary<Scenario> => {
  const withSteps = (steps: readonly Step[]): Scenario => ({
    ...scenario,
    steps: untilProfileIsGone(steps),
    expect: expectationOf('any'),
  });
  const besides = anySteps(fc, profile).map((drafts) => withSteps([...scenario.steps, ...compose(drafts, 'apart')]));
  const [first, ...others] = scenario.steps.map((step, index) =>
    changed(fc, profile, step).map((steps) =>
      withSteps([...scenario.steps.slice(0, index), ...steps, ...scenario.steps.slice(index + 1)]),
    ),
  );
  return first === undefined ? besides : oneOf(fc, [1, besides], [2, fc.oneof(first, ...others)]);
};

/** What stands in the place of a step. */
const changed = (fc: FC, profile: ClientProfile, step: Step): Arbitrary<readonly Step[]> => {
  const elsewhere = otherTriggers(fc, profile, step.trigger).map((trigger) => ({ ...step, trigger }));
  const again = elsewhere.map((other) => [step, other]);
  const moved = elsewhere.map((other) => [other]);
  const { action } = step;
  if (!('times' in action) || typeof action.times !== 'number') return fc.oneof(again, moved);
  const { times } = action;
  const more = fc.integer({ min: 1, max: 4 }).map((few) => [{ ...step, action: { ...action, times: times + few } }]);
  return fc.oneof(again, moved, more);
};

const otherTriggers = (fc: FC, profile: ClientProfile, trigger: Trigger): Arbitrary<Trigger> => {
  switch (trigger.kind) {
    case 'on':
      return nthOf(fc, profile, trigger.exchange).map((nth) => ({ ...trigger, nth }));
    case 'after':
      return fc.integer({ min: 1, max: 3 }).map((nth) => ({ ...trigger, nth }));
    default:
      return fc.constant(trigger);
  }
};

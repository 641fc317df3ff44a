import type { Nth, Scenario, Step, StepAction, Trigger } from '../../language/ast.ts';
import { unbounded } from '../../language/words.ts';
import { ms } from '../../spec/time.ts';
import type { Mode } from '../draw/draws.ts';
import { modeOf } from '../trial/mode.ts';
import { withSteps } from './fewer-steps.ts';
import { roundings } from './roundings.ts';
import type { Simplify } from './simplify.ts';

/** Earlier ones of the same kind. */
const earlier = (nth: Nth): readonly Nth[] => {
  if (nth === 'every') return [1];
  if (typeof nth === 'string') return [1, 'every'];
  return Array.from({ length: Math.min(nth - 1, 3) }, (_, index) => index + 1);
};

const plainTrigger = (trigger: Trigger): readonly Trigger[] => {
  const { where, chance, ...plain } = trigger;
  return [
    ...(where === undefined ? [] : [{ ...plain, ...(chance !== undefined && { chance }) }]),
    ...(chance === undefined ? [] : [{ ...plain, ...(where !== undefined && { where }) }]),
    ...plainMoment(trigger),
  ];
};

const plainMoment = (trigger: Trigger): readonly Trigger[] => {
  switch (trigger.kind) {
    case 'at':
    case 'wait':
      return roundings(trigger.time).map((time) => ({ ...trigger, time }));
    case 'after':
      return [
        ...earlier(trigger.nth).map((nth) => ({ ...trigger, nth })),
        ...roundings(trigger.wait).map((wait) => ({ ...trigger, wait })),
      ];
    case 'on':
      return earlier(trigger.nth).map((nth) => ({ ...trigger, nth }));
    default:
      return trigger satisfies never;
  }
};

/**
 * An action without one of the things that need not be said, or with less of it. What a client has to get over must not
 * become more than that: there nothing may last longer than it did.
 */
const plainAction = (action: StepAction, mode: Mode): readonly StepAction[] => {
  const fields = Object.entries(action);
  const said = (name: string, value: unknown): StepAction =>
    Object.fromEntries(fields.map(([key, old]) => [key, key === name ? value : old])) as StepAction;
  const bold = mode === 'any' && action.do !== 'fault' ? ['for'] : [];
  const optional = ['customer', 'scope', 'pieces', ...bold, ...(action.do === 'fault' ? ['by'] : [])];
  const bare = fields
    .filter(([key]) => optional.includes(key))
    .map(([gone]) => {
      const kept = fields.filter(([key]) => key !== gone);
      // Without an end there has to be a number.
      const counted = kept.map(([key, value]): [string, unknown] => [key, value === unbounded ? 1 : value]);
      return Object.fromEntries(gone === 'for' ? counted : kept) as StepAction;
    });
  const fewer = 'times' in action && action.times > 1 ? [1, 2].filter((times) => times < action.times) : [];
  const copies = action.do === 'repeatNotification' && action.copies > 2 ? [said('copies', 2)] : [];
  const lengths = (['by', 'for', 'duration'] as const).flatMap((name) => {
    const value: unknown = Reflect.get(action, name);
    if (typeof value !== 'string') return [];
    return roundings(value)
      .filter((length) => mode === 'any' || ms(length) <= ms(value))
      .map((length) => said(name, length));
  });
  return [...bare, ...fewer.map((times) => said('times', times)), ...copies, ...lengths];
};

/** Every step by itself: an earlier moment, or less of what happens. */
export const plainSteps: Simplify = ({ scenario }) =>
  scenario.steps.flatMap((step, index) => {
    const put = (changes: Partial<Step>): Scenario =>
      withSteps(
        scenario,
        scenario.steps.map((one, place) => (place === index ? { ...one, ...changes } : one)),
      );
    return [
      ...plainTrigger(step.trigger).map((trigger) => put({ trigger })),
      ...(step.action.do === 'together'
        ? []
        : plainAction(step.action, modeOf(scenario)).map((action) => put({ action }))),
    ];
  });

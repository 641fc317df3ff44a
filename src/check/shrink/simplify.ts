import type { CustomerRow, Nth, Scenario, Step, StepAction, Trigger } from '../../language/ast.ts';
import { given } from '../../language/data.ts';
import { type Field, rowOf } from '../../language/verbs.ts';
import { unbounded } from '../../language/words.ts';
import { type Duration, ms, parseDuration } from '../../spec/time.ts';
import { type Mode, modeOf } from '../trial/mode.ts';
import { writeDuration } from '../arbitraries/durations.ts';

/**
 * What fast-check cannot know of a scenario: that it has fewer steps without the fault that it is about; that what follows
 * can stand by itself; and that `1h` is simpler than `59m59s999ms`. The boldest come first.
 */
export function* simplify(scenario: Scenario): Generator<Scenario> {
  const withSteps = (steps: readonly Step[]): Scenario => ({ ...scenario, steps });
  const { steps } = scenario;
  for (const fewer of fewerSteps(steps)) yield withSteps(fewer);
  for (const [index, step] of steps.entries()) {
    for (const simpler of simplerSteps(step, modeOf(scenario))) {
      yield withSteps([...steps.slice(0, index), ...simpler, ...steps.slice(index + 1)]);
    }
  }
  yield* simplerWorlds(scenario);
}

/** A list without each of its items. */
const lackingOne = <Item>(items: readonly Item[]): readonly (readonly Item[])[] =>
  items.map((_, gone) => items.filter((_item, index) => index !== gone));

/** A record without each of those fields that it has. */
const lackingField = <Fields extends object>(fields: Fields, names: readonly (keyof Fields)[]): readonly Fields[] =>
  names
    .filter((name) => fields[name] !== undefined)
    .map((gone) => Object.fromEntries(Object.entries(fields).filter(([name]) => name !== gone)) as Fields);

const fewerSteps = (steps: readonly Step[]): readonly (readonly Step[])[] => {
  const half = Math.ceil(steps.length / 2);
  const halves = steps.length > 2 ? [steps.slice(0, half), steps.slice(half)] : [];
  return [...halves, ...lackingOne(steps)];
};

/** What may stand in the place of a step: less of it at one moment or after it, what follows by itself, and less said. */
const simplerSteps = (step: Step, mode: Mode): readonly (readonly Step[])[] => {
  const { action, followers = [], ...bare } = step;
  const rest = followers.length > 0 ? { followers } : {};
  const actions =
    action.do === 'together'
      ? lackingOne(action.actions).flatMap((left): readonly Step['action'][] => {
          const [only, ...others] = left;
          if (only === undefined) return [];
          return [others.length === 0 ? only : { ...action, actions: left }];
        })
      : simplerActions(action, mode);
  return [
    ...lackingOne(followers).map((left) => [{ ...bare, action, ...(left.length > 0 && { followers: left }) }]),
    ...(followers.length > 0 ? [[{ ...bare, action }, ...followers.map(apart)]] : []),
    ...actions.map((simpler) => [{ ...bare, ...rest, action: simpler }]),
    ...simplerTriggers(step.trigger).map((trigger) => [{ ...step, trigger }]),
  ];
};

const apart = ({ trigger, ...step }: Step): Step => ({
  ...step,
  trigger: trigger.kind === 'wait' ? { ...trigger, kind: 'at' } : trigger,
});

const simplerTriggers = (trigger: Trigger): readonly Trigger[] => {
  const less = lackingField(trigger, ['where', 'chance']);
  switch (trigger.kind) {
    case 'at':
    case 'wait':
      return [...less, ...roundDuration(trigger.time).map((time) => ({ ...trigger, time }))];
    case 'after':
      return [
        ...less,
        ...earlier(trigger.nth).map((nth) => ({ ...trigger, nth })),
        ...roundDuration(trigger.wait).map((wait) => ({ ...trigger, wait })),
      ];
    case 'on':
      return [...less, ...earlier(trigger.nth).map((nth) => ({ ...trigger, nth }))];
    default:
      return trigger satisfies never;
  }
};

/** Earlier ones of the same kind. */
const earlier = (nth: Nth): readonly Nth[] => {
  if (nth === 'every') return [1];
  if (typeof nth === 'string') return [1, 'every'];
  return Array.from({ length: Math.min(nth - 1, 3) }, (_, index) => index + 1);
};

/** An action without one of the fields that need not be written, or with less in one of them. */
const simplerActions = (action: StepAction, mode: Mode): readonly StepAction[] =>
  Object.entries(rowOf(action.do).fields).flatMap(([name, field]): readonly StepAction[] => {
    const value: unknown = Reflect.get(action, name);
    if (value === undefined || name === 'operation') return [];
    // What a client has to get over must not last longer than it did.
    const isDropped = field.presence === 'optional' && (mode === 'any' || name !== 'for');
    return [
      ...(isDropped ? lackingField(action, [name as never]).map(countAgain) : []),
      ...simplerValues(field, value, mode).map((simpler) => ({ ...action, [name]: simpler })),
    ];
  });

/** Less, by the kind of the field. */
const simplerValues = ({ kind }: Field, value: unknown, mode: Mode): readonly unknown[] => {
  if (kind.shape === 'count' && typeof value === 'number') {
    return [kind.least, kind.least + 1].filter((count) => count < value);
  }
  if (kind.shape !== 'duration' || typeof value !== 'string') return [];
  return roundDuration(value).filter((length) => mode === 'any' || ms(length) <= ms(value));
};

/** Without an end there has to be a number. */
const countAgain = (action: StepAction): StepAction =>
  'times' in action && action.times === unbounded && action.for === undefined ? { ...action, times: 1 } : action;

/** Everything about the world goes back to what it usually is; most customers are generated alike, and stay so. */
function* simplerWorlds(scenario: Scenario): Generator<Scenario> {
  yield* lackingField(scenario, ['limits', 'latency', 'clockSkew', 'applications', 'seed']);
  for (const assumptions of lackingField(scenario.assumptions, Object.keys(scenario.assumptions) as never[])) {
    yield { ...scenario, assumptions };
  }
  const { customers } = scenario;
  for (const count of [1, 2, 6]) {
    if (count < customers.length) yield { ...scenario, customers: customers.slice(0, count) };
  }
  for (const simpler of customers.slice(0, 1).flatMap(simplerCustomers)) {
    yield { ...scenario, customers: customers.map(({ id, scope }) => ({ ...simpler, ...given({ id, scope }) })) };
  }
}

const simplerCustomers = (row: CustomerRow): readonly CustomerRow[] => {
  const { records, collects } = row;
  return [
    ...lackingField(row, ['notifiedAfter', 'consent', 'collects']),
    ...(typeof records === 'number' ? [0, 1, 2, 250, 251].filter((count) => count < records) : []).map((count) => ({
      ...row,
      records: count,
    })),
    ...(collects === undefined ? [] : roundDuration(collects)).map((length) => ({ ...row, collects: length })),
  ];
};

/** Lengths with fewer words: none at all, or rounded to hours, minutes, seconds. */
const roundDuration = (length: Duration): readonly Duration[] => {
  const exact = parseDuration(length);
  if (exact === undefined) return [];
  const units = [3_600_000, 60_000, 1000];
  const rounded = units.flatMap((unit) => [Math.floor(exact / unit) * unit, Math.ceil(exact / unit) * unit]);
  const words = (text: string): number => text.replaceAll(/\d+/g, '').length;
  return [...new Set([0, ...rounded])]
    .map(writeDuration)
    .filter((text) => text !== length && (words(text) < words(length) || text === '0s'));
};

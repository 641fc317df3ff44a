import type { ExchangeName, Nth, Scenario, Step, StepAction, Trigger } from '../../language/ast.ts';
import { type Field, rowOf } from '../../language/verbs.ts';
import { unbounded } from '../../language/words.ts';
import { serviceFaults } from '../../spec/faults.ts';
import { operations } from '../../spec/routes.ts';
import { type Duration, ms } from '../../spec/time.ts';
import { refusalsAt } from '../refusals-at.ts';
import { type Mode, modeOf } from '../trial/mode.ts';
import type { Trial } from '../trial/trial.ts';
import { apart, fewerSteps, lackingOne, withoutIdle } from './fewer-steps.ts';
import { lackingField, roundDuration } from './less.ts';
import { ordinaryWorlds, simplerWorlds } from './simpler-worlds.ts';

type Simplified = Pick<Trial, 'scenario' | 'unfired' | 'raw'>;

/**
 * Scenarios that are simpler than one that was run: without the steps that did nothing, with one step in an ordinary world, with
 * fewer steps, with less said in each, and in a world with less that is unusual. The boldest come first.
 */
export function* simplify(trial: Simplified): Generator<Scenario> {
  const known = new Set([JSON.stringify(trial.scenario)]);
  for (const simpler of variationsOf(trial)) {
    const text = JSON.stringify(simpler);
    if (!known.has(text)) yield simpler;
    known.add(text);
  }
}

function* variationsOf(trial: Simplified): Generator<Scenario> {
  const { scenario } = trial;
  const { steps } = scenario;
  const withSteps = (others: readonly Step[]): Scenario => ({ ...scenario, steps: others });
  const busy = withoutIdle(trial);
  if (busy !== steps) yield withSteps(busy);
  if (steps.length > 0) yield withSteps([]);
  for (const one of busy.length > 1 ? busy : []) {
    const [plainest = scenario] = ordinaryWorlds(withSteps([one]));
    yield plainest;
  }
  yield* refusedAlone(trial);
  yield* ordinaryWorlds(scenario);
  for (const fewer of fewerSteps(steps)) yield withSteps(fewer);
  for (const [index, step] of steps.entries()) {
    for (const simpler of simplerSteps(step, modeOf(scenario))) {
      yield withSteps([...steps.slice(0, index), ...simpler, ...steps.slice(index + 1)]);
    }
  }
  yield* simplerWorlds(scenario);
}

/** What a crowd was refused by itself, as at a limit: one customer that is refused once is plainer, and says which refusal it takes. */
const refusedAlone = ({ scenario, raw }: Simplified): readonly Scenario[] => {
  if (scenario.customers.length <= 6) return [];
  const operationOf = new Map(raw.flatMap((one) => (one.kind === 'request' ? [[one.exchange, one.operation]] : [])));
  const answers = raw.filter((one) => one.kind === 'answer');
  return answers.flatMap(({ exchange: number, row: refused }): readonly Scenario[] => {
    const exchange = operationOf.get(number) ?? 'unknown';
    if (exchange === 'unknown') return [];
    const row = refusalsAt(exchange).find((one) => one === refused);
    if (row === undefined) return [];
    const trigger = { kind: 'on', exchange, nth: 1 } as const;
    const action = { do: 'fail', failure: { kind: 'row', row }, times: 1 } as const;
    return ordinaryWorlds({ ...scenario, steps: [{ trigger, action, place: 'step 1' }] }).slice(0, 1);
  });
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
      : [...asRefusal(step), ...simplerActions(action, mode)];
  return [
    ...lackingOne(followers).map((left) => [{ ...bare, action, ...(left.length > 0 && { followers: left }) }]),
    ...(followers.length > 0 ? [[{ ...bare, action }, ...followers.map(apart)]] : []),
    ...actions.map((simpler) => [{ ...bare, ...rest, action: simpler }]),
    ...simplerTriggers(step.trigger).map((trigger) => [{ ...step, trigger }]),
  ];
};

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

/** What lasts in the service shows itself as a refusal: one is plainer, and says which. */
const asRefusal = ({ trigger, action }: Step): readonly StepAction[] => {
  if (action.do !== 'beginFault' || trigger.kind !== 'on' || !isPortability(trigger.exchange)) return [];
  return [{ do: 'fail', failure: { kind: 'row', row: serviceFaults[action.fault].refuses }, times: 1 }];
};

const isPortability = (exchange: ExchangeName): boolean =>
  exchange !== 'notification' && operations[exchange].host === 'portability';

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

/** Just past the boundaries of the interface at which most things end. */
const plainLengths: readonly Duration[] = ['6m', '61m'];

const isPlain = (length: Duration): boolean => plainLengths.includes(length);

/** Less, by the kind of the field. */
const simplerValues = ({ kind }: Field, value: unknown, mode: Mode): readonly unknown[] => {
  if (kind.shape === 'count' && typeof value === 'number') {
    return [kind.least, kind.least + 1].filter((count) => count < value);
  }
  if (kind.shape !== 'duration' || typeof value !== 'string') return [];
  // For no time at all is as good as not at all.
  return [...plainLengths, ...roundDuration(value)].filter(
    (length) => ms(length) > 0 && (ms(length) < ms(value) || (mode === 'any' && !isPlain(length))),
  );
};

/** Without an end there has to be a number. */
const countAgain = (action: StepAction): StepAction =>
  'times' in action && action.times === unbounded && action.for === undefined ? { ...action, times: 1 } : action;

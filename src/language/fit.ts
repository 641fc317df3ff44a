import type { ExchangeName, Nth, StepAction, Together, Trigger, Where } from './ast.ts';
import { isRepeated } from './occurrence.ts';
import { type Explanation, explanation, type Mismatch } from './problem.ts';
import { explainUnknownKey } from './shapes.ts';
import { namesOfVerbs, rowOf } from './verbs.ts';
import { eventFilters, exchangeFilters, unbounded } from './words.ts';

interface Draft {
  readonly trigger: Trigger;
  readonly action: StepAction | Together;
}

/** A fault needs something to hit, a filter something to look at, and `nth` alone says how often. */
export const findMismatch = ({ trigger, action }: Draft): readonly Mismatch[] => {
  const isGroup = action.do === 'together';
  const actions = isGroup ? action.actions : [action];
  const ofActions = actions.flatMap((one, index) =>
    [...findTargetless(trigger, one), ...findOvercount(trigger, one)].map(({ path, message }) => ({
      path: isGroup ? ['together', index, ...path] : path,
      message,
    })),
  );
  return [...ofActions, ...findBlindFilter(trigger, actions)];
};

/** A fault needs a request to hit. A notification is one too, but it is the client's endpoint that answers it. */
const findTargetless = (trigger: Trigger, action: StepAction): readonly Mismatch[] => {
  const message = explainTarget(trigger, action);
  return message === undefined ? [] : [{ path: [keyOf(action)], message }];
};

const keyOf = ({ do: verb }: StepAction): string => (rowOf(verb).isKey === true ? verb : 'do');

/** Where each request is one to hit, there is nothing left to count or to time. */
const findOvercount = (trigger: Trigger, action: StepAction): readonly Mismatch[] => {
  if (!('times' in action) || !('nth' in trigger) || !isRepeated(trigger.nth)) return [];
  if (action.for !== undefined) return [{ path: ['for'], message: explainOvercount('for', trigger.nth) }];
  if (action.times === 1 || action.times === unbounded) return [];
  return [{ path: ['times'], message: explainOvercount('times', trigger.nth) }];
};

const findBlindFilter = (trigger: Trigger, actions: readonly StepAction[]): readonly Mismatch[] => {
  const { where } = trigger;
  if (where === undefined) return [];
  const looks = looksAt(trigger, actions);
  if (looks === undefined) return [{ path: ['where'], message: filterAtTime }];
  return Object.keys(where).flatMap((key) => {
    const blind = looks.find(({ fields }) => !fields.some((field) => field === key));
    if (blind === undefined) return [];
    return [{ path: ['where', key], message: explainFilter(key, blind.name, blind.fields) }];
  });
};

interface Look {
  readonly name: string;
  readonly fields: readonly (keyof Where)[];
}

/** What a filter of this step looks at; undefined where something happens at a time that hits nothing. */
const looksAt = (trigger: Trigger, actions: readonly StepAction[]): readonly Look[] | undefined => {
  if (trigger.kind === 'on') return [{ name: trigger.exchange, fields: exchangeFilters[trigger.exchange] }];
  if (trigger.kind === 'after') {
    return [{ name: `the event "${trigger.event}"`, fields: eventFilters[trigger.event] }];
  }
  const looks: Look[] = [];
  for (const name of actions.map(targetOf)) {
    if (name === undefined) return undefined;
    looks.push({ name, fields: exchangeFilters[name] });
  }
  return looks;
};

/** What a fault hits, as far as it says so itself. */
export const targetOf = (action: StepAction): ExchangeName | undefined => {
  if ('operation' in action) return action.operation;
  return rowOf(action.do).hits === 'notification' ? 'notification' : undefined;
};

const filterAtTime = explanation(
  'there is nothing at a time that "where" could look at',
  'put it in a step "on" a request or "after" an event, or beside a fault that says its "operation"',
);

const explainFilter = (key: string, name: string, known: readonly string[]): Explanation =>
  known.length === 0
    ? explanation(`nothing is known about ${name} that "where" could look at`, 'remove "where"')
    : explainUnknownKey(key, `a filter for ${name}`, known);

const explainOvercount = (key: 'times' | 'for', nth: Nth): Explanation =>
  explanation(
    `"${key}" cannot stand beside "nth: ${nth}": both say how often`,
    key === 'times' ? 'remove one of the two, or write "nth: 1..3"' : 'remove "nth": all are hit while it lasts',
  );

const moments: Readonly<Record<Exclude<Trigger['kind'], 'on'>, string>> = {
  at: 'at a time',
  after: 'after an event',
  wait: 'after a wait',
};

const onNotifications = namesOfVerbs.filter((name) => rowOf(name).hits === 'notification');

/** `loseNotification", delayNotification or repeatNotification`. */
const listed = ([first = '', ...others]: readonly string[]): string =>
  `${first}", ${others.slice(0, -1).join(', ')} or ${others.at(-1) ?? ''}`;

const explainTarget = (trigger: Trigger, action: StepAction): Explanation | undefined => {
  const { noun: fault } = rowOf(action.do);
  if (fault === undefined || 'operation' in action) return undefined;
  if (trigger.kind !== 'on') {
    return explanation(
      `${fault} ${moments[trigger.kind]} needs an operation to hit`,
      'add "operation: listDataQueryRecords", for example',
    );
  }
  if (trigger.exchange !== 'notification') return undefined;
  const others = `add "operation" to hit a request, or write "do: ${listed(onNotifications)}`;
  return action.do === 'fail'
    ? explanation(
        'whether a notification fails is up to the endpoint that gets it',
        `let that answer 500; or ${others}`,
      )
    : explanation(`${fault} cannot be one to a notification`, others);
};

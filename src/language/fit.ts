import type { ExchangeName, StepAction, Together, Trigger, Where } from './ast.ts';
import * as explain from './explain-step.ts';
import { isRepeated } from './nth.ts';
import { eventFilters, exchangeFilters, unbounded } from './words.ts';

/** What does not go with the rest of a step, and where it stands. */
interface Mismatch {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

interface Draft {
  readonly trigger: Trigger;
  readonly action: StepAction | Together;
}

/** A fault needs something to hit, a filter something to look at, and `nth` alone says how often. */
export const findMismatch = ({ trigger, action }: Draft): readonly Mismatch[] => {
  const placed =
    action.do === 'together'
      ? action.actions.map((one, index) => ({ action: one, path: ['together', index] }))
      : [{ action, path: [] }];
  const ofActions = placed.flatMap(({ action: one, path }) =>
    [...findTargetless(trigger, one), ...findOvercount(trigger, one)].map(({ path: inside, message }) => ({
      path: [...path, ...inside],
      message,
    })),
  );
  return [
    ...ofActions,
    ...findBlindFilter(
      trigger,
      placed.map(({ action: one }) => one),
    ),
  ];
};

/** A fault needs a request to hit. A notification is one too, but it is the client's endpoint that answers it. */
const findTargetless = (trigger: Trigger, action: StepAction): readonly Mismatch[] => {
  const message = explain.explainTarget({ trigger, action });
  return message === undefined ? [] : [{ path: [keyOf(action)], message }];
};

const keyOf = ({ do: verb }: StepAction): string => (verb === 'fail' || verb === 'fault' ? verb : 'do');

/** Where each request is one to hit, there is nothing left to count or to time. */
const findOvercount = (trigger: Trigger, action: StepAction): readonly Mismatch[] => {
  if (!('times' in action) || !('nth' in trigger) || !isRepeated(trigger.nth)) return [];
  if (action.for !== undefined) return [{ path: ['for'], message: explain.explainOvercount('for', trigger.nth) }];
  if (action.times === 1 || action.times === unbounded) return [];
  return [{ path: ['times'], message: explain.explainOvercount('times', trigger.nth) }];
};

const findBlindFilter = (trigger: Trigger, actions: readonly StepAction[]): readonly Mismatch[] => {
  const { where } = trigger;
  if (where === undefined) return [];
  const looks = looksAt(trigger, actions);
  if (looks === undefined) return [{ path: ['where'], message: explain.filterAtTime }];
  return Object.keys(where).flatMap((key) => {
    const blind = looks.find(({ fields }) => !fields.some((field) => field === key));
    if (blind === undefined) return [];
    return [{ path: ['where', key], message: explain.explainFilter(key, blind.name, blind.fields) }];
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
  return action.do.endsWith('Notification') ? 'notification' : undefined;
};

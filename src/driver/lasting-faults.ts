import type { Action, NotificationFaultAction, RequestFault } from '../core/action.ts';
import { stillLasts } from '../core/boundaries.ts';
import type { World } from '../core/world.ts';
import { ms } from '../spec/time.ts';
import type { ExchangeName } from '../spec/routes.ts';
import type { Approaching } from './service.ts';
import type { Condition, FaultStep, NotificationStep, StepAction, Trigger } from '../language/ast.ts';
import { isLucky, isRepeated } from '../language/occurrence.ts';
import { type About, matches } from './matching.ts';
import type { SingleStep, Task } from './tasks.ts';
import type { Unfired } from './unfired.ts';

/*
 * A fault without a condition waits in the world for the next exchange of its kind. One that hits only what matches, what
 * chance draws, or whatever comes within a length of time lasts here: exchange by exchange it is decided whether it is
 * injected.
 */

type Fault = FaultStep | NotificationStep;
export type InjectedFault = RequestFault | NotificationFaultAction;

export const isFault = (action: StepAction): action is Fault => 'times' in action;

export const isInjected = (action: Action): action is InjectedFault => 'times' in action;

export const targetOf = (fault: InjectedFault): ExchangeName =>
  'operation' in fault ? fault.operation : 'notification';

/** Whether a fault is meant for one exchange alone: where each of several is one to hit. */
export const isForOne = (trigger: Trigger, fault: InjectedFault): boolean =>
  trigger.kind === 'on' && isRepeated(trigger.nth) && trigger.exchange === targetOf(fault);

interface LastingFault {
  readonly task: Task;
  readonly step: SingleStep;
  readonly fault: InjectedFault;
  readonly condition: Condition;
  /** Virtual time at which it ends, if it does. */
  readonly until: number | undefined;
  /** How many it can hit yet. */
  left: number;
}

/** The fault of a step as one that lasts, or undefined where the next ones are hit, whatever they are. */
export const makeLasting = (
  task: Task,
  step: SingleStep,
  fault: InjectedFault,
  now: number,
): LastingFault | undefined => {
  const length = isFault(step.action) ? step.action.for : undefined;
  const condition = conditionOf(step.trigger, fault);
  if (length === undefined && condition.where === undefined && condition.chance === undefined) return undefined;
  return {
    task,
    step,
    fault,
    condition,
    until: length === undefined ? undefined : now + ms(length),
    left: fault.times,
  };
};

/**
 * What the trigger asks of all that its fault hits: what it has waited for itself, if that is what the fault hits; at a
 * time everything. An event is none of the requests.
 */
const conditionOf = (trigger: Trigger, fault: InjectedFault): Condition => {
  const concerns = trigger.kind === 'on' ? trigger.exchange === targetOf(fault) : trigger.kind !== 'after';
  const { where, chance } = concerns ? trigger : {};
  return { ...(where !== undefined && { where }), ...(chance !== undefined && { chance }) };
};

export interface LastingFaults {
  isEmpty(): boolean;
  /** Those that are not over. */
  all(now: number): readonly Pick<LastingFault, 'fault' | 'condition'>[];
  add(fault: LastingFault): void;
  /** Those that hit an exchange, found one by one: each may have been injected before the next is looked for. */
  hitting(exchange: Approaching, about: About, now: () => number): Iterable<Pick<LastingFault, 'step' | 'fault'>>;
  clear(): void;
}

export const createLastingFaults = (world: World, unfired: Unfired): LastingFaults => {
  const { seed } = world.settings;
  const all = new Set<LastingFault>();
  return {
    isEmpty: () => all.size === 0,
    all: (now) => [...all].filter((one) => !isOver(one, now)),
    add: (fault) => all.add(fault),
    *hitting({ name, number }, about, now) {
      for (const one of all) {
        const { task, step, fault, condition, until } = one;
        if (isOver(one, now())) all.delete(one);
        else if (targetOf(fault) === name && matches(condition.where, about)) {
          if (!isLucky(condition.chance, seed, task.number, number)) unfired.spare(task, [step]);
          else if (!isForestalled(world, fault, number)) {
            const told = until !== undefined && one.left === fault.times ? { ...fault, for: until - now() } : fault;
            one.left -= 1;
            yield { step, fault: told };
          }
        }
      }
    },
    clear: () => all.clear(),
  };
};

const isOver = ({ until, left }: LastingFault, now: number): boolean => left === 0 || !stillLasts(until, now);

/** Whether a fault of its kind will hit the exchange anyway: then this one keeps its own for the next. */
export const isForestalled = ({ faults }: World, fault: InjectedFault, number: number): boolean =>
  faults.some(
    ({ action }) =>
      kindOf(action) === kindOf(fault) &&
      targetOf(action) === targetOf(fault) &&
      (action.only === undefined || action.only === number),
  );

/** A refusal and a fault on the network can both happen to one request, but one of each is enough. */
const kindOf = (fault: InjectedFault): 'refusal' | 'network' => (fault.do === 'fail' ? 'refusal' : 'network');

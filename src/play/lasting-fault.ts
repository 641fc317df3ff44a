import type { Action, RequestFault, NotificationFaultAction } from '../core/action.ts';
import { stillLasts } from '../core/boundaries.ts';
import type { World } from '../core/world.ts';
import { ms } from '../spec/time.ts';
import type { ExchangeName } from '../engine/engine.ts';
import type { Condition, FaultStep, NotificationStep, StepAction, Trigger } from '../language/ast.ts';
import { isRepeated } from '../language/nth.ts';

/** Faults that only hit what matches, or only for a while: what each hits is decided when it comes. */

type Fault = FaultStep | NotificationStep;
type FaultLaid = RequestFault | NotificationFaultAction;

export const isFault = (action: StepAction): action is Fault => 'times' in action;

export const isFaultLaid = (action: Action): action is FaultLaid => 'times' in action;

/** What a laid fault hits. */
export const hitBy = (laid: FaultLaid): ExchangeName => ('operation' in laid ? laid.operation : 'notification');

/**
 * What the trigger asks of all that its fault hits: what it has waited for itself, if that is what the fault hits; at a
 * time everything. An event is none of the requests.
 */
const conditionOf = (trigger: Trigger, laid: FaultLaid): Condition => {
  const concerns = trigger.kind === 'on' ? trigger.exchange === hitBy(laid) : trigger.kind !== 'after';
  const { where, chance } = concerns ? trigger : {};
  return { ...(where !== undefined && { where }), ...(chance !== undefined && { chance }) };
};

/** Whether a fault is meant for one exchange alone: where each of several is one to hit. */
export const isForOne = (trigger: Trigger, laid: FaultLaid): boolean =>
  trigger.kind === 'on' && isRepeated(trigger.nth) && trigger.exchange === hitBy(laid);

/** A fault that goes on. */
export interface Lasting {
  readonly laid: FaultLaid;
  readonly condition: Condition;
  /** Virtual time at which it ends, if it does. */
  readonly until: number | undefined;
  /** How many it can hit yet. */
  left: number;
}

/** The fault as one that goes on, or undefined where the next ones are hit, whatever they are. */
export const makeLasting = (
  trigger: Trigger,
  { for: length }: Fault,
  laid: FaultLaid,
  now: number,
): Lasting | undefined => {
  const condition = conditionOf(trigger, laid);
  if (length === undefined && condition.where === undefined && condition.chance === undefined) return undefined;
  return { laid, condition, until: length === undefined ? undefined : now + ms(length), left: laid.times };
};

export const isOver = ({ until, left }: Lasting, now: number): boolean => left === 0 || !stillLasts(until, now);

/** Refusals and faults can both happen to one request, but one of each is enough. */
const kindOf = (laid: FaultLaid): 'refusal' | 'fault' => (laid.do === 'fail' ? 'refusal' : 'fault');

/** Whether something of its kind will hit the exchange anyway: then it keeps its own for the next. */
export const isForestalled = ({ faults }: World, laid: FaultLaid, number: number): boolean =>
  faults.some(
    ({ action }) =>
      kindOf(action) === kindOf(laid) &&
      hitBy(action) === hitBy(laid) &&
      (action.only === undefined || action.only === number),
  );

import type { Action } from '../core/action.ts';
import type { World } from '../core/world.ts';
import type { Timeline } from '../clock/timeline.ts';
import { Misuse } from '../misuse.ts';
import { suggest } from '../nearest.ts';
import { ms } from '../spec/time.ts';
import { type RefusalName, refusalsOf } from '../spec/refusals.ts';
import { type OperationName, operations } from '../spec/routes.ts';
import type { Stage } from '../stage/stage.ts';
import type { Step, StepAction, Trigger } from './ast.ts';

/** Watches a stage and lets the steps of a scenario happen when their moment has come. */
export interface Director {
  /** Waits for the step's moment, counted from now on. Throws Misuse when it names nobody that exists. */
  add(step: Step): void;
  /** Does it now. */
  perform(step: Step): Promise<void>;
  /** The steps whose moment has not come, and failures that no request has met. */
  readonly unfired: readonly Step[];
}

type Moment = Extract<Trigger, { kind: 'on' | 'after' }>;

/** A step that waits for the n-th of something. */
interface Waiting {
  readonly step: Step;
  readonly trigger: Moment;
  seen: number;
}

export const createDirector = (stage: Stage, timeline: Timeline, world: World): Director => {
  const began = timeline.now();
  const waiting = new Set<Waiting>();
  const unfired = new Set<Step>();
  const failing = new Set<Step>();

  /** A failure waits in the world for requests; one that has met none is as good as never told. */
  const isUntouched = ({ action }: Step): boolean =>
    action.do === 'fail' &&
    world.faults.some((fault) => {
      const waits = fault.action.do === 'fail' && fault.action.failure === action.failure;
      return waits && fault.remaining === action.times;
    });

  const perform = async (step: Step): Promise<void> => {
    unfired.delete(step);
    const { action, place } = step;
    if (action.do === 'elapse') {
      const duration = ms(action.duration);
      await timeline.leap(duration);
      stage.record({ kind: 'slept', duration, place });
      return;
    }
    if (action.do === 'fail') failing.add(step);
    await stage.act(complete(world, step), place);
    if (action.do !== 'holdAccount' || action.for === undefined) return;
    const customer = customerOf(world, action);
    timeline.at(timeline.now() + ms(action.for), () => {
      stage.record({ kind: 'due', what: 'step', of: place });
      stage.watch(stage.act({ do: 'releaseAccount', customer }, place));
    });
  };

  const performAt = (at: number, step: Step): void => {
    timeline.at(at, () => {
      stage.record({ kind: 'due', what: 'step', of: step.place });
      stage.watch(perform(step));
    });
  };

  /** Counts what happened for every step that waits for it; those it was the n-th for come to pass. */
  const notice = (concerns: (trigger: Moment) => boolean): Promise<void> | undefined => {
    const due: Step[] = [];
    for (const one of waiting) {
      if (!concerns(one.trigger)) continue;
      one.seen += 1;
      if (one.seen < one.trigger.nth) continue;
      waiting.delete(one);
      const delay = one.trigger.kind === 'after' ? ms(one.trigger.wait) : 0;
      if (delay > 0) performAt(timeline.now() + delay, one.step);
      else due.push(one.step);
    }
    return due.length === 0 ? undefined : inOrder(due, perform);
  };

  stage.cue({
    before: (exchange) => notice((trigger) => trigger.kind === 'on' && trigger.exchange === exchange),
    after: (event) => notice((trigger) => trigger.kind === 'after' && trigger.event === event),
  });

  return {
    add: (step) => {
      if (step.action.do !== 'elapse') complete(world, step);
      unfired.add(step);
      const { trigger } = step;
      if (trigger.kind === 'at') performAt(began + ms(trigger.time), step);
      else waiting.add({ step, trigger, seen: 0 });
    },
    perform,
    get unfired() {
      return [...unfired, ...[...failing].filter(isUntouched)];
    },
  };
};

const inOrder = async (steps: readonly Step[], perform: (step: Step) => Promise<void>): Promise<void> => {
  for (const step of steps) await perform(step);
};

/** The action with all it leaves out filled in, and everyone it names found. */
const complete = (world: World, { action, trigger, place }: Step): Action => {
  switch (action.do) {
    case 'elapse':
      throw new Error('elapse is no action on the world');
    case 'fail': {
      const { failure, times } = action;
      const operation = action.operation ?? (trigger.kind === 'on' ? trigger.exchange : undefined);
      if (operation === undefined || operation === 'notification') throw noOperation(place);
      if (failure.kind === 'row') checkRow(failure.row, operation, place);
      return { do: 'fail', operation, failure, times };
    }
    case 'expireStoreToken':
    case 'revokeStoreToken':
      return action;
    default: {
      const customer = customerOf(world, action, place);
      const scope = 'scope' in action ? action.scope : undefined;
      if (scope === undefined) return { do: action.do, customer };
      checkScope(world, customer, scope, place);
      return { do: action.do, customer, scope };
    }
  }
};

const noOperation = (place: string): Misuse =>
  new Misuse('SCENARIO_INVALID', place, 'it does not say what fails', 'add "operation", e.g. createDataQuery');

/** A refusal of one interface would never come from another. */
const checkRow = (row: RefusalName, operation: OperationName, place: string): void => {
  const known = refusalsOf[operations[operation].host];
  if (known.includes(row)) return;
  const hint = known.length === 0 ? 'give a status, e.g. 503' : `give a status, or one of: ${known.join(', ')}`;
  throw new Misuse('SCENARIO_INVALID', place, `"${row}" is no refusal of ${operation}`, hint);
};

const customerOf = (world: World, { customer }: Extract<StepAction, { customer?: string }>, place = ''): string => {
  const known = [...new Set([...world.holdings.values()].map(({ customerId }) => customerId))];
  const name = customer ?? known[0] ?? '';
  if (known.includes(name)) return name;
  throw new Misuse('UNKNOWN_CUSTOMER', place, `there is no customer "${name}"`, suggest(name, known));
};

const checkScope = (world: World, customer: string, scope: string, place: string): void => {
  const known = [...world.holdings.values()]
    .filter(({ customerId }) => customerId === customer)
    .map((one) => one.scope);
  if (known.includes(scope)) return;
  throw new Misuse('UNKNOWN_SCOPE', place, `${customer} has no scope "${scope}"`, suggest(scope, known));
};

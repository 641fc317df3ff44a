import type { RequestFault, NotificationFaultAction } from '../core/action.ts';
import type { World } from '../core/world.ts';
import type { Timeline } from '../clock/timeline.ts';
import { ms } from '../spec/time.ts';
import type { Approaching, Stage } from '../engine/engine.ts';
import { announce, announceNothing } from './announced.ts';
import type { Step, Trigger } from '../language/ast.ts';
import { isLucky } from '../language/chance.ts';
import { checkWhere, completeAction } from './resolve-action.ts';
import { type About, aboutExchange, aboutHappening, matches } from './filter.ts';
import {
  hitBy,
  isFault,
  isFaultLaid,
  isForestalled,
  isForOne,
  isOver,
  type Lasting,
  makeLasting,
} from './lasting-fault.ts';
import { createLedger } from './unfired.ts';
import { rangeOf } from '../language/nth.ts';
import { type Deed, type Part, partsOf, planStep } from './plan.ts';

/** Watches a stage and lets the steps of a scenario happen when their moment has come. */
export interface Director {
  /**
   * Waits for the step's moment, counted from now on. Throws Misuse when it names nobody that exists, or that a step
   * added before will create.
   */
  add(step: Step): void;
  /** Does it now. */
  perform(step: Step): Promise<void>;
  /** The scenario is over: whatever waits for its moment has missed it. */
  dismiss(): void;
  /** The steps whose moment has not come, and faults that no request or notification has met. */
  readonly unfired: readonly Step[];
}

type Moment = Extract<Trigger, { kind: 'on' | 'after' }>;

/** A part that waits for the n-th of something. */
interface Waiting {
  readonly part: Part;
  readonly trigger: Moment;
  /** How many there were that matched, and how many of these had luck, where it takes luck. */
  met: number;
  seen: number;
}

/** A fault that goes on, and what it was told as. */
interface Going {
  readonly part: Part;
  readonly deed: Deed;
  readonly lasting: Lasting;
}

export const createDirector = (stage: Stage, timeline: Timeline, world: World): Director => {
  const began = timeline.now();
  const { seed } = world.settings;
  const waiting = new Set<Waiting>();
  const going = new Set<Going>();
  /** Calls off what is due at a time. */
  const callOffs = new Set<() => void>();
  const ledger = createLedger(world);
  let announced = announceNothing;
  let parts = 0;

  const plan = (step: Step): Part => {
    const part = planStep(step, parts);
    parts += partsOf(part).length;
    return part;
  };

  const lay = async (deed: Deed, fault: RequestFault | NotificationFaultAction): Promise<void> => {
    ledger.follow(deed, fault);
    await stage.act(fault, deed.place);
  };

  const layFor = async (
    deed: Deed,
    fault: RequestFault | NotificationFaultAction,
    { number }: Approaching,
  ): Promise<void> => {
    if (isForestalled(world, fault, number)) ledger.follow(deed);
    else await lay(deed, { ...fault, times: 1, only: number });
  };

  const perform = async (part: Part, deed: Deed, exchange: Approaching | undefined): Promise<void> => {
    const { action, place, trigger } = deed;
    ledger.note(deed);
    if (action.do === 'elapse') {
      const duration = ms(action.duration);
      await timeline.leap(duration);
      stage.record({ kind: 'slept', duration, place });
      return;
    }
    const completed = completeAction(world, { trigger, place, action });
    if (isFault(action) && isFaultLaid(completed)) {
      if (exchange !== undefined && isForOne(trigger, completed)) return layFor(deed, completed, exchange);
      const lasting = makeLasting(trigger, action, completed, timeline.now());
      if (lasting === undefined) return lay(deed, completed);
      ledger.follow(deed);
      going.add({ part, deed, lasting });
      return;
    }
    await stage.act(completed, place);
    if (action.do !== 'holdAccount' || completed.do !== 'holdAccount' || action.for === undefined) return;
    const { customer } = completed;
    timeline.at(timeline.now() + ms(action.for), () => {
      stage.record({ kind: 'due', what: 'step', of: place });
      stage.watch(stage.act({ do: 'releaseAccount', customer }, place));
    });
  };

  /** The moment has come: everything that belongs to it happens, and what follows is waited for. */
  const happen = async (part: Part, exchange?: Approaching): Promise<void> => {
    for (const deed of part.deeds) await perform(part, deed, exchange);
    if (part.next !== undefined) await arm(part.next);
  };

  /** Its time has come. */
  const meet = async (part: Part): Promise<void> => {
    if (part.drawnOnce && !isLucky(part.trigger.chance, seed, part.number, 0)) ledger.spare(part);
    else await happen(part);
  };

  const happenAt = (at: number, part: Part): void => {
    const callOff = timeline.at(at, () => {
      callOffs.delete(callOff);
      stage.record({ kind: 'due', what: 'step', of: part.place });
      stage.watch(meet(part));
    });
    callOffs.add(callOff);
  };

  const arm = async (part: Part): Promise<void> => {
    const { trigger } = part;
    if (trigger.kind === 'at') happenAt(began + ms(trigger.time), part);
    else if (trigger.kind !== 'wait') waiting.add({ part, trigger, met: 0, seen: 0 });
    else if (ms(trigger.time) === 0) await meet(part);
    else happenAt(timeline.now() + ms(trigger.time), part);
  };

  /** Counts what happened for every part that waits for it; those it was one of the n-th for come to pass. */
  const notice = (
    concerns: (trigger: Moment) => boolean,
    about: About,
    exchange?: Approaching,
  ): Promise<void> | undefined => {
    const due: Part[] = [];
    for (const one of waiting) {
      const { part, trigger } = one;
      if (!concerns(trigger) || !matches(trigger.where, about)) continue;
      one.met += 1;
      if (!isLucky(trigger.chance, seed, part.number, exchange?.number ?? one.met)) {
        ledger.spare(part);
        continue;
      }
      one.seen += 1;
      const { from, to } = rangeOf(trigger.nth);
      if (one.seen < from) continue;
      if (one.seen >= to) waiting.delete(one);
      const delay = trigger.kind === 'after' ? ms(trigger.wait) : 0;
      if (delay > 0) happenAt(timeline.now() + delay, part);
      else due.push(part);
    }
    return due.length === 0 ? undefined : inOrder(due, (part) => happen(part, exchange));
  };

  /** Lays what goes on in the way of an exchange that it hits. */
  const strike = async (exchange: Approaching, about: About): Promise<void> => {
    for (const one of going) {
      const { part, deed, lasting } = one;
      const { laid, condition } = lasting;
      if (isOver(lasting, timeline.now())) going.delete(one);
      else if (hitBy(laid) === exchange.name && matches(condition.where, about)) {
        if (!isLucky(condition.chance, seed, part.number, exchange.number)) ledger.spare(part, [deed]);
        else if (!isForestalled(world, laid, exchange.number)) {
          lasting.left -= 1;
          await layFor(deed, laid, exchange);
        }
      }
    }
  };

  const before = (exchange: Approaching): Promise<void> | undefined => {
    if (waiting.size === 0 && going.size === 0) return undefined;
    const about = aboutExchange(world, exchange);
    const noticed = notice((trigger) => trigger.kind === 'on' && trigger.exchange === exchange.name, about, exchange);
    if (noticed !== undefined) return noticed.then(() => strike(exchange, about));
    return going.size === 0 ? undefined : strike(exchange, about);
  };

  stage.cue({
    before,
    after: (happening) =>
      notice((trigger) => trigger.kind === 'after' && trigger.event === happening.event, aboutHappening(happening)),
  });

  return {
    add: (step) => {
      const part = plan(step);
      for (const { trigger, deeds, place } of partsOf(part)) {
        checkWhere(world, trigger.where, announced, place);
        for (const { action } of deeds) {
          if (action.do === 'elapse') continue;
          announced = announce(announced, completeAction(world, { trigger, action, place }, announced));
        }
      }
      ledger.expect(part);
      stage.watch(arm(part));
    },
    perform: (step) => happen(plan(step)),
    dismiss: () => {
      waiting.clear();
      going.clear();
      for (const callOff of callOffs) callOff();
    },
    get unfired() {
      return ledger.missing;
    },
  };
};

const inOrder = async (parts: readonly Part[], happen: (part: Part) => Promise<void>): Promise<void> => {
  for (const part of parts) await happen(part);
};

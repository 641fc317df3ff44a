import type { Action } from '../core/action.ts';
import type { World } from '../core/world.ts';
import type { Timeline } from '../clock/timeline.ts';
import { ms } from '../spec/time.ts';
import type { Stage } from '../stage/stage.ts';
import { announce, announceNothing } from './announced.ts';
import type { Step, Trigger } from './ast.ts';
import { completeAction } from './complete-action.ts';

/** Watches a stage and lets the steps of a scenario happen when their moment has come. */
export interface Director {
  /**
   * Waits for the step's moment, counted from now on. Throws Misuse when it names nobody that exists, or that a step
   * added before will create.
   */
  add(step: Step): void;
  /** Does it now. */
  perform(step: Step): Promise<void>;
  /** The steps whose moment has not come, and faults that no request or notification has met. */
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
  const faults: { readonly step: Step; readonly laid: Action }[] = [];
  let announced = announceNothing;

  /** A fault waits in the world for something to hit; one that has hit nothing is as good as never told. */
  const isUntouched = (laid: Action): boolean =>
    world.faults.some(({ action, remaining }) => action === laid && remaining === action.times);

  const perform = async (step: Step): Promise<void> => {
    unfired.delete(step);
    const { action, place } = step;
    if (action.do === 'elapse') {
      const duration = ms(action.duration);
      await timeline.leap(duration);
      stage.record({ kind: 'slept', duration, place });
      return;
    }
    const completed = completeAction(world, { ...step, action });
    if ('times' in completed) faults.push({ step, laid: completed });
    await stage.act(completed, place);
    if (action.do !== 'holdAccount' || completed.do !== 'holdAccount' || action.for === undefined) return;
    const { customer } = completed;
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
      const { action, trigger } = step;
      if (action.do !== 'elapse') {
        announced = announce(announced, completeAction(world, { ...step, action }, announced));
      }
      unfired.add(step);
      if (trigger.kind === 'at') performAt(began + ms(trigger.time), step);
      else waiting.add({ step, trigger, seen: 0 });
    },
    perform,
    get unfired() {
      return [...unfired, ...faults.filter(({ laid }) => isUntouched(laid)).map(({ step }) => step)];
    },
  };
};

const inOrder = async (steps: readonly Step[], perform: (step: Step) => Promise<void>): Promise<void> => {
  for (const step of steps) await perform(step);
};

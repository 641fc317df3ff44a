import type { Timeline } from '../clock/timeline.ts';
import type { World } from '../core/world.ts';
import type { Approaching, Engine } from './service.ts';
import { ms } from '../spec/time.ts';
import {
  isFault,
  isForestalled,
  isForOne,
  isInjected,
  type InjectedFault,
  type LastingFaults,
  makeLasting,
} from './lasting-faults.ts';
import { endOf, resolveAction } from './resolve-action.ts';
import type { SingleStep, Task } from './tasks.ts';
import type { Unfired } from './unfired.ts';

/** What steps are performed in, and what is known of them. */
export interface Setting {
  readonly engine: Engine;
  readonly timeline: Timeline;
  readonly world: World;
  readonly lasting: LastingFaults;
  readonly unfired: Unfired;
  /** Each cancels the end that a step has put in line, by what it does. */
  readonly ends: Map<string, () => void>;
}

/** Does what a step says; `exchange` is the one that fired it and waits meanwhile. */
export const performStep = async (
  setting: Setting,
  task: Task,
  step: SingleStep,
  exchange: Approaching | undefined,
): Promise<void> => {
  const { engine, timeline, world, unfired } = setting;
  const { action, place, trigger } = step;
  unfired.fired(step);
  if (action.do === 'elapse') {
    const duration = ms(action.duration);
    await timeline.leap(duration);
    engine.record({ kind: 'slept', duration, place });
    return;
  }
  const resolved = resolveAction(world, { trigger, place, action });
  if (isFault(action) && isInjected(resolved)) {
    if (exchange !== undefined && isForOne(trigger, resolved)) return injectInto(setting, step, resolved, exchange);
    const lasting = makeLasting(task, step, resolved, timeline.now());
    if (lasting === undefined) return inject(setting, step, resolved);
    unfired.injected(step);
    setting.lasting.add(lasting);
    return;
  }
  await engine.act(resolved, place);
  const end = endOf(action, resolved);
  if (end === undefined) return;
  // The last word counts, as it does where the service itself ends what lasts.
  const key = JSON.stringify(end.action);
  setting.ends.get(key)?.();
  if (end.after === undefined) return;
  const cancel = timeline.at(timeline.now() + end.after, () => {
    engine.record({ kind: 'due', what: 'step', of: place });
    engine.watch(engine.act(end.action, place));
  });
  setting.ends.set(key, cancel);
};

const inject = async ({ engine, unfired }: Setting, step: SingleStep, fault: InjectedFault): Promise<void> => {
  unfired.injected(step, fault);
  await engine.act(fault, step.place);
};

/** Injects a fault that hits this exchange and no other, unless one of its kind does so anyway. */
export const injectInto = async (
  setting: Setting,
  step: SingleStep,
  fault: InjectedFault,
  { number }: Approaching,
): Promise<void> => {
  if (isForestalled(setting.world, fault, number)) setting.unfired.injected(step);
  else await inject(setting, step, { ...fault, times: 1, only: number });
};

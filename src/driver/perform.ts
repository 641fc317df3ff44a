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
import { completeAction } from './resolve-action.ts';
import type { SingleStep, Task } from './tasks.ts';
import type { Unfired } from './unfired.ts';

/** What steps are performed in, and what is known of them. */
export interface Setting {
  readonly engine: Engine;
  readonly timeline: Timeline;
  readonly world: World;
  readonly lasting: LastingFaults;
  readonly unfired: Unfired;
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
  const completed = completeAction(world, { trigger, place, action });
  if (isFault(action) && isInjected(completed)) {
    if (exchange !== undefined && isForOne(trigger, completed)) return injectInto(setting, step, completed, exchange);
    const lasting = makeLasting(task, step, completed, timeline.now());
    if (lasting === undefined) return inject(setting, step, completed);
    unfired.injected(step);
    setting.lasting.add(lasting);
    return;
  }
  await engine.act(completed, place);
  if (action.do !== 'holdAccount' || completed.do !== 'holdAccount' || action.for === undefined) return;
  releaseAfter(setting, step, completed.customer, ms(action.for));
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

const releaseAfter = ({ engine, timeline }: Setting, { place }: SingleStep, customer: string, length: number): void => {
  timeline.at(timeline.now() + length, () => {
    engine.record({ kind: 'due', what: 'step', of: place });
    engine.watch(engine.act({ do: 'releaseAccount', customer }, place));
  });
};

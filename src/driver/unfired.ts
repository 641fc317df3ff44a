import type { World } from '../core/world.ts';
import type { InjectedFault } from './lasting-faults.ts';
import { type SingleStep, type Task, tasksOf } from './tasks.ts';

/** Keeps the steps that have not come to pass: their trigger never fired, or they are faults that hit nothing. */
export interface Unfired {
  expect(task: Task): void;
  fired(step: SingleStep): void;
  /** It is a fault, which comes to pass once it hits something; `fault` is what waits in the world for that. */
  injected(step: SingleStep, fault?: InjectedFault): void;
  /** There was something to happen to, and chance spared it. */
  spare(task: Task, steps?: readonly SingleStep[]): void;
  steps(): readonly SingleStep[];
}

export const createUnfired = ({ faults }: World): Unfired => {
  const waiting = new Set<SingleStep>();
  const injected = new Map<SingleStep, InjectedFault[]>();
  const spared = new Set<SingleStep>();

  const hasHitNothing = (fault: InjectedFault): boolean =>
    faults.some(({ action, remaining }) => action === fault && remaining === fault.times);

  return {
    expect: (task) => {
      for (const { steps } of tasksOf(task)) for (const step of steps) waiting.add(step);
    },
    fired: (step) => waiting.delete(step),
    injected: (step, fault) => {
      waiting.delete(step);
      injected.set(step, [...(injected.get(step) ?? []), ...(fault === undefined ? [] : [fault])]);
    },
    spare: (task, steps = tasksOf(task).flatMap((one) => one.steps)) => {
      for (const step of steps) spared.add(step);
    },
    steps: () => {
      const idle = [...injected].filter(([, all]) => all.every(hasHitNothing)).map(([step]) => step);
      return [...waiting, ...idle].filter((step) => !spared.has(step));
    },
  };
};

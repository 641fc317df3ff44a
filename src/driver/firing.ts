import { isLucky } from '../language/occurrence.ts';
import type { Approaching } from './service.ts';
import { ms } from '../spec/time.ts';
import { performStep, type Setting } from './perform.ts';
import type { Task } from './tasks.ts';
import { createWaitingTasks, type TriggerEvent } from './waiting.ts';

/** Lets tasks wait for their triggers, and fires them. */
export const createFiring = (setting: Setting) => {
  const { engine, timeline, world, unfired } = setting;
  const { seed } = world.settings;
  const began = timeline.now();
  const waiting = createWaitingTasks(seed, unfired);
  /** Each cancels what is due at an instant. */
  const scheduled = new Set<() => void>();

  /** All that belongs to the task happens, and the next begins to wait. */
  const fire = async (task: Task, exchange?: Approaching): Promise<void> => {
    for (const step of task.steps) await performStep(setting, task, step, exchange);
    if (task.next !== undefined) await arm(task.next);
  };

  const fireByChance = async (task: Task): Promise<void> => {
    if (task.drawnOnce && !isLucky(task.trigger.chance, seed, task.number, 0)) unfired.spare(task);
    else await fire(task);
  };

  const schedule = (at: number, task: Task): void => {
    const cancel = timeline.at(at, () => {
      scheduled.delete(cancel);
      engine.record({ kind: 'due', what: 'step', of: task.place });
      engine.watch(fireByChance(task));
    });
    scheduled.add(cancel);
  };

  const arm = async (task: Task): Promise<void> => {
    const { trigger } = task;
    if (trigger.kind === 'at') schedule(began + ms(trigger.time), task);
    else if (trigger.kind !== 'wait') waiting.add(task, trigger);
    else if (ms(trigger.time) === 0) await fireByChance(task);
    else schedule(timeline.now() + ms(trigger.time), task);
  };

  return {
    arm,
    fire,
    /** Fires what waits for the event; undefined when nothing does, so that nobody has to wait. */
    notice: (event: TriggerEvent, exchange?: Approaching): Promise<void> | undefined => {
      const due: Task[] = [];
      for (const { task, delay } of waiting.take(event, exchange?.number)) {
        if (delay > 0) schedule(timeline.now() + delay, task);
        else due.push(task);
      }
      return due.length === 0 ? undefined : inOrder(due, (task) => fire(task, exchange));
    },
    isWaiting: (): boolean => !waiting.isEmpty(),
    waiting: waiting.tasks,
    /** What waits will never fire. */
    stop: (): void => {
      waiting.clear();
      for (const cancel of scheduled) cancel();
    },
  };
};

const inOrder = async (tasks: readonly Task[], fire: (task: Task) => Promise<void>): Promise<void> => {
  for (const task of tasks) await fire(task);
};

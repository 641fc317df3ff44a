import type { Trigger } from '../language/ast.ts';
import { isLucky, rangeOf } from '../language/occurrence.ts';
import { ms } from '../spec/time.ts';
import { type About, matches } from './matching.ts';
import type { Task } from './tasks.ts';
import type { Unfired } from './unfired.ts';

/** A trigger that is an event, not a time. */
export type EventTrigger = Extract<Trigger, { kind: 'on' | 'after' }>;

/** Something that happens: which triggers name it, and what filters are compared with. */
export interface TriggerEvent {
  readonly concerns: (trigger: EventTrigger) => boolean;
  readonly about: About;
}

/** A task, and what it waits for. */
export interface WaitingTask {
  readonly task: Task;
  readonly trigger: EventTrigger;
}

interface Waiting extends WaitingTask {
  /** How many there were that matched, and how many of these chance let pass. */
  matched: number;
  counted: number;
}

/** The tasks that wait for the n-th of something. */
export const createWaitingTasks = (seed: number, unfired: Unfired) => {
  const all = new Set<Waiting>();

  /** Whether the event is one of the n-th that the task waits for. */
  const count = (one: Waiting, { concerns, about }: TriggerEvent, exchange: number | undefined): boolean => {
    const { task, trigger } = one;
    if (!concerns(trigger) || !matches(trigger.where, about)) return false;
    one.matched += 1;
    if (!isLucky(trigger.chance, seed, task.number, exchange ?? one.matched)) {
      unfired.spare(task);
      return false;
    }
    one.counted += 1;
    const { from, to } = rangeOf(trigger.nth);
    if (one.counted < from) return false;
    if (one.counted >= to) all.delete(one);
    return true;
  };

  return {
    isEmpty: (): boolean => all.size === 0,
    tasks: (): readonly WaitingTask[] => [...all],
    add: (task: Task, trigger: EventTrigger) => all.add({ task, trigger, matched: 0, counted: 0 }),
    /** Counts an event for every task that waits for such; gives those that fire, and how many milliseconds later. */
    take: (event: TriggerEvent, exchange: number | undefined) =>
      [...all]
        .filter((one) => count(one, event, exchange))
        .map(({ task, trigger }) => ({ task, delay: trigger.kind === 'after' ? ms(trigger.wait) : 0 })),
    clear: (): void => all.clear(),
  };
};

import type { Follower, Step, StepAction, Trigger } from '../language/ast.ts';

export interface SingleStep extends Step {
  readonly action: StepAction;
}

/** What waits for one trigger: the actions that it fires, and the task that begins to wait then. */
export interface Task {
  /** Tells the tasks of a run apart, in the order in which their steps were added. */
  readonly number: number;
  readonly trigger: Trigger;
  readonly steps: readonly SingleStep[];
  readonly next: Task | undefined;
  /** Whether the chance of its trigger is drawn once, for all of its steps. */
  readonly drawnOnce: boolean;
  readonly place: string;
}

/** A step as a chain of tasks: one for itself, one for each that follows it. Actions of a group become steps. */
export const planStep = ({ followers = [], ...first }: Step, number: number): Task => {
  const [last, ...earlier] = [first, ...followers].toReversed();
  if (last === undefined) throw new RangeError('a step without itself');
  let index = number + followers.length;
  let task = planOne(last, index, undefined);
  for (const one of earlier) {
    index -= 1;
    task = planOne(one, index, task);
  }
  return task;
};

const planOne = ({ trigger, action, place }: Follower, number: number, next: Task | undefined): Task => {
  const actions = action.do === 'together' ? action.actions : [action];
  const { chance: _, ...rest } = trigger;
  const drawnOnce = isDrawnOnce(trigger, actions);
  const when = drawnOnce ? rest : trigger;
  return {
    number,
    trigger,
    steps: actions.map((one) => ({ trigger: when, action: one, place })),
    next,
    drawnOnce,
    place,
  };
};

/** At a time the chance is that of the instant; but where there are only faults, that of each exchange they could hit. */
const isDrawnOnce = (trigger: Trigger, actions: readonly StepAction[]): boolean =>
  'time' in trigger && !actions.every((action) => 'times' in action);

export const tasksOf = (task: Task): readonly Task[] =>
  task.next === undefined ? [task] : [task, ...tasksOf(task.next)];

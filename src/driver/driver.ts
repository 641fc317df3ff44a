import type { Timeline } from '../clock/timeline.ts';
import type { World } from '../core/world.ts';
import type { Approaching, Engine } from './service.ts';
import type { Step } from '../language/ast.ts';
import { createFiring } from './firing.ts';
import { mayFailToConnect } from './failing-to-connect.ts';
import { createLastingFaults } from './lasting-faults.ts';
import { type About, aboutExchange, aboutEvent } from './matching.ts';
import { injectInto, type Setting } from './perform.ts';
import { type Announced, announce, announceNothing, checkWhere, resolveAction } from './resolve-action.ts';
import { planStep, type Task, tasksOf } from './tasks.ts';
import { createUnfired } from './unfired.ts';

/**
 * The driver performs the steps of a scenario in a simulation that is running.
 *
 * A step is planned as a chain of tasks (`tasks.ts`): each waits for one trigger, performs its actions, and arms the next
 * (`firing.ts`). A trigger is an instant, for which the timeline is asked, or the n-th of some event (`waiting.ts`), of
 * which the engine tells: before it deals with an exchange, and after something has happened. The engine waits for what the
 * driver returns, so that a step is over before anyone hears of what fired it. When a task fires, each action is resolved
 * to names of this world (`resolve-action.ts`) and handed to the engine (`perform.ts`). A fault that hits only some exchanges, or lasts for a
 * while, stays with the driver (`lasting-faults.ts`), which injects it into one exchange after the other. What never came
 * to pass is told in the end (`unfired.ts`).
 *
 * The driver never changes the world itself: it only hands actions to the engine, so that all of them stand in the trace.
 * It draws no chance but from the seed, and waits in no time but that of the timeline. It knows of no client, no
 * expectation and no verdict: whoever plays a whole scenario stands above, in `src/play`.
 */
export interface Driver {
  /**
   * Waits for the triggers of the steps, counted from now on. Throws Misuse, and adds none of them, when one names nobody that
   * exists, or that a step before it will create.
   */
  add(...steps: readonly Step[]): void;
  perform(step: Step): Promise<void>;
  /** Whether a fault that waits may keep a client from connecting to a host, as far as can be said before its request is known. */
  mayFailToConnect(authority: string): boolean;
  /** The scenario is over: what waits will never fire. */
  stop(): void;
  /** The steps whose trigger has not fired, and faults that no request or notification has met. */
  unfired(): readonly Step[];
}

export const createDriver = (engine: Engine, timeline: Timeline, world: World): Driver => {
  const unfired = createUnfired(world);
  const lasting = createLastingFaults(world, unfired);
  const setting: Setting = { engine, timeline, world, lasting, unfired, ends: new Map() };
  const firing = createFiring(setting);
  /** By the steps so far; undefined before the first. */
  let announced: Announced | undefined;
  let tasks = 0;

  const plan = (step: Step): Task => {
    const task = planStep(step, tasks);
    tasks += tasksOf(task).length;
    return task;
  };

  const injectLasting = async (exchange: Approaching, about: About): Promise<void> => {
    for (const { step, fault } of lasting.hitting(exchange, about, () => timeline.now()))
      await injectInto(setting, step, fault, exchange);
  };

  engine.listen({
    before: (exchange) => {
      if (!firing.isWaiting() && lasting.isEmpty()) return undefined;
      const about = aboutExchange(world, exchange);
      const fired = firing.notice(
        { concerns: (trigger) => trigger.kind === 'on' && trigger.exchange === exchange.name, about },
        exchange,
      );
      if (fired !== undefined) return fired.then(() => injectLasting(exchange, about));
      return lasting.isEmpty() ? undefined : injectLasting(exchange, about);
    },
    after: (happening) => {
      if (!firing.isWaiting()) return undefined;
      return firing.notice({
        concerns: (trigger) => trigger.kind === 'after' && trigger.event === happening.event,
        about: aboutEvent(happening),
      });
    },
  });

  return {
    add: (...steps) => {
      const added = steps.map(plan);
      announced = added.reduce<Announced | undefined>((before, task) => checkNames(world, task, before), announced);
      for (const task of added) {
        unfired.expect(task);
        engine.watch(firing.arm(task));
      }
    },
    perform: (step) => firing.fire(plan(step)),
    mayFailToConnect: (authority) =>
      mayFailToConnect({ world, lasting, waiting: firing.waiting() }, authority, timeline.now()),
    stop: () => {
      firing.stop();
      lasting.clear();
    },
    unfired: () => unfired.steps(),
  };
};

/** Whether whoever the steps name exists or will: gives the names that there will be then. Throws Misuse. */
const checkNames = (world: World, task: Task, before = announceNothing): Announced => {
  let announced = before;
  for (const { trigger, steps, place } of tasksOf(task)) {
    checkWhere(world, trigger.where, announced, place);
    for (const { action } of steps) {
      if (action.do === 'elapse') continue;
      announced = announce(announced, resolveAction(world, { trigger, action, place }, announced));
    }
  }
  return announced;
};

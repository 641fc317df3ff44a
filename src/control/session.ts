import type { Simulation } from '../simulation/simulation.ts';
import type { ControlledSimulation } from './controlled.ts';

/** One that is driven. Whoever follows it finds the one that took its place; nobody else keeps it. */
export interface World {
  /** From 1: one more after each reset and restore. */
  readonly number: number;
  readonly sim: Simulation;
  /** The name of the scenario that it plays. */
  readonly scenario: string | undefined;
  readonly next: World | undefined;
}

/** What all who ask have in common: the same simulation, and the same count of its worlds and of the steps it was told. */
export interface Session {
  readonly controlled: ControlledSimulation;
  /** The one that runs now; asked whenever there may be another, so that none is passed over. */
  readonly world: World;
  /** What the next step that is told is called in the trace. Each world counts anew. */
  nextPlace(): string;
  /** Begins worlds one after the other: what two ask for at once happens twice, and never half. */
  inTurn<T>(work: () => Promise<T>): Promise<T>;
}

export const openSession = (controlled: ControlledSimulation): Session => {
  const steps = new WeakMap<Simulation, number>();
  const begin = (number: number): World & { next: World | undefined } => ({
    number,
    sim: controlled.sim,
    scenario: controlled.scenario?.name,
    next: undefined,
  });
  let world = begin(1);
  let last: Promise<unknown> = Promise.resolve();
  return {
    controlled,
    get world() {
      if (controlled.sim !== world.sim) world = world.next = begin(world.number + 1);
      return world;
    },
    nextPlace: () => {
      const number = (steps.get(controlled.sim) ?? 0) + 1;
      steps.set(controlled.sim, number);
      return `control, step ${number}`;
    },
    inTurn: (work) => {
      const turn = last.then(work);
      last = turn.catch(() => undefined);
      return turn;
    },
  };
};

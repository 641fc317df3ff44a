import type { Simulation } from '../simulation/simulation.ts';
import type { ControlledSimulation } from './controlled.ts';

/** What all who ask have in common: the same simulation, and the same count of its worlds and of the steps it was told. */
export interface Session {
  readonly controlled: ControlledSimulation;
  /** Which world it is, from 1: one more after each reset and restore. */
  readonly world: number;
  /** What the next step that is told is called in the trace. Each world counts anew. */
  nextPlace(): string;
  /** Begins worlds one after the other: what two ask for at once happens twice, and never half. */
  inTurn<T>(work: () => Promise<T>): Promise<T>;
}

export const openSession = (controlled: ControlledSimulation): Session => {
  const worlds = new WeakMap<Simulation, number>();
  const steps = new WeakMap<Simulation, number>();
  let count = 1;
  worlds.set(controlled.sim, count);
  let last: Promise<unknown> = Promise.resolve();
  return {
    controlled,
    get world() {
      const { sim } = controlled;
      const known = worlds.get(sim);
      if (known !== undefined) return known;
      count += 1;
      worlds.set(sim, count);
      return count;
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

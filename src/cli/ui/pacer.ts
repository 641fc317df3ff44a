import { performance } from 'node:perf_hooks';
import type { ControlledPace } from '../../control/controlled.ts';
import type { Simulation } from '../../simulation/simulation.ts';

/** Keeps the time of one client after the other as somebody wants it who looks on. */
export interface Pacer {
  readonly pace: ControlledPace;
  /** Whether time may make a move. */
  mayMove(): boolean;
  /** Lets time move to where it was told to, whatever else is wanted. */
  move<T>(work: () => Promise<T>): Promise<T>;
  /** Another client begins: settles when it may. */
  begin(sim: Simulation): Promise<void>;
  /** The client has ended: settles when it has been looked at enough. */
  end(): Promise<void>;
}

/** What shows that a step of a scenario hit. */
const hits: ReadonlySet<string> = new Set(['action', 'fault', 'notificationFault', 'slept']);

/** It begins paused, so that nothing is missed. */
export const createPacer = (): Pacer => {
  let isPaused = true;
  let isOver = false;
  let length = 0;
  let moving = 0;
  let restsUntil = 0;
  let sim: Simulation | undefined;
  let isThere: (() => boolean) | undefined;
  let release: () => void = () => undefined;
  const wait = (): Promise<void> =>
    new Promise((resolve) => {
      release = resolve;
    });
  const go = (): void => {
    isPaused = false;
    release();
  };
  const count = (until: 'move' | 'trigger'): number =>
    sim?.trace.entries.filter(({ kind }) => until === 'move' || hits.has(kind)).length ?? 0;
  return {
    pace: {
      get isPaused() {
        return isPaused;
      },
      get isOver() {
        return isOver;
      },
      get length() {
        return length;
      },
      pause: () => {
        isPaused = true;
        isThere = undefined;
      },
      goOn: () => {
        isThere = undefined;
        go();
      },
      setLength: (next) => {
        length = next;
      },
      step: (until) => {
        const [before, from] = [count(until), sim?.elapsed];
        isThere = () => count(until) !== before || (until === 'move' && sim?.elapsed !== from);
        go();
      },
    },
    mayMove: () => {
      if (moving > 0) return true;
      if (isThere?.() === true) {
        isPaused = true;
        isThere = undefined;
      }
      const now = performance.now();
      if (isPaused || now < restsUntil) return false;
      restsUntil = now + length;
      return true;
    },
    move: async (work) => {
      moving += 1;
      try {
        return await work();
      } finally {
        moving -= 1;
      }
    },
    begin: async (next) => {
      sim = next;
      isOver = false;
      if (isPaused) await wait();
    },
    end: async () => {
      isOver = true;
      await wait();
    },
  };
};

import { performance } from 'node:perf_hooks';

/** In Node since 20.20; older types and older versions do not know it. */
interface LoopTiming {
  readonly uvMetricsInfo?: { readonly events: number };
}

const timing: LoopTiming = performance.nodeTiming;

/** How many events libuv has handed to the process. */
export const countLoopEvents = (): number => timing.uvMetricsInfo?.events ?? 0;

let calledBack = 0;
let calledBackAtTurn = 0;

/** Says that Node calls code back: upon an event, in its time, or in a turn of the event loop. */
export const noteCallback = (): void => {
  calledBack++;
};

/** Says that the turn of the event loop has come which somebody takes to look around: it has called back for that, too. */
export const noteTurn = (): void => {
  calledBackAtTurn = calledBack;
};

/** How often code has been called back so far, and up to the turn that was taken last. */
export const countCallbacks = (): { readonly soFar: number; readonly atTurn: number } => ({
  soFar: calledBack,
  atTurn: calledBackAtTurn,
});

let begun = 0;

/** Says that something has been begun that goes on without time: from now on the signals have to be asked again. */
export const noteBeginning = (): void => {
  begun++;
};

/** In the place of a method of which nothing else has to be known. */
export const noteAndGo = (_self: unknown, _args: unknown, go: () => unknown): unknown => {
  noteBeginning();
  return go();
};

let turns = 0;

/** Says that code has been put off to the next turn of the event loop. What that begins is noted by itself. */
export const noteImmediate = (): void => {
  turns++;
};

let sessions = 0;

/**
 * Says how many sessions of HTTP/2 there are. They bring something about of themselves in native code, between one turn and
 * the next: nobody sees that begin, so that one has to look.
 */
export const noteSessions = (open: number): void => {
  sessions = open;
};

/** What has been begun in a process, without time moving. */
export interface Beginnings {
  /**
   * All that may bring something about, also what has come from elsewhere. While it stays the same, and all signals were at rest,
   * nobody has to look. Undefined where only looking helps.
   */
  readonly work: () => number | undefined;
  /** What was put off to the next turn of the event loop: it is over once that has come. */
  readonly turns: () => number;
}

/** Those of this process. Promises and ticks are not counted: they come to their end before the next callback of the event loop. */
export const beginnings: Beginnings = {
  work: () => (sessions > 0 ? undefined : begun + countLoopEvents()),
  turns: () => turns,
};

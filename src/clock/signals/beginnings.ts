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

/** What is begun by `work` is followed in another way. */
export const withoutNoting = <T>(work: () => T): T => {
  const before = begun;
  const result = work();
  begun = before;
  return result;
};

let sessions = 0;

/**
 * Says how many sessions of HTTP/2 there are. They bring something about of themselves in native code, between one turn and
 * the next: nobody sees that begin, so that one has to look.
 */
export const noteSessions = (open: number): void => {
  sessions = open;
};

/**
 * Counts all that has been begun in this process, or has come to it, and may bring something about without time moving. While
 * it stays the same, and all signals were at rest, nobody has to look. Promises and ticks are not counted: those come to their
 * end before the next callback of the event loop. Undefined where only looking helps.
 */
export const countBeginnings = (): number | undefined => (sessions > 0 ? undefined : begun + countLoopEvents());

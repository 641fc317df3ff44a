/* oxlint-disable eslint/no-underscore-dangle -- Node names so what it keeps for itself */
import type { ChildProcess } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import process from 'node:process';
import { beginnings, countCallbacks, countLoopEvents } from './beginnings.ts';
import { countEach, type StartSignal, tell } from './signal.ts';

/**
 * Names of `process.getActiveResourcesInfo()` that end by themselves, unlike servers, sockets and ports; and unlike
 * `FileHandleReadWrap`, which Node keeps for the next read.
 */
const oneShots = new Set([
  'CloseReq',
  'ConnectWrap',
  'FSReqCallback',
  'FSReqPromise',
  'FileHandleCloseReq',
  'GetAddrInfoReqWrap',
  'GetNameInfoReqWrap',
  'PipeConnectWrap',
  'QueryReqWrap',
  'SendWrap',
  'TCPConnectWrap',
  'UDPSendWrap',
]);

const list = (): string[] => process.getActiveResourcesInfo().filter((name) => oneShots.has(name));

/** Sees file system requests, name look-ups and connects. */
export const watchActiveResources: StartSignal = () => ({
  busy: () => list().length,
  takesLong: () => true,
  describe: () => tell(countEach(list())),
});

const countOf = (resource: string): number => {
  let found = 0;
  for (const name of process.getActiveResourcesInfo()) if (name === resource) found++;
  return found;
};

/** Turns that code takes one after the other when it asks again and again, and does no work in any of them. */
const mostTurns = 500_000;

/** Sees callbacks of `setImmediate`: turns of the event loop that somebody wants to take. */
export const watchImmediates: StartSignal = () => {
  let since = 0;
  return {
    busy: () => countOf('Immediate'),
    takesLong: () => true,
    begins: () => {
      since = beginnings.turns();
    },
    seemsEndless: () => beginnings.turns() - since > mostTurns,
    isTurning: true,
    describe: () => tell(new Map([['Immediate', countOf('Immediate')]])),
  };
};

/** Processes of ours that have nothing to do with any client. */
const bystanders = new WeakSet<ChildProcess>();

/** Says of a process that has just been started that it is one: nothing is awaited of it. */
export const overlookProcess = (child: ChildProcess): void => void bystanders.add(child);

/** A process, with what Node keeps on it for itself. */
type Child = ChildProcess & {
  readonly _handle?: { hasRef(): boolean } | null;
  readonly _closesGot: number;
  readonly _closesNeeded: number;
};

const isClosed = (child: Child): boolean => child._handle == null && child._closesGot >= child._closesNeeded;

/** One that is over may have left its output to others: that is waited for by whoever listens for its end. */
const isAtWork = (child: Child): boolean =>
  child._handle == null ? !isClosed(child) && child.listenerCount('close') > 0 : child._handle.hasRef();

/** Sees child processes, except those that were there before. */
export const watchChildProcesses: StartSignal = () => {
  const children = new Set<Child>();
  let last: readonly Child[] = [];
  let ended = 0;
  const busy = (): number => {
    if (children.size === 0) return 0;
    for (const child of children) if (isClosed(child)) children.delete(child);
    const running = [...children].filter((child) => isAtWork(child) && !bystanders.has(child));
    ended += last.filter((child) => !running.includes(child)).length;
    last = running;
    return running.length;
  };
  const met = (message: unknown): void => void children.add((message as { readonly process: Child }).process);
  subscribe('child_process', met);
  return {
    busy,
    isOpen: () => children.size > 0,
    ended: () => ended,
    isElsewhere: true,
    describe: () => tell(new Map([['child process', busy()]])),
    stop: () => unsubscribe('child_process', met),
  };
};

/**
 * Sees that libuv has handed events to the process since the last look. Where nobody was called back but whoever looks, they are
 * V8's own: it collects garbage in steps, as long as the process lets it. To wait for that would not only take its time: what is
 * collected in silence are functions of the client's, too, that have been compiled. (docs/decisions/0034)
 */
export const watchEventLoop: StartSignal = () => {
  let events = countLoopEvents();
  let calledBack = countCallbacks().soFar;
  return {
    busy: () => {
      const before = { events, calledBack };
      const { soFar, atTurn } = countCallbacks();
      events = countLoopEvents();
      calledBack = soFar;
      return events === before.events || atTurn - before.calledBack === 1 ? 0 : 1;
    },
    takesLong: () => true,
    describe: () => [],
  };
};

import type { ChildProcess } from 'node:child_process';
import process from 'node:process';
import { countCallbacks, countLoopEvents } from './beginnings.ts';
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
  ended: () => 0,
  seesNoEnds: true,
  describe: () => tell(countEach(list())),
  stop: () => undefined,
});

const countOf = (resource: string): number => {
  let found = 0;
  for (const name of process.getActiveResourcesInfo()) if (name === resource) found++;
  return found;
};

/** Sees callbacks of `setImmediate`: turns of the event loop that somebody wants to take. */
export const watchImmediates: StartSignal = () => ({
  busy: () => countOf('Immediate'),
  ended: () => 0,
  seesNoEnds: true,
  isTurning: true,
  describe: () => tell(new Map([['Immediate', countOf('Immediate')]])),
  stop: () => undefined,
});

/** How many processes of ours there are that have nothing to do with any client. */
let bystanders = 0;

/** Says of a process that has just been started that it is one: nothing is awaited of it. */
export const overlookProcess = (child: ChildProcess): void => {
  // It never began.
  if (child.pid === undefined) return;
  bystanders++;
  child.once('exit', () => bystanders--);
};

/** Sees child processes, except those that were there before. */
export const watchChildProcesses: StartSignal = () => {
  const count = (): number => countOf('ProcessWrap') - bystanders;
  let before = count();
  let last = before;
  let ended = 0;
  const busy = (): number => {
    const running = count();
    ended += Math.max(0, last - running);
    last = running;
    before = Math.min(before, running);
    return running - before;
  };
  return {
    busy,
    ended: () => ended,
    isElsewhere: true,
    describe: () => tell(new Map([['child process', busy()]])),
    stop: () => undefined,
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
    ended: () => 0,
    seesNoEnds: true,
    describe: () => [],
    stop: () => undefined,
  };
};

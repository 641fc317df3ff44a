import { ChildProcess } from 'node:child_process';
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

/** Processes of ours that have nothing to do with any client. */
const bystanders = new WeakSet<ChildProcess>();

/** Says of a process that has just been started that it is one: nothing is awaited of it. */
export const overlookProcess = (child: ChildProcess): void => void bystanders.add(child);

/** All child processes that keep this one alive. To count them is cheaper than to ask for each handle. */
const childProcesses = (): readonly ChildProcess[] => {
  if (countOf('ProcessWrap') === 0) return [];
  const handles = Reflect.get(process, '_getActiveHandles') as () => readonly unknown[];
  return handles.call(process).filter((handle) => handle instanceof ChildProcess);
};

/** Sees child processes, except those that were there before. */
export const watchChildProcesses: StartSignal = () => {
  const before = new WeakSet(childProcesses());
  let last: readonly ChildProcess[] = [];
  let ended = 0;
  const busy = (): number => {
    const running = childProcesses().filter((child) => !before.has(child) && !bystanders.has(child));
    ended += last.filter((child) => !running.includes(child)).length;
    last = running;
    return running.length;
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

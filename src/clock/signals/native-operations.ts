import { AsyncResource, createHook } from 'node:async_hooks';
import { expectSession } from '../http2-internals.ts';
import { noteBeginning, noteCallback, noteImmediate } from './beginnings.ts';
import { watchCalls } from './calls.ts';
import { expectDatagrams } from './datagrams.ts';
import { FileReads } from './file-reads.ts';
import { watchHandles } from './handles.ts';
import { watchSessions } from './http2-sessions.ts';
import { messagePorts } from './message-ports.ts';
import { countEach, type StartSignal, tell } from './signal.ts';

/**
 * What async_hooks tells of that goes on in JavaScript alone, up to the next callback of the event loop or in virtual time; and
 * what is made of HTTP and of TLS on a connection: whatever reaches that, or is written on it, is told of by itself.
 */
const scripted: ReadonlySet<string> = new Set([
  'HTTPCLIENTREQUEST',
  'HTTPINCOMINGMESSAGE',
  'Microtask',
  'PROMISE',
  'TLSWRAP',
  'TickObject',
  'Timeout',
]);

const isScripted = (type: string, resource: object): boolean => scripted.has(type) || resource instanceof AsyncResource;

/** What async_hooks calls that which is not one operation with an end, but lives long. */
const endless: ReadonlySet<string> = new Set([
  'BLOBREADER',
  'DIRHANDLE',
  'DNSCHANNEL',
  'ELDHISTOGRAM',
  'FILEHANDLE',
  'FSEVENTWRAP',
  'HEAPSNAPSHOT',
  'HTTP2SESSION',
  'HTTP2STREAM',
  'INSPECTORJSBINDING',
  'JSSTREAM',
  'JSUDPWRAP',
  'KEYOBJECT',
  'LOCKS',
  'MESSAGEPORT',
  'PIPESERVERWRAP',
  'PIPEWRAP',
  'PROCESSWRAP',
  'SIGNALWRAP',
  'STATWATCHER',
  'STREAMPIPE',
  'TCPSERVERWRAP',
  'TCPWRAP',
  'TTYWRAP',
  'UDPWRAP',
  'WORKER',
  'WORKERCPUPROFILE',
  'ZLIB',
]);

/** Handles of the event loop, which are followed by what they are told. MESSAGEPORT has a way of its own. */
const handleTypes: ReadonlySet<string> = new Set([
  'PIPESERVERWRAP',
  'PIPEWRAP',
  'PROCESSWRAP',
  'TCPSERVERWRAP',
  'TCPWRAP',
  'TTYWRAP',
  'UDPWRAP',
]);

/** What a session of HTTP/2 may be made on. */
const carriers: ReadonlySet<string> = new Set(['JSSTREAM', 'PIPEWRAP', 'TCPWRAP']);

/** Operations of sockets, which are judged by the socket: a reply matters, a write does not. */
const socketOperations: ReadonlySet<string> = new Set(['HTTP2SETTINGS', 'SHUTDOWNWRAP', 'WRITEWRAP']);

/** A crypto job, as async_hooks shows it. */
interface Job {
  run?: (...args: unknown[]) => unknown;
}

const watchJob = (job: Job, begun: () => void): void => {
  const { run } = job;
  if (run === undefined) return;
  job.run = function (this: unknown, ...args) {
    const result = run.apply(this, args);
    // A synchronous job hands its result over at once, as an array, and never calls back.
    if (Array.isArray(result)) return result;
    noteBeginning();
    begun();
    return result;
  };
};

/**
 * Sees operations in the thread pool and in native add-ons, from their making to their callback; crypto, WebCrypto and
 * zlib are visible nowhere else. There is no `destroy` hook, for that would make every promise five times dearer.
 */
export const watchNativeOperations: StartSignal = () => {
  const pending = new Map<number, string>();
  const calls = watchCalls();
  const reads = new FileReads();
  const handles = watchHandles();
  const sessions = watchSessions();
  let ended = 0;

  const begin = (id: number, type: string, trigger: number, resource: object): void => {
    const ender = type === 'FSREQCALLBACK' ? reads.heardBy(id, trigger, resource) : id;
    if (ender !== undefined) pending.set(ender, type);
  };

  const callbacks = {
    init: (id: number, type: string, trigger: number, resource: object): void => {
      if (type === 'PROMISE' || isScripted(type, resource)) return;
      if (type === 'Immediate') return noteImmediate();
      if (type.endsWith('REQUEST') && 'run' in resource) {
        return watchJob(resource as Job, () => pending.set(id, type));
      }
      noteBeginning();
      if (carriers.has(type)) expectSession();
      if (type === 'UDPWRAP') expectDatagrams();
      if (type === 'HTTP2SESSION') sessions.meet(resource);
      if (handleTypes.has(type)) handles.meet(resource, type === 'PIPEWRAP');
      if (type === 'MESSAGEPORT' || type === 'WORKER') messagePorts.made(id, resource, type === 'WORKER');
      calls.meet(type, resource, id);
      if (type === 'FILEHANDLE') reads.opened(id);
      if (!endless.has(type) && !socketOperations.has(type)) begin(id, type, trigger, resource);
    },
    before: (id: number): void => {
      noteCallback();
      if (pending.size > 0 && pending.delete(id)) ended++;
      messagePorts.called(id);
      if (calls.size > 0 && calls.handBack(id)) ended++;
    },
    trackPromises: false,
  };
  const hook = createHook(callbacks).enable();

  return {
    busy: () => pending.size + calls.size,
    ended: () => ended,
    takesLong: () => [...pending.values()].every((type) => type.endsWith('REQUEST')),
    describe: () => tell(countEach([...pending.values(), ...calls.list()])),
    stop: () => {
      hook.disable();
      calls.stop();
      handles.stop();
      sessions.stop();
      pending.clear();
    },
  };
};

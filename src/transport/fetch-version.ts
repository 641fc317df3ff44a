import { undiciOfNode } from '../runtime.ts';
import type { HttpVersion } from './http/message.ts';
import type { Origin } from './origins.ts';

/** Undici 8, in Node 26, speaks HTTP/2 with those who do, as all do here over TLS. */
const hasHttp2 = undiciOfNode >= 8;

/** Where undici keeps what all requests go by: its own copy in Node, and those from npm. */
export const dispatcherSlot = Symbol.for('undici.globalDispatcher.2');

interface Dispatcher {
  dispatch(options: null, handler: null): unknown;
}

/**
 * By which version of HTTP the `fetch` of this process asks an origin. Who imports undici from npm before the first request, or sets
 * its global dispatcher, has all of them go by that one, which is taken to speak HTTP/1.1. So does what undici 7 gives as the one
 * that is set, once it has been set again: it stands for Node's, and keeps it from HTTP/2.
 */
export const versionOfFetch = (scheme: Origin['scheme']): HttpVersion => {
  if (!hasHttp2 || scheme !== 'https') return 'HTTP/1.1';
  const dispatcher = Reflect.get(globalThis, dispatcherSlot) as Dispatcher | undefined;
  return dispatcher === undefined || isAgentOfNode(dispatcher) ? 'HTTP/2' : 'HTTP/1.1';
};

const known = new WeakMap<Dispatcher, boolean>();

const isAgentOfNode = (dispatcher: Dispatcher): boolean => {
  const before = known.get(dispatcher);
  if (before !== undefined) return before;
  const found = /^.*\n(?!.*Dispatcher1Wrapper).*node:internal\/deps\/undici/.test(refusalOf(dispatcher));
  known.set(dispatcher, found);
  return found;
};

/** The stack of its error for a request that is none: they are alike in all but their names, and where their code stands. */
const refusalOf = (dispatcher: Dispatcher): string => {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 1;
  try {
    dispatcher.dispatch(null, null);
    return '';
  } catch (error) {
    return error instanceof Error ? String(error.stack) : '';
  } finally {
    Error.stackTraceLimit = limit;
  }
};

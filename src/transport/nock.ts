import type { WireRequest } from '../core/wire.ts';
import { needNode } from '../runtime.ts';
import type { Transport } from './gateway.ts';
import { exchange } from './exchange.ts';
import { guarded } from './guard/guard.ts';
import { bodyOf } from './http/message.ts';
import { needFunctions } from './needs.ts';
import { originPatterns } from './origins.ts';
import { placesOf } from './places.ts';
import { readRequest } from './read-request.ts';
import { deadly } from './sockets/break-connection.ts';
import { noteConnections } from './sockets/kept-connections.ts';
import { untilAborted } from './until-aborted.ts';

/** The parts of nock (14 or 15) that are used here; it is yours, and never loaded by this library. */
export interface Nock {
  (origin: RegExp): NockScope;
  isActive(): boolean;
  activate(): void;
  restore(): void;
  // oxlint-disable-next-line typescript/no-explicit-any -- what `intercept` has returned
  removeInterceptor(interceptor: any): boolean;
}

interface NockScope {
  persist(): NockScope;
  intercept(uri: (path: string) => boolean, method: string): NockInterceptor;
  // oxlint-disable-next-line typescript/no-explicit-any -- the two majors tell different things
  on(event: 'request', listener: (request: any, interceptor: any, body: string) => void): unknown;
}

interface NockInterceptor {
  optionally(): NockInterceptor;
  // oxlint-disable-next-line typescript/no-explicit-any -- the two majors call it with different things
  reply(answer: (this: any, ...given: any[]) => Promise<any>): unknown;
}

/** A request of nock 14: one of Node's, which has been made and goes nowhere. */
interface OldRequest {
  readonly method: string;
  readonly path: string;
  headers: Record<string, string | string[] | number>;
  once(event: 'close', listener: () => void): unknown;
}

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

/**
 * The transport for suites that intercept with nock already: the simulated hosts become scopes beside the user's own,
 * which never count as pending. Whatever nock does for other hosts stays as it was; `nock.cleanAll()` ends the simulation's
 * scopes too. A nock that was restored is active while the simulation lasts.
 *
 * Nock holds whole bodies: one that breaks off fails the request, and one that drips arrives at once when it is whole.
 * It keeps the timers that it finds when it is loaded: import `stunt-double/register` before it. Each answer of nock 14
 * takes two virtual milliseconds, and it does not tell when a client hangs up. An answer of nock 15 without a body takes one,
 * and a client of undici's that sends several requests at once may see them arrive in any order. Nock 15 is not made for Node 20.
 * It unpacks bodies that are compressed, and closes some twice as a connection ends (undici keeps one for 4s), which Node throws
 * uncaught as `ERR_INVALID_STATE`: use nock 14 there.
 *
 * @example
 * import nock from 'nock';
 * await using sim = await simulate({ transport: viaNock(nock) });
 */
export const viaNock = (nock: Nock): Transport => {
  needFunctions('viaNock(nock)', nock, ['isActive', 'removeInterceptor'], 'give what "nock" exports by default');
  return guarded({ transport: 'viaNock' }, async (gateway) => {
    needNode('viaNock', 'nothing goes through nock', `give transport: 'fetch' or 'none'`);
    const places = placesOf(gateway.addresses);
    const wasActive = nock.isActive();
    if (!wasActive) nock.activate();
    const sent = new WeakMap<object, WireRequest>();
    const interceptors: NockInterceptor[] = [];
    const patterns = originPatterns(places.origins).flatMap((pattern) =>
      ['http', 'https'].map((scheme) => ({ scheme, pattern })),
    );
    for (const { scheme, pattern } of patterns) {
      const scope = nock(new RegExp(`^${pattern.replace('https?', scheme)}$`)).persist();
      scope.on('request', (request: object, _interceptor, body) => {
        if (!(request instanceof Request)) sent.set(request, keep(request as OldRequest, scheme, body));
      });
      for (const method of methods) {
        const interceptor = scope.intercept(() => true, method);
        interceptor.optionally().reply(async function (...given) {
          const [first] = given as unknown[];
          const isNew = first instanceof Request;
          const request = isNew ? await readRequest(first) : sent.get((this as { req: OldRequest }).req);
          if (request === undefined) throw new Error('nock told of no such request');
          const gone = isNew ? first.signal : closing((this as { req: OldRequest }).req);
          const answered = untilAborted(gone, () => exchange(gateway, places, request, gone));
          const response = await (isNew ? answered.catch(sparingUndici) : answered);
          const body = Buffer.from(await response.arrayBuffer());
          return [response.status, body, Object.fromEntries(response.headers)];
        });
        interceptors.push(interceptor);
      }
    }
    const breakKept = noteConnections(places.origins);
    return async () => {
      await breakKept();
      for (const interceptor of interceptors) nock.removeInterceptor(interceptor);
      if (!wasActive && nock.isActive()) nock.restore();
    };
  });
};

/** It may be undici's, which asserts that no connection fails by this code once it is there, and ends the process. */
const sparingUndici = (error: unknown): never => {
  if (error instanceof Error && Reflect.get(error, 'code') === deadly) Reflect.deleteProperty(error, 'code');
  throw error;
};

/** Nock 14 parses a body that is said to be JSON, and throws where nobody can catch it when it is none. */
const keep = (request: OldRequest, scheme: string, text: string): WireRequest => {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(request.headers))
    headers[name] = Array.isArray(value) ? value.join(', ') : String(value);
  delete request.headers['content-type'];
  return {
    method: request.method,
    url: `${scheme}://${headers['host'] ?? ''}${request.path}`,
    headers,
    ...bodyOf(Buffer.from(text)),
  };
};

const closing = (request: OldRequest): AbortSignal => {
  const gone = new AbortController();
  request.once('close', () => gone.abort(new Error('the client hung up')));
  return gone.signal;
};

import http, { request as namedPlain } from 'node:http';
import https, { request as namedSecure } from 'node:https';
import { text as textOf } from 'node:stream/consumers';
import { type Call, type Calls, makeCalls, retryInLoop, type Send, sleep, type WildClient } from './wild-client.ts';

/** Node's own `request`, as one gets hold of it in different ways. */

type NodeRequest = (
  url: string,
  options: https.RequestOptions,
  done: (response: http.IncomingMessage) => void,
) => http.ClientRequest;

interface Requests {
  readonly plain: NodeRequest;
  readonly secure: NodeRequest;
  /** Keeps connections for itself. */
  readonly agents?: { readonly plain: http.Agent; readonly secure: https.Agent };
}

/** Sends by Node's own functions, with their `timeout` option, which only tells: the client has to hang up. */
const sendByNode =
  ({ plain, secure, agents }: Requests): Send =>
  ({ method, url, headers, form, timeout }: Call) =>
    new Promise((resolve, reject) => {
      const isSecure = url.startsWith('https:');
      const type = form && { 'content-type': 'application/x-www-form-urlencoded' };
      const options = {
        method,
        headers: { ...headers, ...type },
        ...(agents && { agent: isSecure ? agents.secure : agents.plain }),
        ...(timeout !== undefined && { timeout }),
      };
      const request = (isSecure ? secure : plain)(url, options, (response) => {
        const { statusCode: status = 0 } = response;
        textOf(response).then((text) => resolve({ status, text }), reject);
      });
      request.on('timeout', () => request.destroy(new Error('no answer in time')));
      request.on('error', reject);
      request.end(form && new URLSearchParams(form).toString());
    });

interface NativeModule extends Requests {
  readonly sleep: (milliseconds: number) => Promise<unknown>;
}

/** A module that no test runner has rewritten, so that its imports are what the language makes of them. */
const loadNative = async (source: string): Promise<NativeModule> =>
  (await import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(source)}`)) as NativeModule;

const nativeImports = await loadNative(`
  import { request as http } from 'node:http';
  import { request as https } from 'node:https';
  import { setTimeout as pass } from 'node:timers/promises';
  export const plain = (...given) => http(...given);
  export const secure = (...given) => https(...given);
  export const sleep = (milliseconds) => pass(milliseconds);
`);

const nativeCopies = await loadNative(`
  import http from 'node:http';
  import https from 'node:https';
  import timers from 'node:timers';
  export const { request: plain } = http;
  export const { request: secure } = https;
  const { setTimeout } = timers;
  export const sleep = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
`);

const callsByNode = (requests: Requests, pause = sleep as NativeModule['sleep']): Calls =>
  makeCalls(sendByNode(requests), retryInLoop(sendByNode(requests), pause));

const defaults: Requests = {
  plain: (...given) => http.request(...given),
  secure: (...given) => https.request(...given),
};

const keepAlive = { keepAlive: true, maxSockets: 2 } as const;

const shared = {
  packages: [],
  layer: 'node:http(s)',
  retries: 'in a loop',
  timeout: { error: { message: /^no answer in time$/ } },
} as const;

/** Real time may pass beyond the end of a simulation: nothing is sent into the next one. */
const sleepUntilOver =
  (over: AbortSignal) =>
  async (milliseconds: number): Promise<void> => {
    await nativeCopies.sleep(milliseconds);
    over.throwIfAborted();
  };

export const copiedTimers = 'node:timers, setTimeout copied before the simulation';

export const nodeItself: readonly WildClient[] = [
  {
    ...shared,
    name: 'node:http(s), default import',
    calls: callsByNode(defaults),
    caveat: 'Its `timeout` is a time without traffic, and only an event: the client has to destroy the request.',
  },
  {
    ...shared,
    name: 'node:http(s), named import',
    layer: 'a named import of node:http(s)',
    calls: callsByNode({ plain: namedPlain, secure: namedSecure }),
  },
  {
    ...shared,
    name: 'node:http(s) and node:timers/promises, named imports of a native ES module',
    layer: 'a named import of node:http(s)',
    calls: callsByNode(nativeImports, nativeImports.sleep),
  },
  {
    ...shared,
    name: 'node:http(s), request copied before the simulation',
    layer: 'a copy of request of node:http(s)',
    calls: callsByNode(nativeCopies),
  },
  {
    ...shared,
    name: 'node:http(s), agents with keep-alive',
    calls: callsByNode({
      ...defaults,
      agents: { plain: new http.Agent(keepAlive), secure: new https.Agent(keepAlive) },
    }),
  },
  {
    ...shared,
    name: copiedTimers,
    calls: {
      ...callsByNode(defaults),
      create: (env, token) => callsByNode(defaults, sleepUntilOver(env.signal)).create(env, token),
    },
    caveat: 'A copy of a timer function is virtual only if `stunt-double/register` was imported before it was made.',
  },
];

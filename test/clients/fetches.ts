import ky, { type KyInstance } from 'ky';
import nodeFetch from 'node-fetch';
import { createFetch, ofetch } from 'ofetch';
import { retryStatuses } from '../../src/spec/retry.ts';
import { type Call, type Calls, type Fetch, makeCalls, type Send, type WildClient, waits } from './wild-client.ts';

/** The standard function itself, and the libraries that wrap it. */

const { fetch: capturedFetch } = globalThis;

const optionsOf = ({ method, headers, form, timeout }: Call) => ({
  method,
  headers: { ...headers },
  ...(form && { body: new URLSearchParams(form) }),
  ...(timeout !== undefined && { signal: AbortSignal.timeout(timeout) }),
});

/** Sends by anything that is called as `fetch` is; its time limit is a signal. */
export const sendByFetch =
  (fetch: Fetch): Send =>
  async (call) => {
    const response = await fetch(call.url, optionsOf(call));
    return { status: response.status, text: await response.text() };
  };

export const signalError = { error: { name: 'TimeoutError', code: 23 } } as const;

/** Global `fetch` as it is at the time of the call. */
export const globalFetch: Fetch = (input, init) => fetch(input, init);

const callsByKy = (instance: KyInstance): Calls => {
  const send =
    (retry: object): Send =>
    async ({ method, url, headers, form, timeout }) => {
      const response = await instance(url, {
        method,
        headers,
        ...(form && { body: new URLSearchParams(form) }),
        timeout: timeout ?? false,
        retry,
        throwHttpErrors: false,
      });
      return { status: response.status, text: await response.text() };
    };
  const sendAgain: Send = async ({ method, url, headers }) => {
    const limit = waits.length;
    const delay = (attempt: number): number => waits[attempt - 1] ?? 0;
    const retry = { limit, methods: ['post'], statusCodes: [...retryStatuses], delay, backoffLimit: Infinity };
    const response = await instance(url, { method, headers, retry, timeout: false });
    return { status: response.status, text: await response.text() };
  };
  return makeCalls(send({ limit: 0 }), sendAgain);
};

const callsByOfetch = ({ raw }: Pick<typeof ofetch, 'raw'>): Calls => {
  const send: Send = async ({ method, url, headers, form, timeout }) => {
    const response = await raw(url, {
      method,
      headers: { ...headers },
      ...(form && { body: new URLSearchParams(form) }),
      ...(timeout !== undefined && { timeout }),
      responseType: 'text',
      ignoreResponseError: true,
      retry: false,
    });
    return { status: response.status, text: String(Reflect.get(response, '_data')) };
  };
  const sendAgain: Send = async ({ method, url, headers }) => {
    const response = await raw(url, {
      method,
      headers: { ...headers },
      responseType: 'text',
      retry: waits.length,
      retryStatusCodes: [...retryStatuses],
      // It counts down the retries that are left.
      retryDelay: ({ options }) => waits[waits.length - Number(options.retry)] ?? 0,
    });
    return { status: response.status, text: String(Reflect.get(response, '_data')) };
  };
  return makeCalls(send, sendAgain);
};

export const fetches: readonly WildClient[] = [
  {
    name: 'global fetch',
    packages: [],
    layer: 'global fetch',
    retries: 'in a loop',
    calls: makeCalls(sendByFetch(globalFetch)),
    over: (fetch) => makeCalls(sendByFetch(fetch)),
    timeout: signalError,
  },
  {
    name: 'global fetch, copied before the simulation',
    packages: [],
    layer: 'a copy of global fetch',
    retries: 'in a loop',
    calls: makeCalls(sendByFetch(capturedFetch)),
    timeout: signalError,
  },
  {
    name: 'ky',
    packages: ['ky'],
    layer: 'global fetch',
    retries: 'itself',
    calls: callsByKy(ky),
    over: (fetch) => callsByKy(ky.create({ fetch })),
    timeout: { error: { name: 'TimeoutError', message: /^Request timed out: POST / } },
    caveat:
      'Its time limit is 10 s unless told otherwise, retries included; it retries no POST unless `methods` has it.',
  },
  {
    name: 'ofetch',
    packages: ['ofetch'],
    layer: 'global fetch',
    retries: 'itself',
    calls: callsByOfetch(ofetch),
    over: (fetch) => callsByOfetch(createFetch({ fetch })),
    timeout: { error: { name: 'FetchError', message: /TimeoutError/ } },
    caveat: 'Its time limit ends with the headers of the answer.',
  },
  {
    name: 'node-fetch',
    packages: ['node-fetch'],
    layer: 'node:http(s)',
    retries: 'in a loop',
    calls: makeCalls(async (call) => {
      const response = await nodeFetch(call.url, optionsOf(call));
      return { status: response.status, text: await response.text() };
    }),
    timeout: { error: { name: 'AbortError' } },
  },
];

import axios, { type AxiosInstance } from 'axios';
import axiosRetry from 'axios-retry';
import { got } from 'got';
import needle from 'needle';
import superagent from 'superagent';
import { retryStatuses } from '../../src/spec/retry.ts';
import {
  type Call,
  type Calls,
  type Fetch,
  isRetried,
  makeCalls,
  type Send,
  type WildClient,
  waits,
} from './wild-client.ts';

/** Libraries on top of Node's own `http` and `https`. */

const waitBefore = (attempt: number): number => waits[attempt - 1] ?? 0;

type AxiosAdapter =
  | { readonly adapter: 'http' }
  | { readonly adapter: 'fetch'; readonly env?: { readonly fetch: Fetch } };

const sendByAxios =
  (instance: AxiosInstance): Send =>
  async ({ form, ...call }) => {
    const response = await instance.request<string>({
      ...call,
      headers: { ...call.headers },
      ...(form && { data: new URLSearchParams(form) }),
      transformResponse: [(data: unknown) => data],
      validateStatus: null,
    });
    return { status: response.status, text: response.data };
  };

const callsByAxios = (adapter: AxiosAdapter): Calls => makeCalls(sendByAxios(axios.create({ ...adapter })));

const callsByAxiosRetry = (adapter: AxiosAdapter): Calls => {
  const instance = axios.create({ ...adapter, transformResponse: [(data: unknown) => data] });
  axiosRetry(instance, {
    retries: waits.length,
    retryCondition: ({ response }) => response !== undefined && isRetried(response.status),
    retryDelay: waitBefore,
  });
  return makeCalls(sendByAxios(axios.create({ ...adapter })), async ({ method, url, headers }) => {
    const response = await instance.request<string>({ method, url, headers: { ...headers } });
    return { status: response.status, text: response.data };
  });
};

const sendByGot = async ({ method, url, headers, form, timeout }: Call, limit: number) => {
  const response = await got(url, {
    method,
    headers: { ...headers },
    ...(form && { form }),
    ...(timeout !== undefined && { timeout: { request: timeout } }),
    retry: {
      limit,
      methods: ['POST'],
      statusCodes: [...retryStatuses],
      calculateDelay: ({ attemptCount, computedValue }) => (computedValue === 0 ? 0 : waitBefore(attemptCount)),
    },
    throwHttpErrors: false,
  });
  return { status: response.statusCode, text: response.body };
};

const sendBySuperagent: Send = async ({ method, url, headers, form, timeout }) => {
  const request = superagent(method, url)
    .set({ ...headers })
    .ok(() => true)
    .buffer(true)
    .parse(readText);
  if (form) void request.type('form').send({ ...form });
  if (timeout !== undefined) void request.timeout({ response: timeout });
  const response = await request;
  return { status: response.status, text: response.text };
};

/** Without a parser of its own it makes JSON of what is said to be JSON, and would leave the rest unread. */
const readText = (response: superagent.Response, done: (error: Error | null, body: unknown) => void): void => {
  const chunks: Buffer[] = [];
  response.on('data', (chunk: Buffer) => chunks.push(Buffer.from(chunk)));
  response.on('end', () => {
    response.text = Buffer.concat(chunks).toString('utf8');
    done(null, response.text);
  });
};

const sendByNeedle: Send = async ({ method, url, headers, form, timeout = 0 }) => {
  const options = { headers: { ...headers }, parse_response: false, response_timeout: timeout };
  const response = await (method === 'GET' ? needle('get', url, options) : needle('post', url, { ...form }, options));
  return { status: response.statusCode ?? 0, text: String(response.body) };
};

export const nodeLibraries: readonly WildClient[] = [
  {
    name: 'axios',
    packages: ['axios'],
    layer: 'node:http(s)',
    retries: 'in a loop',
    calls: callsByAxios({ adapter: 'http' }),
    timeout: { error: { name: 'AxiosError', code: 'ECONNABORTED' } },
  },
  {
    name: 'axios, fetch adapter',
    packages: ['axios'],
    layer: 'global fetch',
    retries: 'in a loop',
    calls: callsByAxios({ adapter: 'fetch' }),
    over: (fetch) => callsByAxios({ adapter: 'fetch', env: { fetch } }),
    timeout: { error: { name: 'AxiosError', code: 'ETIMEDOUT' } },
  },
  {
    name: 'axios-retry',
    packages: ['axios-retry', 'axios'],
    layer: 'node:http(s)',
    retries: 'itself',
    calls: callsByAxiosRetry({ adapter: 'http' }),
    timeout: 'none',
    caveat: "axios's time limit runs on through its waits unless `shouldResetTimeout` is set.",
  },
  {
    name: 'got',
    packages: ['got'],
    layer: 'node:http(s)',
    retries: 'itself',
    calls: makeCalls(
      (call) => sendByGot(call, 0),
      (call) => sendByGot(call, waits.length),
    ),
    timeout: { error: { name: 'TimeoutError', code: 'ETIMEDOUT' }, grace: 1 },
    caveat:
      'Its usual waits have up to 100 ms of `Math.random` in them; `calculateDelay` or `noise: 0` leaves them out.',
  },
  {
    name: 'superagent',
    packages: ['superagent'],
    layer: 'node:http(s)',
    retries: 'in a loop',
    calls: makeCalls(sendBySuperagent),
    timeout: { error: { code: 'ECONNABORTED', message: /^Response timeout of 5000ms exceeded$/ } },
    caveat: 'Its own `retry` does not wait.',
  },
  {
    name: 'needle',
    packages: ['needle'],
    layer: 'node:http(s)',
    retries: 'in a loop',
    calls: makeCalls(sendByNeedle),
    timeout: { error: { code: 'ECONNRESET', message: /^socket hang up$/ } },
    caveat: 'Its time-out looks like a broken connection: `ECONNRESET`, `socket hang up`.',
  },
];

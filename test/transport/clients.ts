import http, { type IncomingMessage, request as plainRequest } from 'node:http';
import https, { request as secureRequest } from 'node:https';
import { text as textOf } from 'node:stream/consumers';
import axios from 'axios';
import { got } from 'got';
import ky from 'ky';
import { Agent, Pool, fetch as undiciFetch, request as undiciRequest } from 'undici';

interface Sent {
  readonly method?: string;
  readonly url: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
  readonly signal?: AbortSignal;
}

export interface Got {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

/** One way to send a request; all of them give the same shape back, and none follows redirects or retries. */
export type Client = (sent: Sent) => Promise<Got>;

type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** A client made of anything like `fetch`. */
export const overFetch =
  (fetch: Fetch): Client =>
  async ({ url, ...init }) => {
    const response = await fetch(url, init);
    return { status: response.status, headers: Object.fromEntries(response.headers), body: await response.text() };
  };

type NodeRequest = (
  url: string,
  options: https.RequestOptions,
  done: (response: IncomingMessage) => void,
) => http.ClientRequest;

/** A client made of a pair of Node's own request functions. */
export const overNode =
  (plain: NodeRequest, secure: NodeRequest, options: (url: string) => https.RequestOptions = () => ({})): Client =>
  ({ method = 'GET', url, headers = {}, body, signal }) =>
    new Promise((resolve, reject) => {
      const send = url.startsWith('https:') ? secure : plain;
      const all = { ...options(url), method, headers, ...(signal === undefined ? {} : { signal }) };
      const request = send(url, all, (response) => {
        const { statusCode: status = 0, headers: told } = response;
        textOf(response).then((text) => resolve({ status, headers: told, body: text }), reject);
      });
      request.on('error', reject);
      request.end(body);
    });

/** A client made of undici's own `request`. */
export const overUndici =
  (dispatcher?: (url: string) => Agent | Pool): Client =>
  async ({ method = 'GET', url, headers = {}, body, signal }) => {
    const response = await undiciRequest(url, {
      method,
      headers,
      ...(body === undefined ? {} : { body }),
      ...(signal === undefined ? {} : { signal }),
      ...(dispatcher === undefined ? {} : { dispatcher: dispatcher(url) }),
    });
    return { status: response.statusCode, headers: response.headers, body: await response.body.text() };
  };

const plainAgent = new http.Agent({ keepAlive: true });
const secureAgent = new https.Agent({ keepAlive: true });
const ownAgent = new Agent({ connections: 2 });
const pools = new Map<string, Pool>();

const findPool = (url: string): Pool => {
  const { origin } = new URL(url);
  const pool = pools.get(origin) ?? new Pool(origin, { connections: 3 });
  pools.set(origin, pool);
  return pool;
};

export const overAxios =
  (options: object): Client =>
  async ({ body, signal, ...sent }) => {
    const response = await axios.request<string>({
      ...sent,
      ...options,
      data: body,
      ...(signal === undefined ? {} : { signal }),
      maxRedirects: 0,
      validateStatus: null,
      transformRequest: [(data: unknown) => data],
      transformResponse: [(data: unknown) => data],
    });
    return { status: response.status, headers: { ...response.headers }, body: response.data ?? '' };
  };

export const overGot =
  (options: { readonly http2?: boolean } = {}): Client =>
  async ({ url, signal, method = 'GET', headers = {}, body }) => {
    const response = await got(url, {
      ...options,
      method: method as 'GET',
      headers,
      ...(body === undefined ? {} : { body }),
      ...(signal === undefined ? {} : { signal }),
      retry: { limit: 0 },
      throwHttpErrors: false,
      followRedirect: false,
    });
    return { status: response.statusCode, headers: response.headers, body: response.body };
  };

/** Every client library the contract is held against, by name. */
export const clients: Readonly<Record<string, Client>> = {
  'global fetch': overFetch((url, init) => fetch(url, init)),
  'node:http default import': overNode(
    (...args) => http.request(...args),
    (...args) => https.request(...args),
  ),
  'node:http named import': overNode(plainRequest, secureRequest),
  'node:http with keep-alive agents': overNode(plainRequest, secureRequest, (url) => ({
    agent: url.startsWith('https:') ? secureAgent : plainAgent,
  })),
  'node:http with no agent': overNode(plainRequest, secureRequest, () => ({ agent: false })),
  'axios, http adapter': overAxios({ adapter: 'http' }),
  'axios, fetch adapter': overAxios({ adapter: 'fetch' }),
  got: overGot(),
  ky: overFetch((url, init) => ky(url, { ...init, retry: 0, throwHttpErrors: false })),
  'undici request': overUndici(),
  'undici request with an Agent': overUndici(() => ownAgent),
  'undici request with a Pool': overUndici(findPool),
  'undici fetch': overFetch(undiciFetch as never),
};

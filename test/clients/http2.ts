import http2, { type ClientHttp2Session } from 'node:http2';
import axios from 'axios';
import { got } from 'got';
import { Agent, request } from 'undici';
import { makeCalls, type Send, type WildClient } from './wild-client.ts';

/** Libraries that speak HTTP/2 where the service does. Node's own offers it to each of them. */

const sessions = new Map<string, ClientHttp2Session>();

const sessionTo = (origin: string): ClientHttp2Session => {
  const kept = sessions.get(origin);
  if (kept !== undefined && !kept.closed && !kept.destroyed) return kept;
  const session = http2.connect(origin).on('error', () => undefined);
  sessions.set(origin, session);
  return session;
};

const formType = { 'content-type': 'application/x-www-form-urlencoded' } as const;

const sendByNode: Send = ({ method, url, headers, form, timeout = 0 }) =>
  new Promise((resolve, reject) => {
    const { origin, pathname, search } = new URL(url);
    const fields = { ':method': method, ':path': `${pathname}${search}`, ...headers, ...(form && formType) };
    const stream = sessionTo(origin).request(fields);
    let status = 0;
    let text = '';
    stream.setTimeout(timeout, () => stream.destroy(new Error('no answer in time')));
    stream.on('response', (head) => (status = head[':status'] ?? 0)).on('error', reject);
    stream.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    stream.on('end', () => resolve({ status, text }));
    stream.end(form && new URLSearchParams(form).toString());
  });

const sendByGot: Send = async ({ method, url, headers, form, timeout }) => {
  const response = await got(url, {
    http2: true,
    method,
    headers: { ...headers },
    ...(form && { form }),
    ...(timeout !== undefined && { timeout: { request: timeout } }),
    retry: { limit: 0 },
    throwHttpErrors: false,
  });
  return { status: response.statusCode, text: response.body };
};

const agent = new Agent({ allowH2: true, connect: { useH2c: true } as object });

const sendByUndici: Send = async ({ method, url, headers, form, timeout }) => {
  const response = await request(url, {
    method,
    headers: { ...headers, ...(form && formType) },
    ...(form && { body: new URLSearchParams(form).toString() }),
    ...(timeout !== undefined && { headersTimeout: timeout }),
    dispatcher: agent,
  });
  return { status: response.statusCode, text: await response.body.text() };
};

const sendByAxios: Send = async ({ form, ...call }) => {
  const response = await axios.request<string>({
    ...call,
    httpVersion: 2,
    adapter: 'http',
    headers: { ...call.headers },
    ...(form && { data: new URLSearchParams(form) }),
    transformResponse: [(data: unknown) => data],
    validateStatus: null,
  });
  return { status: response.status, text: response.data };
};

const shared = { layer: 'HTTP/2', retries: 'in a loop' } as const;

/** Those that have their time limits from a session or a stream. */
export const limitedByStreams = ['node:http2', 'undici Agent, allowH2', 'axios, httpVersion 2'];

export const http2Clients: readonly WildClient[] = [
  {
    ...shared,
    name: 'node:http2',
    packages: [],
    calls: makeCalls(sendByNode),
    timeout: { error: { message: /^no answer in time$/ } },
    caveat: 'The `setTimeout` of a session or a stream is only an event: the client has to destroy the stream.',
  },
  {
    ...shared,
    name: 'got, http2',
    packages: ['got'],
    calls: makeCalls(sendByGot),
    timeout: { error: { name: 'TimeoutError', code: 'ETIMEDOUT' }, grace: 1 },
  },
  {
    ...shared,
    name: 'undici Agent, allowH2',
    packages: ['undici'],
    calls: makeCalls(sendByUndici),
    timeout: { error: { name: 'HeadersTimeoutError', code: 'UND_ERR_HEADERS_TIMEOUT' } },
  },
  {
    ...shared,
    name: 'axios, httpVersion 2',
    packages: ['axios'],
    calls: makeCalls(sendByAxios),
    timeout: { error: { name: 'AxiosError', code: 'ECONNABORTED' } },
    caveat: 'It waits for ever for an answer whose connection ends in good order.',
  },
];

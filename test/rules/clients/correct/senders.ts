import { request as requestByHttp } from 'node:http';
import { request as requestByHttps } from 'node:https';
import { text as textOf } from 'node:stream/consumers';
import axios from 'axios';
import { got } from 'got';
import ky from 'ky';
import fetchOfNode from 'node-fetch';
import { ofetch } from 'ofetch';
import { type Dispatcher, request as requestByUndici } from 'undici';
import type { Answer } from '../correct-parts.ts';

/** One request by each library, with nothing that it does by itself beyond following redirects. */

export interface Sending {
  readonly method: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** The answer whatever its status; nothing where none came, or not all of it. Rejects once the signal is aborted. */
export type Send = (url: string, sending: Sending, signal: AbortSignal) => Promise<Answer | undefined>;

const patience = 30_000;

const sendBy =
  (
    send: (url: string, sending: Required<Omit<Sending, 'body'>> & Sending, signal: AbortSignal) => Promise<Answer>,
  ): Send =>
  async (url, { headers = {}, ...sending }, stop) => {
    // From node-fetch an error gets past its promise when there is a body to send, and the signal is aborted already.
    stop.throwIfAborted();
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(), patience);
    try {
      return await send(url, { headers, ...sending }, AbortSignal.any([stop, limit.signal]));
    } catch {
      stop.throwIfAborted();
      return undefined;
    } finally {
      clearTimeout(timer);
    }
  };

export const sendByFetch = sendBy(async (url, { method, headers, body = null }, signal) => {
  const init = { method, headers, body, signal };
  const response = await fetch(url, init);
  return { status: response.status, text: await response.text() };
});

export const sendByNode = sendBy(
  (url, { method, headers, body }, signal) =>
    new Promise((resolve, reject) => {
      const request = url.startsWith('https:') ? requestByHttps : requestByHttp;
      const call = request(url, { method, headers, signal }, (response) => {
        textOf(response).then((text) => resolve({ status: response.statusCode ?? 0, text }), reject);
      });
      call.once('error', reject);
      call.end(body);
    }),
);

export const sendByUndici = (dispatcher: Dispatcher): Send =>
  sendBy(async (url, { method, headers, body = null }, signal) => {
    const response = await requestByUndici(url, { method, headers: { ...headers }, body, dispatcher, signal });
    return { status: response.statusCode, text: await response.body.text() };
  });

export const sendByAxios = sendBy(async (url, { method, headers, body }, signal) => {
  const answer = await axios.request<string>({
    url,
    method,
    data: body,
    signal,
    headers: { ...headers },
    responseType: 'text',
    validateStatus: () => true,
    transformResponse: (text: string) => text,
  });
  return { status: answer.status, text: answer.data };
});

export const sendByGot = sendBy(async (url, { method, headers, body }, signal) => {
  const options = { method, headers: { ...headers }, signal, throwHttpErrors: false, retry: { limit: 0 } };
  const { statusCode, body: text } = await got(url, { ...options, ...(body !== undefined && { body }) });
  return { status: statusCode, text };
});

export const sendByKy = sendBy(async (url, { method, headers, body = null }, signal) => {
  const own = { retry: 0, timeout: false, throwHttpErrors: false } as const;
  const response = await ky(url, { method, headers: { ...headers }, body, signal, ...own });
  return { status: response.status, text: await response.text() };
});

export const sendByOfetch = sendBy(async (url, { method, headers, body = null }, signal) => {
  const own = { retry: false, ignoreResponseError: true, responseType: 'text' } as const;
  const { status, _data: text = '' } = await ofetch.raw(url, { method, headers: { ...headers }, body, signal, ...own });
  return { status, text };
});

export const sendByNodeFetch = sendBy(async (url, { method, headers, body = null }, signal) => {
  const response = await fetchOfNode(url, { method, headers: { ...headers }, body, signal });
  return { status: response.status, text: await response.text() };
});

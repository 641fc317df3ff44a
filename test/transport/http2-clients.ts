import http2, { type ClientHttp2Session, type OutgoingHttpHeaders } from 'node:http2';
import axios from 'axios';
import { got } from 'got';
import { Agent } from 'undici';
import { type Client, clients, overUndici } from './clients.ts';

/** Clients that would rather speak HTTP/2, or nothing else. None follows redirects or retries. */

/** Sends by `node:http2`, over one session for each origin as long as that lasts. */
const overHttp2 = (ca?: string): Client => {
  const sessions = new Map<string, ClientHttp2Session>();
  const sessionTo = (origin: string): ClientHttp2Session => {
    const kept = sessions.get(origin);
    if (kept !== undefined && !kept.closed && !kept.destroyed) return kept;
    const session = http2.connect(origin, { ...(ca !== undefined && { ca }) });
    // It is told by its streams.
    session.on('error', () => undefined);
    sessions.set(origin, session);
    return session;
  };
  return ({ method = 'GET', url, headers = {}, body, signal }) =>
    new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const { origin } = new URL(url);
      const path = url.slice(origin.length) || '/';
      const fields: OutgoingHttpHeaders = { ':method': method, ':path': path, ...headers };
      const stream = sessionTo(origin).request(fields, { ...(signal !== undefined && { signal }) });
      let head: OutgoingHttpHeaders = {};
      const chunks: Buffer[] = [];
      stream.on('response', (given) => (head = given));
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('error', reject);
      stream.on('aborted', () => reject(new Error('aborted')));
      stream.on('close', () => {
        const status = Number(head[':status']);
        if (Number.isNaN(status)) reject(new Error('no answer'));
        else resolve({ status, headers: head, body: Buffer.concat(chunks).toString('utf8') });
      });
      stream.end(body);
    });
};

const nodeItself = overHttp2();

const agent = new Agent({ allowH2: true });

export const http2Clients: Readonly<Record<string, Client>> = {
  // The real servers of the contract, on this machine, speak HTTP/1.1.
  'node:http2': (sent) =>
    sent.url.startsWith('http://127.0.0.1') ? (clients['node:http default import'] as Client)(sent) : nodeItself(sent),
  'got, http2': async ({ url, signal, method = 'GET', headers = {}, body }) => {
    const response = await got(url, {
      http2: true,
      method: method as 'GET',
      headers,
      ...(body === undefined ? {} : { body }),
      ...(signal === undefined ? {} : { signal }),
      retry: { limit: 0 },
      throwHttpErrors: false,
      followRedirect: false,
    });
    return { status: response.statusCode, headers: response.headers, body: response.body };
  },
  'undici request, allowH2': overUndici(() => agent),
  'axios, httpVersion 2': async ({ body, signal, ...sent }) => {
    if (sent.url.startsWith('http:'))
      return (clients['axios, http adapter'] as Client)({
        ...sent,
        ...(body === undefined ? {} : { body }),
        ...(signal === undefined ? {} : { signal }),
      });
    const response = await axios.request<string>({
      ...sent,
      httpVersion: 2,
      adapter: 'http',
      data: body,
      ...(signal === undefined ? {} : { signal }),
      maxRedirects: 0,
      validateStatus: null,
      transformRequest: [(data: unknown) => data],
      transformResponse: [(data: unknown) => data],
    } as never);
    return { status: response.status, headers: { ...response.headers }, body: response.data ?? '' };
  },
};

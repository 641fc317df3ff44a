import http2, { type ClientHttp2Session, type OutgoingHttpHeaders } from 'node:http2';
import { Agent } from 'undici';
import { type Client, clients, overAxios, overGot, overUndici } from './clients.ts';

/** Clients that would rather speak HTTP/2, or nothing else. None follows redirects or retries. */

/** Sends by `node:http2`, over one session for each origin as long as that lasts. */
const overHttp2 = (): Client => {
  const sessions = new Map<string, ClientHttp2Session>();
  const sessionTo = (origin: string): ClientHttp2Session => {
    const kept = sessions.get(origin);
    if (kept !== undefined && !kept.closed && !kept.destroyed) return kept;
    const session = http2.connect(origin);
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

const agent = new Agent({ allowH2: true });

/** The real servers of the contract, on this machine, speak HTTP/1.1. */
const orPlain =
  (secure: Client, plain: Client | undefined): Client =>
  (sent) =>
    (sent.url.startsWith('https:') ? secure : (plain as Client))(sent);

export const http2Clients: Readonly<Record<string, Client>> = {
  'node:http2': orPlain(overHttp2(), clients['node:http default import']),
  'got, http2': overGot({ http2: true }),
  'undici request, allowH2': overUndici(() => agent),
  'axios, httpVersion 2': orPlain(overAxios({ adapter: 'http', httpVersion: 2 }), clients['axios, http adapter']),
};

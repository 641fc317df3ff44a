import dns from 'node:dns';
import http from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';
import { accompany } from '../accompany.ts';
import type { Post } from './deliver.ts';
import { isOutOfBounds } from './allowed-hosts.ts';

/**
 * A real POST over the network. A redirect is an answer like any other; the answer's body is read to its end and dropped,
 * and no connection is kept, so that the application's server can close.
 */
export const postToUrl = ({ url, headers, body }: Post, signal: AbortSignal): Promise<number> =>
  new Promise((resolve, reject) => {
    const { request } = url.startsWith('https:') ? https : http;
    const length = { 'content-length': Buffer.byteLength(body) };
    const options = { method: 'POST', headers: { ...headers, ...length }, agent: false, lookup, signal } as const;
    let leave = (): void => undefined;
    request(url, options, (response) => {
      response.once('error', reject).once('end', () => resolve(response.statusCode ?? 0));
      response.resume();
    })
      .once('socket', (socket) =>
        socket.once('connect', () => {
          leave = accompany(socket.localPort);
        }),
      )
      .once('error', reject)
      .once('close', () => leave())
      .end(body);
  });

/** A name that was allowed may still lead, or come to lead, where nothing is ever posted to. */
const lookup: LookupFunction = (host, options, done) => {
  dns.lookup(host, { ...options, all: true }, (error, found) => {
    if (error !== null) return done(error, []);
    const stray = found.find(({ address }) => isOutOfBounds(address));
    if (stray !== undefined) {
      return done(new Error(`${host} leads to ${stray.address}, where nothing is ever posted to`), []);
    }
    const [first] = found;
    return options.all === true || first === undefined ? done(null, found) : done(null, first.address, first.family);
  });
};

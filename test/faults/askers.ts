import http from 'node:http';
import https from 'node:https';
import { json } from 'node:stream/consumers';
import axios from 'axios';
import { got } from 'got';
import ky from 'ky';
import { request } from 'undici';

/** A client that reads JSON the way its users do, and waits so many milliseconds at most, if it is told. */
export type Asker = (url: string, patience?: number) => Promise<unknown>;

const ask = (url: string, timeout?: number): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const { get } = url.startsWith('https:') ? https : http;
    const asked = get(url, { ...(timeout !== undefined && { timeout }) }, (response) => resolve(json(response)));
    asked.on('error', reject);
    // Node 20 gives every socket of its agent five seconds: nobody acts on it who does not listen.
    if (timeout !== undefined) asked.on('timeout', () => asked.destroy());
  });

/** The libraries that faults are shown to. None tries again. */
export const askers: Readonly<Record<string, Asker>> = {
  fetch: async (url, patience) =>
    (await fetch(url, { ...(patience !== undefined && { signal: AbortSignal.timeout(patience) }) })).json(),
  'node:http': ask,
  axios: async (url, timeout) => (await axios.get<unknown>(url, { ...(timeout !== undefined && { timeout }) })).data,
  got: (url, patience) =>
    got(url, { retry: { limit: 0 }, ...(patience !== undefined && { timeout: { request: patience } }) }).json(),
  undici: async (url, patience) =>
    (await request(url, { ...(patience !== undefined && { headersTimeout: patience }) })).body.json(),
  ky: (url, patience) => ky(url, { retry: 0, timeout: patience ?? false }).json(),
};

const agents = { http: new http.Agent({ keepAlive: true }), https: new https.Agent({ keepAlive: true }) };

/** Those of them that keep their connections open, told to where they have to be. */
export const keepers: Readonly<Record<string, Asker>> = {
  fetch: async (url) => (await fetch(url)).json(),
  axios: async (url) => (await axios.get<unknown>(url, { httpAgent: agents.http, httpsAgent: agents.https })).data,
  got: (url) => got(url, { retry: { limit: 0 }, agent: agents }).json(),
  undici: async (url) => (await request(url)).body.json(),
  ky: (url) => ky(url, { retry: 0 }).json(),
};

import { Agent, request as httpRequest } from 'node:http';
import { Agent as TlsAgent, request as httpsRequest } from 'node:https';
import axios from 'axios';
import type { WireRequest } from '../../src/core/wire.ts';
import type { Gateway } from '../../src/index.ts';

/** Clients of the benchmark: each sends a request, reads the whole answer and parses it. */
export type Send = (request: WireRequest) => Promise<unknown>;

export const byFetch =
  (fetch: typeof globalThis.fetch): Send =>
  async (request) => {
    const { method, url, headers, body } = request;
    const response = await fetch(url, { method, headers, ...(body !== '' && { body }) });
    return response.json();
  };

/** Connections are kept, as everybody's are who cares for speed. */
export const byHttp = (): Send => {
  const plain = new Agent({ keepAlive: true });
  const secure = new TlsAgent({ keepAlive: true });
  return (request) =>
    new Promise((resolve, reject) => {
      const isSecure = request.url.startsWith('https:');
      const send = isSecure ? httpsRequest : httpRequest;
      const { method, headers } = request;
      const sent = send(request.url, { method, headers, agent: isSecure ? secure : plain }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => resolve(JSON.parse(Buffer.concat(chunks).toString('utf8'))));
        response.on('error', reject);
      });
      sent.on('error', reject);
      sent.end(request.body);
    });
};

export const byAxios = (): Send => {
  const agents = { httpAgent: new Agent({ keepAlive: true }), httpsAgent: new TlsAgent({ keepAlive: true }) };
  const instance = axios.create({ ...agents, validateStatus: () => true, adapter: 'http' });
  return async (request) => {
    const { method, url, headers, body } = request;
    const response = await instance.request({
      method,
      url,
      headers,
      ...(body !== '' && { data: body }),
    });
    return response.data as unknown;
  };
};

/** No client at all: plain data at the gateway of a simulation, whose text is left as it is. */
export const byDoor = (gateway: Gateway): Send => {
  const gone = new AbortController().signal;
  return (request) => gateway.receive(request, gone);
};

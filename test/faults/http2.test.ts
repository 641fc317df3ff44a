import http2 from 'node:http2';
import { json } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import axios from 'axios';
import { got } from 'got';
import { Agent, request } from 'undici';
import { describe, expect, onTestFinished, test } from 'vitest';
import { applyFault } from '../../src/engine/apply-fault.ts';
import { createFetch } from '../../src/transport/fetch.ts';
import { attachSockets } from '../../src/transport/sockets.ts';
import { sampled } from '../sampled.ts';
import { answer, makeGateway } from '../transport/gateways.ts';
import { trust } from './certificates.ts';
import { versionSeenOfFetch } from './version-seen.ts';
import { http2Faults, type Http2Fault, openHttp2Reference } from './http2-references.ts';
import { body } from './references.ts';
import { verdictOf } from './verdict.ts';

/** Every fault is shown to every client that speaks HTTP/2: by a real server on this machine, and by the simulation. */

const fetchSpeaksIt = (await versionSeenOfFetch()) === '2.0';

/** Node's own `fetch` is told of authorities by nobody. */
const trusting = async (ca: string | undefined, ask: () => Promise<Response>): Promise<unknown> => {
  const distrust = ca === undefined ? () => undefined : trust(ca);
  try {
    const response = await ask();
    const fields = [...response.headers.keys()].filter((name) => name !== 'date');
    return { body: await response.json(), told: [response.status, response.statusText, fields] };
  } finally {
    distrust();
  }
};

type Asker = (url: string, ca?: string) => Promise<unknown>;

const askers: Readonly<Record<string, Asker>> = {
  'node:http2': async (url, ca) => {
    const session = http2.connect(url, { ...(ca !== undefined && { ca }) });
    const broken = new Promise<never>((_resolve, reject) => session.on('error', reject));
    const told = json(session.request({ ':path': '/' }));
    broken.catch(() => undefined);
    try {
      return await told;
    } finally {
      session.close();
    }
  },
  got: (url, ca) =>
    got(url, {
      http2: true,
      retry: { limit: 0 },
      ...(ca !== undefined && { https: { certificateAuthority: ca } }),
    }).json(),
  undici: async (url, ca) => {
    const dispatcher = new Agent({ allowH2: true, ...(ca !== undefined && { connect: { ca } }) });
    try {
      return await (await request(url, { dispatcher })).body.json();
    } finally {
      await dispatcher.destroy();
    }
  },
  ...(fetchSpeaksIt && { fetch: async (url, ca) => trusting(ca, () => fetch(url)) }),
  axios: async (url, ca) =>
    (await axios.get<unknown>(url, { httpVersion: 2, ...(ca !== undefined && { http2Options: { ca } }) } as never))
      .data,
};

/** axios waits for ever for an answer whose connection ends in good order. */
const waitsForEver = (client: string, name: Http2Fault): boolean => client === 'axios' && name === 'closed';

const url = 'https://shop.test/';

const gatewayWith = (name: Http2Fault) =>
  makeGateway([url], (asked) => applyFault(answer(200, body), { name, by: 10, pieces: 3 }, asked));

const shown = http2Faults.filter((name) => name !== 'silence');

describe.each(shown)('%s', (name) => {
  test.each(sampled(Object.entries(askers), { every: 2, from: shown.indexOf(name) }))('%s', async (client, ask) => {
    await using real = await openHttp2Reference(name);
    const settle = (asked: Promise<unknown>): Promise<unknown> =>
      waitsForEver(client, name) ? Promise.race([asked, sleep(300, 'it waits on')]) : asked;
    const expected = await verdictOf(() => settle(ask(real.url, real.ca)));
    onTestFinished(await attachSockets(gatewayWith(name)));

    const seen = await verdictOf(() => settle(ask(url)));

    expect(seen).toEqual(expected);
  });

  if (!fetchSpeaksIt) return;
  test('sim.fetch', async () => {
    await using real = await openHttp2Reference(name);
    const expected = await verdictOf(() => trusting(real.ca, () => fetch(real.url)));
    const simFetch = createFetch(gatewayWith(name));

    expect(await verdictOf(() => trusting(undefined, () => simFetch(url)))).toEqual(expected);
  });
});

import { once } from 'node:events';
import http from 'node:http';
import http2 from 'node:http2';
import https from 'node:https';
import { Readable } from 'node:stream';
import axios from 'axios';
import { got } from 'got';
import needle from 'needle';
import * as undici from 'undici';
import { beforeAll, describe, expect, test } from 'vitest';
import { simulate, type SimulateOptions, type Simulation } from '../../src/index.ts';
import { isTlsFault, type SetupFaultName, setupFaultNames } from '../../src/spec/faults.ts';
import { bearer, queriesOf, sleep } from '../simulation/calls.ts';
import { makeCertificate } from '../../src/transport/tls/certificate.ts';
import { viaUndici } from '../../src/transport/undici.ts';
import { listen, realAnswer } from '../transport/servers.ts';
import { trustRoot } from './certificates.ts';
import { askNeverAccepting } from './never-accepting.ts';
import { openReference } from './references.ts';
import { verdictOf } from './verdict.ts';

/** A client that a fault keeps from connecting sees what it sees of a real network, up to what its socket tells. */

beforeAll(() => trustRoot());

const begin = (options: SimulateOptions = {}): Promise<Simulation> =>
  simulate({ instance: 'one', unfired: 'ignore', customers: [{ id: 'ann' }, { id: 'bob' }], ...options });

/** Ways that tell clients of their connections, and those that would have. */
const ways = { none: 'none', fetch: 'fetch', sockets: 'sockets', viaUndici: viaUndici(undici) } as const;

/** What the socket of a client tells until it closes. */
const hear = (url: string, options: https.RequestOptions = {}): Promise<readonly string[]> =>
  new Promise((resolve) => {
    const heard: string[] = [];
    const { request } = url.startsWith('https:') ? https : http;
    const asked = request(url, { method: 'POST', agent: false, ...options }, (response) => response.resume());
    asked.on('socket', (socket) => {
      for (const name of ['lookup', 'connect', 'ready', 'secureConnect', 'timeout', 'error', 'close'])
        socket.on(name, (error: unknown) =>
          heard.push(error instanceof Error && name === 'lookup' ? 'no lookup' : name),
        );
      socket.on('close', () => resolve(heard));
    });
    asked.on('response', () => heard.push('response')).on('finish', () => heard.push('finish'));
    asked.on('error', () => undefined).on('timeout', () => asked.destroy());
    asked.end('a body');
  });

describe('a socket tells of no connection that its client does not get', () => {
  const byName = { family: 4 } as const;

  test.each(setupFaultNames.filter((name) => name !== 'timeout'))('%s', async (name) => {
    await using real = await openReference(name);
    const expected = await hear(real.url.replace('127.0.0.1', 'localhost'), byName);
    const scheme = isTlsFault(name) ? 'https' : 'http';
    await using sim = await begin({ hosts: { token: `${scheme}://auth.test` } });
    sim.on('requestToken').fault(name);

    const heard = await sim.run(() => hear(sim.env.tokenUrl, byName));

    expect(heard).toEqual(expected);
    expect(heard).not.toContain(isTlsFault(name) ? 'secureConnect' : 'connect');
  });

  test('timeout', async () => {
    const expected = await askNeverAccepting((url) => hear(url, { ...byName, timeout: 50 }));
    await using sim = await begin();
    sim.on('requestToken').fault('timeout');

    expect(await sim.run(() => hear(sim.env.tokenUrl, { ...byName, timeout: 50 }))).toEqual(expected);
    expect(sim.elapsed).toBe(50);
  });

  test('one that does not verify gets the connection in order, and sees what it goes on with', async () => {
    await using sim = await begin();
    sim.on('requestToken').fault('selfSignedCertificate');
    const seen = await sim.run(
      () =>
        new Promise((resolve, reject) => {
          const asked = https.request(sim.env.tokenUrl, { method: 'POST', rejectUnauthorized: false, agent: false });
          asked.on('socket', (socket) => socket.on('secureConnect', () => resolve(Reflect.get(socket, 'authorized'))));
          asked.on('error', reject).end();
        }),
    );

    expect(seen).toBe(false);
  });
});

describe('a limit for connecting falls', () => {
  const limit = 50;
  const dispatcher = new undici.Agent({ connect: { timeout: limit } });
  const clients: Readonly<Record<string, (url: string) => Promise<unknown>>> = {
    'undici.request': (url) => undici.request(url, { method: 'POST', body: 'a=1', dispatcher }),
    'undici.fetch': (url) => undici.fetch(url, { method: 'POST', body: new URLSearchParams({ a: '1' }), dispatcher }),
    'got, timeout.connect': (url) =>
      got.post(url, { form: { a: 1 }, retry: { limit: 0 }, timeout: { connect: limit } }),
    'needle, open_timeout': (url) => needle('post', url, 'a=1', { open_timeout: limit }),
    'axios, timeout': (url) => axios.post(url, 'a=1', { timeout: limit }),
  };

  test.each(Object.entries(clients))('%s', async (_client, ask) => {
    const expected = await askNeverAccepting((url) => verdictOf(() => ask(url)));
    await using sim = await begin({ hosts: { token: 'http://shop.test' } });
    sim.on('requestToken').fault('timeout');

    const seen = await sim.run(() => verdictOf(() => ask(sim.env.tokenUrl)));

    expect(codesOf(seen)).toEqual(codesOf(expected));
    expect(sim.trace.entries.map(({ kind }) => kind)).toContain('hungUp');
    expect(sim.elapsed).toBeLessThan(1000);
  });

  test.each(['request', 'fetch'] as const)('the ten seconds of undici.%s, with an error of its own', async (name) => {
    await using sim = await begin({ transport: viaUndici(undici) });
    sim.on('requestToken').fault('timeout');

    const failed: unknown = await sim.run(() => undici[name](sim.env.tokenUrl, { method: 'POST' }).catch(causeOf));

    expect(failed).toBeInstanceOf(undici.errors.ConnectTimeoutError);
  });

  const causeOf = (error: Error): unknown => error.cause ?? error;

  const codesOf = (verdict: Awaited<ReturnType<typeof verdictOf>>): unknown =>
    'error' in verdict ? [verdict.error.name, verdict.error.code, verdict.error.cause?.code] : verdict;

  test.each(Object.entries(ways))('the ten seconds of fetch: %s', async (_way, transport) => {
    await using sim = await begin({ transport });
    sim.on('requestToken').fault('timeout');
    const ask = transport === 'none' ? sim.fetch : fetch;

    const seen = await sim.run(() => verdictOf(() => ask(sim.env.tokenUrl, { method: 'POST', body: 'a=1' })));

    expect(seen).toMatchObject({
      error: { message: 'fetch failed', cause: { name: 'ConnectTimeoutError', code: 'UND_ERR_CONNECT_TIMEOUT' } },
    });
    expect(sim.elapsed).toBe(10_479); // its timers are coarse: half a second, in reality as well
  });

  test('and one that is longer does not: the system gives up after two minutes', async () => {
    await using sim = await begin();
    sim.on('requestToken').fault('timeout');
    const patient = new undici.Agent({ connect: { timeout: 300_000 } });

    const seen = await sim.run(() =>
      verdictOf(() => undici.request(sim.env.tokenUrl, { method: 'POST', dispatcher: patient })),
    );

    expect(seen).toMatchObject({ error: { code: 'ETIMEDOUT', syscall: 'connect' } });
    expect(sim.elapsed).toBe(127_000);
  });
});

type Drive = (sim: Simulation, ask: typeof fetch) => Promise<unknown>;

const create = async (sim: Simulation, ask: typeof fetch, init: RequestInit = {}): Promise<unknown> => {
  const headers = bearer(sim.env.customer.accessToken);
  return (await ask(queriesOf(sim.env), { method: 'POST', headers, ...init }).catch(() => undefined))?.status;
};

const look = async (sim: Simulation, ask: typeof fetch): Promise<unknown> =>
  (await ask(`${queriesOf(sim.env)}/none/records`, { headers: bearer(sim.env.customer.accessToken) })).status;

const inTurn = async (times: number, work: () => Promise<unknown>): Promise<readonly unknown[]> => {
  const all: unknown[] = [];
  for (let at = 0; at < times; at++) all.push(await work());
  return all;
};

/** What is to happen, what the client does, and what it sees. */
const stories: Readonly<Record<string, readonly [(sim: Simulation) => unknown, Drive, unknown]>> = {
  'the request that the fault is for, among others of the instant': [
    (sim) => sim.on('createDataQuery').fault('refused'),
    (sim, ask) => Promise.all([look(sim, ask), create(sim, ask), look(sim, ask), create(sim, ask)]),
    [404, undefined, 404, 201],
  ],
  'some of those that are alike': [
    (sim) => sim.on('createDataQuery').fault('refused', { times: 3 }),
    (sim, ask) => Promise.all([1, 2, 3, 4, 5].map(() => create(sim, ask))),
    [undefined, undefined, undefined, 201, 201],
  ],
  'the second': [
    (sim) => sim.on('createDataQuery', { nth: 2 }).fault('timeout'),
    (sim, ask) => inTurn(3, () => sleep(10_000).then(() => create(sim, ask))),
    [201, undefined, 201],
  ],
  'those that chance picks': [
    (sim) => sim.on('createDataQuery', { chance: '50%' }).fault('unresolved', { times: 4 }),
    (sim, ask) => inTurn(4, () => sleep(10_000).then(() => create(sim, ask))),
    [undefined, undefined, 201, 201],
  ],
  'the one of a customer, which its body tells': [
    (sim) => sim.on('requestToken', { where: { customer: 'bob' } }).fault('refused'),
    async (sim, ask) => {
      const { tokenUrl, clientId, clientSecret, customers } = sim.env;
      const grant = { grant_type: 'refresh_token', client_id: clientId, client_secret: clientSecret };
      const ofEach = customers.map(({ refreshToken }) =>
        ask(tokenUrl, { method: 'POST', body: new URLSearchParams({ ...grant, refresh_token: refreshToken }) }),
      );
      return (await Promise.allSettled(ofEach)).map(({ status }) => status);
    },
    ['fulfilled', 'rejected'],
  ],
  'all to a region': [
    (sim) => sim.now.regionDown('eu-west-1', { fails: 'cutHandshake', for: '15s' }),
    (sim, ask) => inTurn(3, () => sleep(6000).then(() => create(sim, ask))),
    [undefined, undefined, 201],
  ],
  'those that the client gives up by itself': [
    (sim) => sim.on('createDataQuery').fault('timeout', { times: 3 }),
    (sim, ask) => inTurn(4, () => create(sim, ask, { signal: AbortSignal.timeout(3000) })),
    [undefined, undefined, undefined, 201],
  ],
};

test.each(Object.entries(stories))('a fault keeps from connecting: %s', async (_what, [tell, drive, expected]) => {
  const traces: unknown[] = [];
  for (const transport of Object.values(ways)) {
    await using sim = await begin({ transport });
    await tell(sim);

    expect(await sim.run(() => drive(sim, transport === 'none' ? sim.fetch : fetch))).toEqual(expected);
    traces.push(sim.trace.toJSONL());
  }

  expect(new Set(traces).size).toBe(1);
});

describe('a client that a fault could keep from connecting, and does not', () => {
  const day = 86_400_000;
  const span = { from: new Date(Date.now() - day), until: new Date(Date.now() + day) };
  const certificate = makeCertificate({ names: ['localhost'], ...span });

  test.each([{}, { headers: { expect: '100-continue' } }])('hears of its connection in order: %o', async (options) => {
    await using real = await listen(realAnswer, https.createServer(certificate));
    const where = { family: 4, rejectUnauthorized: false };
    const expected = await hear(`https://localhost:${real.port}/`, { ...where, ...options });
    await using sim = await begin();
    sim.on('createDataQuery').fault('refused');

    expect(await sim.run(() => hear(`${queriesOf(sim.env)}/none/records`, options))).toEqual(expected);
  });

  const bodies: Readonly<Record<string, (url: string) => Promise<unknown>>> = {
    'a stream of fetch': async (url) =>
      (await fetch(url, { method: 'POST', body: slowly() as unknown as BodyInit, duplex: 'half' } as RequestInit))
        .status,
    'a stream of undici': async (url) =>
      (await undici.request(url, { method: 'POST', body: Readable.from(['a', 'b']) })).statusCode,
    'a stream of axios': async (url) =>
      (await axios.post(url, Readable.from(['a', 'b']), { validateStatus: () => true })).status,
    'http2.connect': async (url) => {
      const session = http2.connect(new URL(url).origin);
      const asked = session.request({ ':method': 'POST', ':path': new URL(url).pathname });
      const [head] = (await once(asked.end('a'), 'response')) as [http2.IncomingHttpHeaders];
      session.destroy();
      return head[':status'];
    },
  };

  async function* slowly(): AsyncGenerator<Uint8Array> {
    for (const part of ['a', 'b']) {
      await sleep(1000);
      yield Buffer.from(part);
    }
  }

  test.each(Object.entries(bodies))(
    'is answered, though nothing may be known of its request: %s',
    async (_what, ask) => {
      await using sim = await begin();
      sim.on('requestToken', { nth: 2 }).fault('refused');

      expect(await sim.run(() => ask(sim.env.tokenUrl))).toBe(400);
    },
  );
});

test.each(['refused', 'unresolved'] satisfies SetupFaultName[])(
  'a client of whose request nothing is known ahead sees the error all the same: %s',
  async (name) => {
    await using sim = await begin();
    sim.on('requestToken').fault(name);
    const failed = await sim.run(async () => {
      const session = http2.connect(new URL(sim.env.tokenUrl).origin).on('error', () => undefined);
      const asked = session.request({ ':method': 'POST', ':path': new URL(sim.env.tokenUrl).pathname });
      return once(asked.end('a'), 'response').catch(({ code }: NodeJS.ErrnoException) => code);
    });

    expect(failed).toBe({ refused: 'ECONNREFUSED', unresolved: 'ENOTFOUND' }[name]);
  },
);

test('a request on a connection that was kept open is not taken for that of the next connection', async () => {
  await using sim = await begin();
  const { tokenUrl } = sim.env;
  await sim.run(async () => {
    await (await undici.request(tokenUrl, { method: 'POST' })).body.text();
    sim.on('requestToken', { nth: 5 }).fault('refused');
    await sleep(100);
    await (await undici.request(tokenUrl, { method: 'POST' })).body.text();
    await hear(tokenUrl, { method: 'PUT' });
  });

  expect(sim.trace.entries.filter(({ kind }) => kind === 'request')).toHaveLength(3);
});

import dns, { lookup as keptLookup } from 'node:dns';
import { lookup as importedLookup, Resolver as PromiseResolver } from 'node:dns/promises';
import http from 'node:http';
import https from 'node:https';
import { text as textOf } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { got } from 'got';
import { Agent, fetch as undiciFetch, interceptors, request } from 'undici';
import { describe, expect, onTestFinished, test } from 'vitest';
import { simulate } from '../../src/index.ts';
import { attachSockets } from '../../src/transport/sockets.ts';
import { answer, makeGateway } from './gateways.ts';

/** Names of simulated hosts are answered in this process, and their addresses lead nowhere else. */

const host = 'token.stunt-double.test';
/** A label has 63 characters at most, so the system knows without asking anybody. */
const nobody = `${'x'.repeat(64)}.invalid`;

const attach = async (options: { readonly closesNetwork?: boolean } = {}) => {
  const gateway = makeGateway([`https://${host}`, 'http://data.stunt-double.test:8080'], ({ url }) => answer(200, url));
  onTestFinished(await attachSockets({ ...gateway, ...options }));
  return gateway;
};

/** Kept from before, as libraries do. */
const kept = { lookup: dns.lookup, resolve4: dns.resolve4, promised: dns.promises.resolve4 };

const called = <T>(work: (done: (error: Error | null, value: T) => void) => void): Promise<T> =>
  new Promise((resolve, reject) => {
    work((error, value) => (error === null ? resolve(value) : reject(error)));
  });

const v4 = '192.0.2.1';
const v6 = '2001:db8::1';

type Ask = (name: string) => Promise<unknown>;

const ways: readonly [string, Ask, unknown][] = [
  ['dns.lookup', (name) => called((done) => dns.lookup(name, done)), v4],
  ['dns.lookup, family 4', (name) => called((done) => dns.lookup(name, 4, done)), v4],
  ['dns.lookup, family 6', (name) => called((done) => dns.lookup(name, { family: 6 }, done)), v6],
  [
    'dns.lookup, all',
    (name) => called((done) => dns.lookup(name, { all: true }, done)),
    [
      { address: v4, family: 4 },
      { address: v6, family: 6 },
    ],
  ],
  ['dns.lookup kept from before', (name) => called((done) => kept.lookup(name, done)), v4],
  ['dns.lookup imported by name', (name) => called((done) => keptLookup(name, done)), v4],
  ['dns.lookup made to promise', (name) => promisify(dns.lookup)(name), { address: v4, family: 4 }],
  ['dns.promises.lookup', (name) => dns.promises.lookup(name), { address: v4, family: 4 }],
  ['dns.promises.lookup, family 6', (name) => dns.promises.lookup(name, 6), { address: v6, family: 6 }],
  [
    'dns.promises.lookup, all of one',
    (name) => dns.promises.lookup(name, { all: true, family: 4 }),
    [{ address: v4, family: 4 }],
  ],
  ['lookup of node:dns/promises, imported by name', (name) => importedLookup(name), { address: v4, family: 4 }],
  ['dns.resolve4', (name) => called((done) => dns.resolve4(name, done)), [v4]],
  [
    'dns.resolve4 with ttl',
    (name) => called((done) => dns.resolve4(name, { ttl: true }, done)),
    [{ address: v4, ttl: 60 }],
  ],
  ['dns.resolve4 kept from before', (name) => called((done) => kept.resolve4(name, done)), [v4]],
  ['dns.resolve6', (name) => called((done) => dns.resolve6(name, done)), [v6]],
  ['dns.resolve', (name) => called((done) => dns.resolve(name, done)), [v4]],
  ['dns.promises.resolve4', (name) => dns.promises.resolve4(name), [v4]],
  ['dns.promises.resolve4 kept from before', (name) => kept.promised(name), [v4]],
  ['dns.promises.resolve6', (name) => dns.promises.resolve6(name), [v6]],
  ['dns.Resolver', (name) => called((done) => new dns.Resolver().resolve4(name, done)), [v4]],
  ['Resolver of node:dns/promises', (name) => new PromiseResolver().resolve6(name), [v6]],
];

describe.each(ways)('%s', (_way, ask, expected) => {
  test('finds a simulated host, however it is written, and the same address again', async () => {
    await attach();

    expect(await ask(host)).toEqual(expected);
    expect(await ask(host.toUpperCase())).toEqual(expected);
    expect(await ask(`${host}.`)).toEqual(expected);
  });

  test('asks for no other name while the network is closed, and says who closed it', async () => {
    await attach({ closesNetwork: true });

    await expect(ask('elsewhere.example')).rejects.toMatchObject({
      code: 'ENOTFOUND',
      message: expect.stringMatching(/elsewhere\.example.*network: 'closed'.*stunt-double/) as string,
    });
    expect(await ask(host)).toEqual(expected);
  });
});

test('each host has addresses of its own, which lead back to its name', async () => {
  await attach();
  await dns.promises.lookup(host);

  const other = await dns.promises.lookup('data.stunt-double.test');

  expect(other.address).toBe('192.0.2.2');
  expect(await dns.promises.reverse('192.0.2.2')).toEqual(['data.stunt-double.test']);
  expect(await dns.promises.reverse(v6)).toEqual([host]);
});

test('a simulated host has no mail servers and no other records', async () => {
  await attach();

  await expect(dns.promises.resolveMx(host)).rejects.toMatchObject({ code: 'ENODATA', hostname: host });
  await expect(called((done) => dns.resolveTxt(host, done))).rejects.toMatchObject({ code: 'ENODATA' });
});

test('names of others, and of this machine, are asked for as ever', async () => {
  const before = await dns.promises.lookup('localhost', { all: true });
  await attach();

  expect(await dns.promises.lookup('localhost', { all: true })).toEqual(before);
  expect(await dns.promises.lookup('192.0.2.77')).toEqual({ address: '192.0.2.77', family: 4 });
  await expect(dns.promises.lookup(nobody)).rejects.toThrow(`getaddrinfo ENOTFOUND ${nobody}`);
  await expect(called((done) => dns.lookup(nobody, done))).rejects.toThrow(`getaddrinfo ENOTFOUND ${nobody}`);
});

test('a look-up takes no virtual time, and holds it while it lasts', async () => {
  await using sim = await simulate();
  const { hostname } = new URL(sim.env.tokenUrl);

  const took = await sim.run(async () => {
    setTimeout(() => {}, 60_000);
    const before = Date.now();
    await dns.promises.lookup(hostname);
    await dns.promises.resolve4(hostname);
    return Date.now() - before;
  });

  expect(took).toBe(0);
});

const read = (
  options: https.RequestOptions & { readonly autoSelectFamily?: boolean },
  { get } = https as Pick<typeof https, 'get'>,
): Promise<string> =>
  new Promise((resolve, reject) => {
    get({ agent: false, ...options }, (response) => resolve(textOf(response))).once('error', reject);
  });

const url = `https://${host}/x`;

/** Clients that look the name up themselves, and then connect to an address. */
const clients: readonly [string, () => Promise<string>][] = [
  [
    'undici with interceptors.dns()',
    async () => {
      const dispatcher = new Agent().compose(interceptors.dns());
      return (await request(url, { dispatcher })).body.text();
    },
  ],
  [
    "undici's fetch with interceptors.dns(), IPv6",
    async () => {
      const dispatcher = new Agent().compose(interceptors.dns({ affinity: 6, dualStack: false }));
      return (await undiciFetch(url, { dispatcher })).text();
    },
  ],
  ['got with dnsCache', () => got(url, { dnsCache: true, retry: { limit: 0 } }).text()],
  ['node:https with dns.lookup as lookup', () => read({ host, path: '/x', lookup: dns.lookup })],
  ['node:https with autoSelectFamily', () => read({ host, path: '/x', autoSelectFamily: true })],
  ['node:https to its address', () => read({ host: v4, path: '/x', servername: host, headers: { host } })],
  ['node:https to its IPv6 address', () => read({ host: v6, path: '/x', servername: host, headers: { host } })],
  [
    'node:https to an address of elsewhere, with its name for TLS',
    () => read({ host: '203.0.113.77', path: '/x', servername: host, headers: { host } }),
  ],
];

test.each(clients)('%s is answered inside', async (_client, ask) => {
  const gateway = await attach();
  await dns.promises.lookup(host);

  expect(await ask()).toBe(url);
  expect(gateway.received).toHaveLength(1);
});

test('without TLS, the address stands for the name, too', async () => {
  await attach();
  const { address } = await dns.promises.lookup('data.stunt-double.test');
  const headers = { host: 'data.stunt-double.test:8080' };

  expect(await read({ host: address, port: 8080, path: '/x', headers }, http)).toBe(
    'http://data.stunt-double.test:8080/x',
  );
  await expect(read({ host: address, port: 80, path: '/x', headers }, http)).rejects.toThrow(
    /ECONNREFUSED http:\/\/data\.stunt-double\.test:80: stunt-double simulates this host at/,
  );
});

test('an address of a host that is simulated no more is refused by its name', async () => {
  await attach();
  const undo = await attachSockets(makeGateway(['https://short.stunt-double.test']));
  const { address } = await dns.promises.lookup('short.stunt-double.test');
  await undo();

  await expect(read({ host: address, port: 443 })).rejects.toThrow(
    /ECONNREFUSED.*short\.stunt-double\.test.*stunt-double/,
  );
});

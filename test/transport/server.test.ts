import { createPrivateKey, X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { request as plainRequest } from 'node:http';
import { request as secureRequest } from 'node:https';
import { connect, isIPv6, Server } from 'node:net';
import { networkInterfaces } from 'node:os';
import { setImmediate } from 'node:timers/promises';
import { checkServerIdentity, connect as secureConnect, type PeerCertificate } from 'node:tls';
import { Agent } from 'undici';
import { expect, onTestFinished, test, vi } from 'vitest';
import { shareOf } from '../sampled.ts';
import { makeCertificate } from '../../src/transport/tls/certificate.ts';
import type { Gateway } from '../../src/transport/gateway.ts';
import { listen, type ServerOptions } from '../../src/transport/server.ts';
import { type Client, overNode, overUndici } from './clients.ts';
import { type Attach, contract, type Gap, handshakes, unlisted } from './contract.ts';
import { answer, makeGateway } from './gateways.ts';
import { scenarios } from './scenarios.ts';

/** A server with one port, and its one origin. */
const openOne = async (options: ServerOptions) => {
  const server = await listen(options);
  return { ...server, origin: server.origins[0] ?? '' };
};

/** A gateway at names, behind servers at numbers: a URL is translated on the way in and on the way out. */
const attachServers =
  (createClient: (ca: string) => Client): Attach =>
  async (gateway) => {
    const opened = await Promise.all(
      gateway.addresses.map(async (address) => {
        const server = await openOne({ secure: address.startsWith('https:') });
        const name = new URL(address).origin;
        const receive: Gateway['receive'] = (request, gone) =>
          gateway.receive({ ...request, url: request.url.replace(server.origin, name) }, gone);
        const undo = await server.attach({ ...gateway, receive });
        return { name, server, undo };
      }),
    );
    const translate = (url: string): string => {
      const found = opened.find(({ name }) => url === name || url.startsWith(`${name}/`));
      return found === undefined ? url : found.server.origin + url.slice(found.name.length);
    };
    const client = createClient(opened.map(({ server }) => server.ca ?? '').join(''));
    return {
      client: (sent) => client({ ...sent, url: translate(sent.url) }),
      undo: async () => {
        for (const { undo, server } of opened) {
          await undo();
          await server.close();
        }
      },
    };
  };

const gaps: readonly Gap[] = [
  {
    case: 'a connection that a scenario breaks fails the request as a real one does, and says who broke it',
    because: 'a reset over a network has no words',
  },
  ...handshakes.map((name) => ({
    case: name,
    because: 'its handshake is over before the request is known, so that the connection is reset, without words',
  })),
  { ...unlisted, because: 'its hosts are addresses of this machine' },
  {
    case: 'a port of a simulated host that no address names refuses the connection and names those that are there',
    because: 'the system refuses it, in its own words',
  },
];

const createNode = (ca: string): Client => overNode(plainRequest, secureRequest, () => ({ ca }));

const createHttp2 = (ca: string): Client => {
  const agent = new Agent({ allowH2: true, connect: { ca } });
  return overUndici(() => agent);
};

const createUndici = (ca: string): Client => {
  const agent = new Agent({ connect: { ca } });
  return overUndici(() => agent);
};

const speakers = Object.entries({
  'node:http': createNode,
  undici: createUndici,
  'undici over HTTP/2': createHttp2,
});
for (const [from, [name, create]] of speakers.entries())
  contract(`server, ${name}`, attachServers(create), gaps, shareOf(3, from));

const open = async (options: ServerOptions = {}, gateway = makeGateway([])) => {
  const server = await openOne(options);
  const detach = await server.attach(gateway);
  const undo = async (): Promise<void> => {
    await detach();
    await server.close();
  };
  onTestFinished(undo);
  return { ...server, gateway, undo };
};

test.each([createNode, createUndici])(
  'a broken connection is a reset, over TLS and without, and the server goes on',
  async (createClient) => {
    for (const secure of [false, true]) {
      const { origin, ca = '' } = await open(
        { secure },
        makeGateway([], ({ url }) => (url.endsWith('/broken') ? { broken: 'reset' } : answer(200, 'fine'))),
      );
      const client = createClient(ca);
      await expect(client({ url: `${origin}/broken` })).rejects.toMatchObject({ code: 'ECONNRESET' });
      expect((await client({ url: `${origin}/fine` })).body).toBe('fine');
    }
  },
);

test.each([false, true])(
  'when a simulation is over, a connection that is kept ends in good order, and one that waits is reset (TLS: %s)',
  async (secure) => {
    const server = await open(
      { secure },
      makeGateway([], ({ url }) => (url.endsWith('/kept') ? answer(200, '{}') : new Promise(() => {}))),
    );
    const { hostname, port, host } = new URL(server.origin);
    const speak = (path: string) => {
      const where = { host: hostname, port: Number(port) };
      const socket = secure ? secureConnect({ ...where, ca: server.ca }) : connect(where);
      const ended = new Promise((resolve) => socket.once('end', () => resolve('end')).once('error', resolve));
      socket.write(`POST ${path} HTTP/1.1\r\nhost: ${host}\r\ncontent-length: 0\r\n\r\n`);
      return { socket, ended };
    };
    const kept = speak('/kept');
    await once(kept.socket, 'data');
    const waits = speak('/waits');
    while (server.gateway.received.length < 2) await setImmediate();

    await server.undo();

    expect(await kept.ended).toBe('end');
    expect(await waits.ended).toMatchObject({ code: 'ECONNRESET' });
  },
);

test.each(['evil.example', '127.0.0.1', '127.0.0.1:1', 'localhost.evil.example', '127.0.0.1.evil.example'])(
  'a request for the host "%s" is turned away before it arrives',
  async (host) => {
    const { origin, gateway } = await open();

    const got = await createNode('')({ url: `${origin}/x`, headers: { host } });

    expect(got.status).toBe(421);
    expect(got.body).toContain(`"${host}"`);
    expect(gateway.received).toEqual([]);
  },
);

test('asked for a whole address of another host, as proxies are, it names that host, and not itself', async () => {
  const { origin, gateway } = await open();
  const { hostname, port, host } = new URL(origin);
  const socket = connect({ host: hostname, port: Number(port) });
  socket.write(`GET http://api.example.com/x HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`);

  const told = String(Buffer.concat(await socket.toArray()));

  expect(told).toMatch(/^HTTP\/1\.1 421 /);
  expect(told).toContain('does not answer for the host "api.example.com"');
  expect(gateway.received).toEqual([]);
});

test('a request arrives under the one name that the world knows, whichever name of this machine it used', async () => {
  const { origin, gateway } = await open();
  const { port } = new URL(origin);

  for (const host of [`127.0.0.1:${port}`, `localhost:${port}`, `LOCALHOST:${port}`, `[::1]:${port}`])
    expect((await createNode('')({ url: `${origin}/a//b?c=%zz`, headers: { host } })).status).toBe(200);

  expect(new Set(gateway.received.map(({ url }) => url))).toEqual(new Set([`${origin}/a//b?c=%zz`]));
});

test('it listens on this machine only, at the port it was told, and says so when that is taken', async () => {
  const { origin } = await open();
  const port = Number(new URL(origin).port);

  expect(new URL(origin).hostname).toBe('127.0.0.1');
  await expect(listen({ port })).rejects.toMatchObject({ code: 'BAD_OPTION' });
});

const addresses = Object.values(networkInterfaces())
  .flatMap((all = []) => all.map(({ address }) => address))
  // These need to be told which way they lead, and no URL can say that.
  .filter((address) => !address.startsWith('fe80:'));

/** Node 22 finds no address of IPv6 in any certificate. */
const trusts = (host: string): boolean =>
  !isIPv6(host) ||
  checkServerIdentity('::1', { subject: {}, subjectaltname: 'IP Address:0:0:0:0:0:0:0:1' } as PeerCertificate) ===
    undefined;

test.each([...addresses, 'localhost', '0.0.0.0'])(
  'whoever listens at %s is reached by what its addresses say',
  async (host) => {
    for (const secure of trusts(host) ? [false, true] : [false]) {
      const { origin, ca = '', gateway } = await open({ host, secure });

      expect((await createNode(ca)({ url: `${origin}/x` })).status).toBe(200);

      expect(gateway.received.map(({ url }) => url)).toEqual([`${origin}/x`]);
    }
  },
);

test.each([
  ['::1', '[::1]'],
  ['[FD00:0::1]', '[fd00::1]'],
  ['Double.Internal.', 'double.internal'],
])('a public host is written as %s, and answered to as %s', async (publicHost, host) => {
  const { origin } = await open({ publicHost });
  const { port } = new URL(origin);

  const got = await createNode('')({ url: `http://127.0.0.1:${port}/x`, headers: { host: `${host}:${port}` } });

  expect([origin, got.status]).toEqual([`http://${host}:${port}`, 200]);
});

test('it stands where none of this process has stood before, for clients remember that one', async () => {
  const before = await open();
  await before.undo();
  const { port } = new URL(before.origin);
  const system = vi.spyOn(Server.prototype, 'listen').mockImplementationOnce(function again(
    this: Server,
    _any,
    ...rest
  ) {
    return this.listen(Number(port), ...rest);
  });
  onTestFinished(() => system.mockRestore());

  const after = await open();

  expect(after.origin).not.toBe(before.origin);
  expect((await createNode('')({ url: `${after.origin}/x` })).status).toBe(200);
});

test('the certificate is good for this machine under its three names and for none else, a new one for each run', async () => {
  const [one, other] = [makeCertificate(), makeCertificate()];
  const certificate = new X509Certificate(one.cert);

  expect(certificate.checkHost('localhost')).toBe('localhost');
  expect(certificate.checkHost('example.com')).toBeUndefined();
  expect(certificate.checkIP('127.0.0.1')).toBe('127.0.0.1');
  expect(certificate.checkIP('::1')).toBe('::1');
  expect(certificate.checkIP('127.0.0.2')).toBeUndefined();
  expect(certificate.verify(certificate.publicKey)).toBe(true);
  expect(certificate.checkPrivateKey(createPrivateKey(one.key))).toBe(true);
  expect(certificate.serialNumber).not.toBe(new X509Certificate(other.cert).serialNumber);
});

test('a client that does not trust the certificate is not served', async () => {
  const { origin, gateway } = await open({ secure: true });

  await expect(fetch(origin)).rejects.toMatchObject({ cause: { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' } });
  expect(gateway.received).toEqual([]);
});

test('the undo leaves no handle behind, though a client keeps its connection and another never sent a thing', async () => {
  const countServers = (): number => process.getActiveResourcesInfo().filter((type) => type === 'TCPServerWrap').length;
  const { origin, undo } = await open();
  await fetch(origin);
  const silent = connect(Number(new URL(origin).port), '127.0.0.1');
  await once(silent, 'connect');
  const closed = new Promise((resolve) => silent.on('error', () => {}).on('close', resolve));

  await undo();
  await closed;

  await expect(fetch(origin)).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } });
  expect(countServers()).toBe(0);
});

scenarios('server', 'server', undefined, { share: shareOf(3) });

import http from 'node:http';
import { Agent, request } from 'undici';
import { describe, expect, onTestFinished, test } from 'vitest';
import { simulate } from '../../src/simulate.ts';
import { listen, realAnswer } from '../transport/servers.ts';

/** A client that has talked to the real host already, and keeps its connection. */
const acquaint = async (url: string) => {
  const agent = new Agent({ keepAliveTimeout: 60_000 });
  onTestFinished(() => agent.destroy());
  const ask = async (): Promise<string> => (await request(url, { dispatcher: agent })).body.text();
  expect(await ask()).toBe('real GET / ');
  return ask;
};

describe('a connection that was open before the simulation', () => {
  test.each(['sockets', 'fetch', 'none'] as const)(
    'carries nothing to a host simulated by %s, and says why',
    async (transport) => {
      await using server = await listen(realAnswer);
      const ask = await acquaint(server.url);
      let requests = 0;
      server.server.on('request', () => requests++);
      const sim = await simulate({ transport, hosts: { email: server.url } });

      await expect(sim.run(ask)).rejects.toThrow(`stunt-double simulates this host by transport "${transport}"`);

      expect(requests).toBe(0);
      await sim.stop();
      expect(await ask()).toBe('real GET / ');
    },
  );

  test('goes on when it leads to another host', async () => {
    await using server = await listen(realAnswer);
    const ask = await acquaint(server.url);
    await using sim = await simulate({ transport: 'fetch' });

    expect(await sim.run(ask)).toBe('real GET / ');
  });
});

describe('two simulations at a time, one by sockets and one by fetch', () => {
  const hosts = { sockets: 'http://a.beside.test', fetch: 'http://b.beside.test' } as const;
  const get = (url: string): Promise<number | undefined> =>
    new Promise((resolve, reject) => {
      http.get(url, (response) => resolve(response.resume().statusCode)).on('error', reject);
    });

  test.each([
    ['sockets', 'fetch'],
    ['fetch', 'sockets'],
  ] as const)('%s, then %s: each guards its own hosts, and no longer than it lives', async (first, last) => {
    const sims = { [first]: await simulate({ transport: first, hosts: { email: hosts[first] } }) } as Record<
      string,
      Awaited<ReturnType<typeof simulate>>
    >;
    sims[last] = await simulate({ transport: last, hosts: { email: hosts[last] } });

    expect(await sims['sockets']?.run(() => get(hosts.sockets))).toBe(404);
    await expect(sims['sockets']?.run(() => get(hosts.fetch))).rejects.toThrow('by transport "fetch"');
    expect((await sims['fetch']?.run(() => fetch(hosts.fetch)))?.status).toBe(404);
    await sims['sockets']?.stop();
    await expect(sims['fetch']?.run(() => get(hosts.fetch))).rejects.toThrow('by transport "fetch"');
    await sims['fetch']?.stop();

    await expect(get(hosts.fetch)).rejects.toThrow(/^getaddrinfo ENOTFOUND b\.beside\.test$/);
  });

  test('the one that serves a host has it, when both simulate it', async () => {
    await using caught = await simulate({ transport: 'fetch', hosts: { email: hosts.fetch } });
    await using served = await simulate({ hosts: { email: hosts.fetch } });

    expect(await served.run(() => get(hosts.fetch))).toBe(404);
    expect((await caught.run(() => fetch(hosts.fetch))).status).toBe(404);
  });
});

test('a transport of your own may have servers on this machine; named hosts are kept from the network', async () => {
  await using server = await listen(realAnswer);
  const hosts = { email: server.url, token: 'http://mail.own.test' };
  await using sim = await simulate({ transport: async () => async () => {}, hosts });

  expect(await sim.run(async () => (await fetch(server.url)).text())).toBe('real GET / ');
  await expect(sim.run(() => fetch(hosts.token))).rejects.toMatchObject({
    cause: {
      message: expect.stringContaining('stunt-double simulates this host by a transport of your own') as unknown,
    },
  });
});

test('a connection that a binding of Node opens is refused, too', async () => {
  await using server = await listen(realAnswer);
  const sim = await simulate({ transport: 'fetch', hosts: { email: server.url } });
  onTestFinished(() => sim.stop());
  const bind = Reflect.get(process, 'binding') as (this: NodeJS.Process, name: string) => Record<string, never>;
  const { TCP, TCPConnectWrap, constants } = bind.call(process, 'tcp_wrap');
  const connection = Reflect.construct(TCP ?? Object, [constants?.['SOCKET']]) as {
    connect(...args: unknown[]): number;
    close(): void;
  };

  expect(connection.connect(Reflect.construct(TCPConnectWrap ?? Object, []), '127.0.0.1', server.port)).toBeLessThan(0);

  connection.close();
});

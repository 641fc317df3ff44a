import dns from 'node:dns';
import { once } from 'node:events';
import net from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { simulate } from '../../src/simulate.ts';
import { portOf } from '../port-of.ts';

const cares = (Reflect.get(process, 'binding') as (name: string) => object)('cares_wrap');

/** Puts what stood there in an earlier simulation there again, as a library does that has kept it. */
const putKept = async (owner: object, key: string): Promise<() => void> => {
  const plain = Object.getOwnPropertyDescriptor(owner, key) ?? {};
  onTestFinished(() => void Object.defineProperty(owner, key, plain));
  await using sim = await simulate({ transport: 'fetch' });
  const kept: unknown = Reflect.get(owner, key);
  return () => void Object.defineProperty(owner, key, { ...plain, value: sim === undefined ? undefined : kept });
};

test('what was kept of a look-up in one simulation refuses the hosts of the next, and none after it', async () => {
  const put = await putKept(cares, 'getaddrinfo');
  const sim = await simulate({ transport: 'fetch' });
  onTestFinished(() => sim.stop());
  put();
  const { hostname } = new URL(sim.env.tokenUrl);

  const during = dns.promises.lookup(hostname);
  await expect(during).rejects.toThrow('stunt-double simulates this host by transport "fetch"');
  await sim.stop();

  await expect(dns.promises.lookup(hostname)).rejects.toMatchObject({ code: 'ENOTFOUND' });
});

test('what was kept of a write in one simulation keeps the requests of the next from a proxy', async () => {
  const heard: string[] = [];
  const proxy = net.createServer((socket) => {
    socket.on('error', () => undefined).on('data', (data) => heard.push(String(data)) && socket.resetAndDestroy());
  });
  const client = net.connect(await portOf(proxy), '127.0.0.1');
  await once(client, 'connect');
  const put = await putKept(net.Socket.prototype, '_write');
  await using sim = await simulate({ transport: 'fetch' });
  put();

  client.write(`GET ${sim.env.emailUrl.replace('https', 'http')} HTTP/1.1\r\nhost: proxy\r\n\r\n`);
  const [error] = (await once(client, 'error')) as [Error];

  expect(error.message).toContain('NO_PROXY');
  expect(heard).toEqual([]);
  proxy.close();
});

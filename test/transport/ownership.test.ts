import { connect } from 'node:net';
import { constants } from 'node:os';
import tls from 'node:tls';
import { expect, onTestFinished, test, vi } from 'vitest';
import { attachSockets } from '../../src/transport/sockets.ts';
import { always, attach, read } from './attached.ts';

const simulate = (addresses: string[], name = 'simulated') => attach(attachSockets, addresses, always(name));

test.each([
  ['the same host', 'https://a.test', 'https://a.test'],
  ['the same host on another port', 'https://a.test', 'http://a.test:8080'],
  ['the same host in another case', 'https://a.test', 'https://A.TEST./x'],
  ['the same port of this machine under another name', 'http://localhost:8080', 'http://127.0.0.1:8080'],
  ['the same port of this machine by IPv6', 'http://localhost:8080', 'http://[::1]:8080'],
  ['the same port of this machine by IPv4 in IPv6', 'http://127.0.0.1:8080', 'http://[::ffff:127.0.0.1]:8080'],
  ['the same port of this machine by no address', 'http://localhost:8080', 'http://0.0.0.0:8080'],
])('%s cannot belong to two gateways', async (_case, first, second) => {
  await simulate([first], 'first');

  await expect(simulate([second])).rejects.toMatchObject({ name: 'Misuse', code: 'HOST_TAKEN' });
  expect(await read(first)).toBe('first');
});

test('a gateway that found one host taken has taken none of the others', async () => {
  await simulate(['https://a.test']);
  await expect(simulate(['https://b.test', 'https://a.test'])).rejects.toMatchObject({ code: 'HOST_TAKEN' });

  await simulate(['https://b.test'], 'second');

  expect(await read('https://b.test')).toBe('second');
});

test('two gateways share this machine by ports', async () => {
  await simulate(['http://localhost:18080'], 'first');
  await simulate(['http://localhost:18081'], 'second');

  expect(await read('http://localhost:18080')).toBe('first');
  expect(await read('http://127.0.0.1:18081')).toBe('second');
});

test('one gateway may have many addresses on one host, and on many ports', async () => {
  await simulate(['https://a.test/eu', 'https://a.test/us', 'http://a.test:81', 'http://127.0.0.1:18082/x']);

  for (const url of ['https://a.test/eu/x', 'https://a.test/us', 'http://a.test:81', 'http://localhost:18082'])
    expect(await read(url)).toBe('simulated');
});

test.each(['ftp://a.test', 'a.test', ''])('"%s" is no address', async (address) => {
  await expect(simulate([address])).rejects.toMatchObject({ code: 'BAD_OPTION' });
});

test('TLS to a port of plain HTTP is refused, and plain HTTP to a port of TLS', async () => {
  await simulate(['https://a.test', 'http://b.test']);

  await expect(fetch('http://a.test:443')).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } });
  await expect(fetch('https://b.test:80')).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } });
});

test('a refused raw connection has the shape Node gives it', async () => {
  await simulate(['https://a.test']);

  const error = await new Promise((resolve) => connect(9, 'a.test').on('error', resolve));

  expect(error).toMatchObject({
    code: 'ECONNREFUSED',
    errno: -constants.errno.ECONNREFUSED,
    syscall: 'connect',
    address: 'a.test',
    port: 9,
  });
});

test('of two gateways that attach to one host at once, one is refused', async () => {
  const results = await Promise.allSettled([
    simulate(['https://a.test'], 'first'),
    simulate(['https://a.test'], 'second'),
  ]);

  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
  expect(await read('https://a.test')).toBe('first');
});

test('a name that TLS is told stands for the host, when the client found the address by itself', async () => {
  await simulate(['https://a.test']);

  const text = await new Promise<string>((resolve, reject) => {
    const socket = tls.connect({ port: 443, servername: 'a.test' });
    socket.on('secureConnect', () => socket.write('GET / HTTP/1.0\r\n\r\n'));
    socket.on('error', reject).on('data', (chunk: Buffer) => resolve(chunk.toString('utf8')));
  });

  expect(text).toMatch(/simulated$/);
});

test('a Unix socket is never ours', async () => {
  await simulate(['https://a.test', 'http://localhost:80']);
  const path = '/nowhere/stunt-double.sock';

  const plain = await new Promise((resolve) => connect(path).on('error', resolve));
  const secure = await new Promise((resolve) => tls.connect({ path, servername: 'a.test' }).on('error', resolve));

  expect(plain).toMatchObject({ code: 'ENOENT' });
  expect(secure).toMatchObject({ code: 'ENOENT' });
});

test('a connection without a host is to this machine', async () => {
  await simulate(['http://localhost:18084']);

  const text = await new Promise<string>((resolve, reject) => {
    const socket = connect({ port: 18_084 }, () => socket.write('GET / HTTP/1.0\r\n\r\n'));
    socket.on('error', reject).on('data', (chunk: Buffer) => resolve(chunk.toString('utf8')));
  });

  expect(text).toMatch(/simulated$/);
});

test('the ports of clients are counted, not drawn from Math.random', async () => {
  await simulate(['http://a.test']);
  const random = vi.spyOn(Math, 'random');
  onTestFinished(() => random.mockRestore());

  const ports = [];
  for (let opened = 0; opened < 2; opened += 1)
    ports.push(
      await new Promise((resolve, reject) => {
        const socket = connect(80, 'a.test', () => resolve(socket.localPort)).on('error', reject);
      }),
    );

  expect(ports).toEqual([49_152, 49_153]);
  expect(random).not.toHaveBeenCalled();
});

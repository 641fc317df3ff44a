import { expect, onTestFinished, test, vi } from 'vitest';
import { attachGlobalFetch } from '../../src/transport/global-fetch.ts';
import { type Client, overFetch } from './clients.ts';
import { contract } from './contract.ts';
import { answer, makeGateway } from './gateways.ts';
import { scenarios } from './scenarios.ts';

const client: Client = overFetch((url, init) => fetch(url, init));

contract('global fetch', async (gateway) => ({ client, undo: attachGlobalFetch(gateway) }));

const attach = (host: string) => attachGlobalFetch(makeGateway([`https://${host}`], () => answer(200, host)));

const read = async (host: string): Promise<string> => (await fetch(`https://${host}`)).text();

const describeFetch = () => Object.getOwnPropertyDescriptor(globalThis, 'fetch');

test.each([
  [0, 1],
  [1, 0],
])(
  'of two gateways, %d goes first and then %d: the other works on, and the last leaves what was there',
  async (first, last) => {
    const before = describeFetch();
    const hosts = ['a.test', 'b.test'] as const;
    const undos = [attach(hosts[0]), attach(hosts[1])];
    expect([await read('a.test'), await read('b.test')]).toEqual(['a.test', 'b.test']);

    undos[first]?.();
    expect(await read(hosts[last] ?? '')).toBe(hosts[last]);
    await expect(read(hosts[first] ?? '')).rejects.toThrow('fetch failed');
    undos[last]?.();

    expect(describeFetch()).toEqual(before);
  },
);

test('a getter that was there is there again, and is asked for other hosts', async () => {
  const before = describeFetch() ?? {};
  onTestFinished(() => void Object.defineProperty(globalThis, 'fetch', before));
  const get = vi.fn(() => async () => new Response('theirs'));
  Object.defineProperty(globalThis, 'fetch', { get, configurable: true, enumerable: false });
  const theirs = describeFetch();

  const undo = attach('a.test');
  expect([await read('a.test'), await read('other.test')]).toEqual(['a.test', 'theirs']);
  undo();

  expect(describeFetch()).toEqual(theirs);
});

test('a fetch that somebody put over ours is left, and ours hands on what it still gets', async () => {
  const before = describeFetch() ?? {};
  onTestFinished(() => void Object.defineProperty(globalThis, 'fetch', before));
  globalThis.fetch = async () => new Response('below');
  const undo = attach('a.test');
  const ours = globalThis.fetch;
  const above: typeof fetch = (input, init) => ours(input, init);
  globalThis.fetch = above;

  expect(await read('a.test')).toBe('a.test');
  undo();

  expect(globalThis.fetch).toBe(above);
  expect(await read('a.test')).toBe('below');
});

test('a host belongs to one gateway, and is free again once that is gone', async () => {
  const undo = attach('a.test');

  expect(() => attach('a.test')).toThrow(expect.objectContaining({ code: 'HOST_TAKEN' }));
  undo();
  undo();
  const again = attach('a.test');

  expect(await read('a.test')).toBe('a.test');
  again();
});

test('requests come as text, as URL and as Request; what is no URL fails as it always did', async () => {
  const gateway = makeGateway(['https://a.test']);
  onTestFinished(attachGlobalFetch(gateway));

  await fetch('https://a.test/text');
  await fetch(new URL('https://a.test/url'));
  await fetch(new Request('https://a.test/request', { method: 'POST', body: 'b' }));

  expect(gateway.received.map(({ method, url, body }) => [method, url, body])).toEqual([
    ['GET', 'https://a.test/text', ''],
    ['GET', 'https://a.test/url', ''],
    ['POST', 'https://a.test/request', 'b'],
  ]);
  await expect(fetch('no url')).rejects.toThrow(TypeError);
});

scenarios('global fetch', 'fetch');

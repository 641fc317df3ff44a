import * as undici from 'undici';
import { expect, onTestFinished, test } from 'vitest';
import { createDispatcher, viaUndici } from '../../src/transport/undici.ts';
import { shareOf } from '../sampled.ts';
import { type Client, overFetch, overUndici } from './clients.ts';
import { contract, unlisted } from './contract.ts';
import { answer, makeGateway } from './gateways.ts';
import { listen, realAnswer } from './servers.ts';
import { scenarios } from './scenarios.ts';

const attach = viaUndici(undici);

const steered: Readonly<Record<string, Client>> = {
  request: overUndici(),
  fetch: overFetch((url, init) => undici.fetch(url, init as undici.RequestInit) as unknown as Promise<Response>),
  'the fetch of Node': overFetch((url, init) => fetch(url, init)),
};

for (const [from, [name, client]] of Object.entries(steered).entries())
  contract(`undici, ${name}`, async (gateway) => ({ client, undo: await attach(gateway) }), [], shareOf(3, from));

contract(
  'undici, request with a dispatcher of its own',
  async (gateway) => {
    const dispatcher = createDispatcher<undici.Dispatcher>(undici, gateway);
    return { client: overUndici(() => dispatcher as undici.Agent), undo: () => dispatcher.destroy() };
  },
  [unlisted],
  shareOf(3),
);

test('the undo leaves the very dispatcher that was there, in any order of two gateways', async () => {
  const before = undici.getGlobalDispatcher();
  for (const order of [
    [0, 1],
    [1, 0],
  ]) {
    const undos = [await attach(makeGateway(['https://a.test'])), await attach(makeGateway(['https://b.test']))];
    for (const host of ['a', 'b']) expect((await undici.request(`https://${host}.test`)).statusCode).toBe(200);
    for (const which of order) await undos[which]?.();
    expect(undici.getGlobalDispatcher()).toBe(before);
  }
});

test('where the fetch of Node goes by another dispatcher than undici tells of, it does so again, in any order of two gateways', async () => {
  const slot = Symbol.for('undici.globalDispatcher.2');
  const told = undici.getGlobalDispatcher();
  const before = Reflect.get(globalThis, slot) as unknown;
  onTestFinished(() => void Reflect.set(globalThis, slot, before));
  const ofNode = new undici.Agent();
  Reflect.set(globalThis, slot, ofNode);
  for (const order of [
    [0, 1],
    [1, 0],
  ]) {
    const undos = [await attach(makeGateway(['https://a.test'])), await attach(makeGateway(['https://b.test']))];
    expect(Reflect.get(globalThis, slot)).not.toBe(ofNode);
    for (const which of order) await undos[which]?.();
    expect([undici.getGlobalDispatcher() === told, Reflect.get(globalThis, slot) === ofNode]).toEqual([true, true]);
  }
});

test('requests to other hosts go to the dispatcher that was there', async () => {
  const before = undici.getGlobalDispatcher();
  onTestFinished(() => undici.setGlobalDispatcher(before));
  const mock = new undici.MockAgent();
  mock.disableNetConnect();
  mock.get('https://mocked.test').intercept({ path: '/' }).reply(200, 'mocked');
  undici.setGlobalDispatcher(mock);
  const undo = await attach(makeGateway(['https://a.test'], () => answer(200, 'ours')));

  expect(await (await undici.request('https://mocked.test')).body.text()).toBe('mocked');
  expect(await (await undici.request('https://a.test')).body.text()).toBe('ours');
  await undo();

  expect(undici.getGlobalDispatcher()).toBe(mock);
  await expect(undici.request('https://a.test')).rejects.toThrow(/Mock/);
});

test('a dispatcher that somebody put over ours is left, and ours hands on what it still gets', async () => {
  const before = undici.getGlobalDispatcher();
  onTestFinished(() => undici.setGlobalDispatcher(before));
  const undo = await attach(makeGateway(['https://a.test'], () => answer(200, 'ours')));
  const above = new undici.RetryAgent(undici.getGlobalDispatcher(), { maxRetries: 0 });
  undici.setGlobalDispatcher(above);
  expect(await (await undici.request('https://a.test')).body.text()).toBe('ours');

  await undo();

  expect(undici.getGlobalDispatcher()).toBe(above);
  await expect(undici.request('https://a.test')).rejects.toMatchObject({ code: 'ENOTFOUND' });
});

test('a client with a pool of its own is out of reach, and kept from the real host', async () => {
  await using server = await listen(realAnswer);
  const pool = new undici.Pool(server.url);
  onTestFinished(() => pool.close());
  const undo = await attach(makeGateway([server.url], () => answer(200, 'ours')));

  await expect(undici.request(server.url, { dispatcher: pool })).rejects.toThrow(
    'stunt-double simulates this host by viaUndici',
  );
  await undo();

  expect(await (await undici.request(server.url, { dispatcher: pool })).body.text()).toBe('real GET / ');
});

test('a client that keeps its dispatcher retries and composes as always', async () => {
  let asked = 0;
  const dispatcher = createDispatcher<undici.Dispatcher>(
    undici,
    makeGateway(['https://a.test'], () => answer(++asked === 1 ? 503 : 200, 'again')),
  );
  const retrying = dispatcher.compose(undici.interceptors.retry({ maxRetries: 1, minTimeout: 1 }));

  const { statusCode } = await undici.request('https://a.test', { dispatcher: retrying });

  expect([statusCode, asked]).toEqual([200, 2]);
  await dispatcher.close();
});

scenarios(
  'undici',
  attach,
  () => (url, init) => undici.fetch(url, init as undici.RequestInit) as unknown as Promise<Response>,
  { share: shareOf(3, 2) },
);

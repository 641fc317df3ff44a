// First, as for whatever keeps the timers it finds when it is loaded.
import '../../src/register.ts';
import nock from 'nock14';
import { afterAll, afterEach, expect, onTestFinished, test } from 'vitest';
import { viaNock } from '../../src/transport/nock.ts';
import { sampled } from '../sampled.ts';
import { clients } from './clients.ts';
import { contract, type Gap, shortHeads } from './contract.ts';
import { answer, makeGateway } from './gateways.ts';
import { forgetsMethod, scenarios } from './scenarios.ts';

const gaps: readonly Gap[] = [
  {
    case: 'a client that hangs up before the answer is seen as gone',
    because: 'nock 14 answers a copy of the request, which nobody tells that the client is gone',
  },
];

const reached = [
  'global fetch',
  'node:http named import',
  'node:http with keep-alive agents',
  'axios, http adapter',
  'got',
];

const through = Object.entries(clients).filter(([library]) => reached.includes(library));

for (const [name, client] of sampled(through, { every: 2, from: 1 }))
  contract(
    `nock 14, ${name}`,
    async (gateway) => ({ client, undo: await viaNock(nock)(gateway) }),
    name === 'global fetch' ? gaps : [...gaps, shortHeads],
  );

afterAll(() => nock.restore());
afterEach(() => nock.cleanAll());

const attach = async (host = 'a.test') => {
  const undo = await viaNock(nock)(makeGateway([`https://${host}`], () => answer(200, 'ours')));
  onTestFinished(undo);
  return { undo };
};

const read = async (url: string): Promise<string> => (await fetch(url)).text();

test('scopes of your own go on beside it, and ours do not count as pending', async () => {
  const scope = nock('https://theirs.test').get('/').times(2).reply(200, 'theirs');
  const { undo } = await attach();

  expect([await read('https://a.test'), await read('https://theirs.test')]).toEqual(['ours', 'theirs']);
  expect(nock.pendingMocks()).toEqual(scope.pendingMocks());
  await undo();

  expect(await read('https://theirs.test')).toBe('theirs');
  expect(nock.isDone()).toBe(true);
  expect(nock.activeMocks()).toEqual([]);
});

test('a network that nock has closed stays closed, but for the simulation', async () => {
  nock.disableNetConnect();
  onTestFinished(() => nock.enableNetConnect());
  await attach();

  expect(await read('https://a.test')).toBe('ours');
  await expect(read('https://other.test')).rejects.toThrow();
});

test('a nock that was put away is active for as long as the simulation', async () => {
  nock.restore();
  onTestFinished(() => nock.activate());
  const { undo } = await attach();

  expect(await read('https://a.test')).toBe('ours');
  await undo();

  expect(nock.isActive()).toBe(false);
});

test('two simulations share one nock', async () => {
  const first = await attach('a.test');
  await attach('b.test');

  expect([await read('https://a.test'), await read('https://b.test')]).toEqual(['ours', 'ours']);
  await first.undo();

  expect(await read('https://b.test')).toBe('ours');
  await expect(read('https://a.test')).rejects.toThrow();
});

const own: { readonly case: string; readonly because: string } = {
  case: 'create-is-never-answered',
  because: 'that the client has hung up is not heard of',
};

// Nock 14 answers by two timers of no length, which take a millisecond each.
scenarios('nock 14', viaNock(nock), undefined, { gaps: [own, forgetsMethod], finest: 1000 });

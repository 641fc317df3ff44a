import '../../src/register.ts';
import './with-resolvers.ts';
import { afterAll, afterEach, expect, onTestFinished, test } from 'vitest';
import axios from 'axios';
import { simulate } from '../../src/simulate.ts';
import { viaNock } from '../../src/transport/nock.ts';
import { clients as allClients, fewCases } from '../clients/all-clients.ts';
import { tell } from '../clients/story.ts';
import { sampled, shareOf } from '../sampled.ts';
import { clients } from './clients.ts';
import { closeBodiesOnce } from './close-bodies-once.ts';
import { caseOfHandshake, contract, type Gap } from './contract.ts';
import { answer, makeGateway } from './gateways.ts';
import { scenarios } from './scenarios.ts';

/* The contract and the stories of the clients, in one process: to load all that nock is to intercept takes as long as either. */

const { default: nock } = await import('nock');

closeBodiesOnce();

const gaps: readonly Gap[] = [
  {
    case: 'after the undo nothing arrives any more, and real hosts are reached as before',
    because: 'nock 15 answers 501 for a host whose scopes are gone, until nock.cleanAll()',
  },
];

const reached = [
  'global fetch',
  'node:http named import',
  'node:http with keep-alive agents',
  'axios, http adapter',
  'got',
  'undici request',
];

const unordered: Gap = {
  case: 'requests sent together arrive in the same order every time',
  because: 'under nock 15 it hangs on the connections that undici has kept',
  isLoose: true,
};

const codeless: Gap = {
  case: caseOfHandshake('wrongHostCertificate'),
  because: 'undici ends the process at its code, and nock does not tell whose request it is',
};

const overUndici = new Set(['global fetch', 'undici request']);

const through = Object.entries(clients).filter(([library]) => reached.includes(library));

for (const [from, [name, client]] of through.entries())
  contract(
    `nock 15, ${name}`,
    async (gateway) => ({ client, undo: await viaNock(nock)(gateway) }),
    [...gaps, codeless, ...(overUndici.has(name) ? [unordered] : [])],
    shareOf(4, from),
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
  expect(await read('https://a.test')).toContain('ERR_NOCK_NO_MATCH');
});

test('nobody waits in real time for what nock answers, its own scopes or the simulation', async () => {
  nock('https://theirs.test').get('/').reply(200, 'theirs');
  await using sim = await simulate({ transport: viaNock(nock) });
  const before = performance.now();

  const told = await sim.run(async () => {
    const { data } = await axios.get<string>('https://theirs.test/');
    const { status: first } = await axios.get(sim.env.tokenUrl, { validateStatus: () => true });
    await new Promise((resolve) => setTimeout(resolve, 60_000));
    const { status: second } = await axios.get(sim.env.tokenUrl, { validateStatus: () => true });
    await new Promise((resolve) => setTimeout(resolve, 60_000));
    return [data, first, second];
  });

  expect(told).toEqual(['theirs', 404, 404]);
  expect(performance.now() - before).toBeLessThan(1900);
});

scenarios('nock 15', viaNock(nock), undefined, {
  gaps: [{ case: 'create-is-redirected', because: 'a redirect takes nock a millisecond' }],
  share: shareOf(3),
});

const few = sampled(allClients, { every: 4, kind: ({ layer }) => layer });

tell('nock 15', fewCases, {
  only: (client) => few.includes(client),
  options: { transport: viaNock(nock) },
  isRegistered: true,
});

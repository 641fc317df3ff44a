import '../../src/register.ts';
import './with-resolvers.ts';
import { expect, test } from 'vitest';
import axios from 'axios';
import { simulate } from '../../src/simulate.ts';
import { viaNock } from '../../src/transport/nock.ts';
import { clients as allClients, fewCases } from '../clients/all-clients.ts';
import { tell } from '../clients/story.ts';
import { sampled, shareOf } from '../sampled.ts';
import { sleep } from '../simulation/calls.ts';
import { besideNock } from './beside-nock.ts';
import { clients } from './clients.ts';
import { closeBodiesOnce } from './close-bodies-once.ts';
import { caseOfHandshake, contract, type Gap } from './contract.ts';
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

besideNock(nock, (answer) => expect(answer).resolves.toContain('ERR_NOCK_NO_MATCH'));

test('nobody waits in real time for what nock answers, its own scopes or the simulation', async () => {
  nock('https://theirs.test').get('/').reply(200, 'theirs');
  await using sim = await simulate({ transport: viaNock(nock) });
  const before = performance.now();

  const told = await sim.run(async () => {
    const { data } = await axios.get<string>('https://theirs.test/');
    const { status: first } = await axios.get(sim.env.tokenUrl, { validateStatus: () => true });
    await sleep(60_000);
    const { status: second } = await axios.get(sim.env.tokenUrl, { validateStatus: () => true });
    await sleep(60_000);
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

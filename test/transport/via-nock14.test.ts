// First, as for whatever keeps the timers it finds when it is loaded.
import '../../src/register.ts';
import nock from 'nock14';
import { expect } from 'vitest';
import { viaNock } from '../../src/transport/nock.ts';
import { sampled } from '../sampled.ts';
import { besideNock } from './beside-nock.ts';
import { clients } from './clients.ts';
import { contract, type Gap, shortHeads } from './contract.ts';
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

besideNock(nock, (answer) => expect(answer).rejects.toThrow());

const own: { readonly case: string; readonly because: string } = {
  case: 'create-is-never-answered',
  because: 'that the client has hung up is not heard of',
};

// Nock 14 answers by two timers of no length, which take a millisecond each.
scenarios('nock 14', viaNock(nock), undefined, { gaps: [own, forgetsMethod], finest: 1000 });

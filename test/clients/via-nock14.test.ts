import '../../src/register.ts';
import nock from 'nock14';
import { viaNock } from '../../src/transport/nock.ts';
import { sampled } from '../sampled.ts';
import { clients, fewCases } from './all-clients.ts';
import { tell } from './story.ts';

const few = sampled(clients, { every: 4, kind: ({ layer }) => layer });

tell('nock 14', fewCases, {
  only: (client) => few.includes(client),
  options: { transport: viaNock(nock) },
  isRegistered: true,
});

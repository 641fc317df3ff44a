import '../../src/register.ts';
import '../transport/with-resolvers.ts';
import { viaNock } from '../../src/transport/nock.ts';
import { sampled } from '../sampled.ts';
import { clients, fewCases } from './all-clients.ts';
import { closeBodiesOnce } from '../transport/close-bodies-once.ts';
import { tell } from './story.ts';

closeBodiesOnce();
const { default: nock } = await import('nock');

const few = sampled(clients, { every: 4, kind: ({ layer }) => layer });

tell('nock 15', fewCases, {
  only: (client) => few.includes(client),
  options: { transport: viaNock(nock) },
  isRegistered: true,
});

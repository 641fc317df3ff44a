import '../../src/register.ts';
import { http } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, beforeAll } from 'vitest';
import { viaMsw } from '../../src/transport/msw.ts';
import { sampled } from '../sampled.ts';
import { clients, fewCases } from './all-clients.ts';
import { tell } from './story.ts';

const server = setupServer();
beforeAll(() => server.listen({ onUnhandledRequest: 'bypass' }));
afterAll(() => server.close());

const few = sampled(clients, { every: 4, kind: ({ layer }) => layer });

tell('msw 2', fewCases, {
  only: (client) => few.includes(client),
  options: { transport: viaMsw({ http, server }) },
  isRegistered: true,
});

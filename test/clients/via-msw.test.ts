import '../../src/register.ts';
import { http } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, beforeAll } from 'vitest';
import { viaMsw } from '../../src/transport/msw.ts';
import { fewCases } from './all-clients.ts';
import { tell } from './story.ts';

const server = setupServer();
beforeAll(() => server.listen({ onUnhandledRequest: 'bypass' }));
afterAll(() => server.close());

tell('msw 2', fewCases, { options: { transport: viaMsw({ http, server }) }, isRegistered: true });

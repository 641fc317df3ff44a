import { http } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, beforeAll } from 'vitest';
import { viaMsw } from '../../src/transport/msw.ts';
import { closed } from './closed.ts';

const server = setupServer();
beforeAll(() => server.listen({ onUnhandledRequest: 'bypass' }));
afterAll(() => server.close());

closed(
  'viaMsw, of msw 2',
  () => viaMsw({ http, server }),
  // It takes the whole address for a path.
  (route) => (route === 'axios with a proxy, without TLS' ? 'garbled' : 'either'),
);

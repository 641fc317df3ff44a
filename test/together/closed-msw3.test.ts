import '../transport/with-resolvers.ts';
import { http } from 'msw3';
import { setupServer } from 'msw3/node';
import { afterAll, beforeAll } from 'vitest';
import { viaMsw } from '../../src/transport/msw.ts';
import { sampled } from '../sampled.ts';
import { closed } from './closed.ts';

const server = setupServer();
beforeAll(() => server.listen({ onUnhandledFrame: 'bypass' }));
afterAll(() => server.close());

closed(
  'viaMsw, of msw 3',
  () => viaMsw({ http, server }),
  // It holds HTTP/2 for ever.
  (route) => (route.startsWith('http2') ? 'unsaid' : 'either'),
  (rows) => sampled(rows, { every: 2 }),
);

closed(
  'sockets, beside msw 3',
  () => 'sockets',
  () => 'either',
  (rows) => sampled(rows, { every: 2, from: 1 }),
);

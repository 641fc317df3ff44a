import '../../src/register.ts';
import '../transport/with-resolvers.ts';
import { afterAll } from 'vitest';
import { viaNock } from '../../src/transport/nock.ts';
import { sampled } from '../sampled.ts';
import { closed } from './closed.ts';

const { default: nock } = await import('nock');

afterAll(() => nock.restore());

closed(
  'viaNock, of nock 15',
  () => viaNock(nock),
  // It holds HTTP/2 for ever.
  (route) => (route.startsWith('http2') ? 'unsaid' : 'either'),
  (rows) => sampled(rows, { every: 2 }),
);

closed(
  'sockets, beside nock 15',
  () => 'sockets',
  (route) => {
    // It answers requests with a whole address by itself.
    const isWhole = /^(axios with a proxy, without TLS|http-proxy-agent|a socket that names the whole address)$/;
    return isWhole.test(route) || route === "Node's own proxies, with http.get" ? 'theirs' : 'either';
  },
  (rows) => sampled(rows, { every: 2, from: 1 }),
);

import '../../src/register.ts';
import nock from 'nock14';
import { afterAll } from 'vitest';
import { viaNock } from '../../src/transport/nock.ts';
import { closed } from './closed.ts';

afterAll(() => nock.restore());

closed(
  'viaNock, of nock 14',
  () => viaNock(nock),
  // It takes the whole address for a path.
  (route) => (route === 'axios with a proxy, without TLS' ? 'garbled' : 'either'),
);

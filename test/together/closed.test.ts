import * as undici from 'undici';
import { viaUndici } from '../../src/transport/undici.ts';
import { sampled } from '../sampled.ts';
import { closed } from './closed.ts';

closed(
  'sockets',
  () => 'sockets',
  (route) => (/^(http2 |tls.connect to an address)/.test(route) ? 'either' : 'served'),
);

closed(
  'fetch',
  () => 'fetch',
  (route) => (/^the global fetch|, with fetch$/.test(route) ? 'served' : 'refused'),
  (rows) => sampled(rows, { every: 3 }),
);

closed(
  'none',
  () => 'none',
  () => 'refused',
  (rows) => sampled(rows, { every: 3, from: 1 }),
);

/** A global dispatcher is that of every fetch of Node's, too; Node 26 has another for its own. */
const dispatched = /fetch|request of undici/;

closed(
  'viaUndici',
  () => viaUndici(undici),
  (route) => (dispatched.test(route) ? 'either' : 'refused'),
  (rows) => sampled(rows, { every: 3, from: 2 }),
);

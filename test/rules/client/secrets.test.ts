import { ms } from '../../../src/spec/time.ts';
import type { InitialApplication } from '../../../src/trace/initial-world.ts';
import { allowed, on } from '../service/written/write-service.ts';
import { judgeRows } from './judge-rows.ts';
import { ask, create, download, mail, type Part } from './write-trace.ts';

/** Where a secret may stand, and where not: traces written by hand. (Endpoints, interface B) */

const secret = 'app secret/1';
const refresh = 'refresh-of-c1';
const application = (text: string): InitialApplication => ({
  id: 'app',
  secret: text,
  allowlisted: true,
  attached: ['portability'],
  scopes: ['orders'],
});
const knowing = (text: string): Part =>
  allowed({
    applications: [application(text)],
    tokens: [
      {
        token: 't1',
        application: 'app',
        customer: 'c1',
        scope: 'orders',
        expiresAt: ms('1h'),
        refreshToken: refresh,
      },
    ],
  });
const world = knowing(secret);
const saying = (body: string): Part => mail('0s', {}, { body });
const address = 'https://b.test/auth/o2/token';
const json = JSON.stringify({ grant_type: 'refresh_token', refresh_token: refresh, client_secret: secret });

judgeRows('C2', [
  ['a form for the token address', 'held', [world, ask('0s', `client_secret=${encodeURIComponent(secret)}`, {})]],
  ['nothing was sent', 'inconclusive', [world]],
  ['the secret in a mail', 'broken', [world, saying(`see ${secret}.`)]],
  ['the refresh token in a mail', 'broken', [world, saying(`see ${refresh}.`)]],
  [
    'the secret in a URL, as it is written there',
    'broken',
    [world, download('0s', {}, { url: `https://l.test/?x=${encodeURIComponent(secret)}` })],
  ],
  ['the refresh token in a URL', 'broken', [world, download('0s', {}, { url: `https://l.test/?x=${refresh}` })]],
  ['a field named in a URL', 'broken', [world, ask('0s', '', {}, { url: `${address}?client_secret=x` })]],
  ['a field with part of that name', 'held', [world, ask('0s', '', {}, { url: `${address}?my_client_secret=x` })]],
  ['the secret in a header', 'broken', [world, create('0s', {}, { authorization: `Bearer ${secret}` })]],
  [
    'in a header that came before without it',
    'broken',
    [world, create('0s'), create('1s'), create('2s', {}, { authorization: secret })],
  ],
  ['the secret by Basic', 'broken', [world, ask('0s', '', {}, { authorization: 'Basic YXBwOng=' })]],
  ['another scheme at the token address', 'held', [world, ask('0s', '', {}, { authorization: 'Bearer basic x' })]],
  ['as JSON', 'broken', [world, ask('0s', json, {})]],
  ['as JSON, where refreshes are', 'held', [world, ask('0s', json, {})], on({ 'login.refreshShape': 'json' })],
  ['a text of eight characters is a secret', 'broken', [knowing('8letters'), saying('in 8letters')]],
  ['a text of eight characters alone', 'broken', [knowing('8letters'), saying('8letters')]],
  ['a text of seven may stand there by chance', 'held', [knowing('letters'), saying('in letters')]],
  [
    'half a surrogate pair stands in no URL, but in a mail',
    'broken',
    [knowing('\ud800 is half of it'), saying('\ud800 is half of it')],
  ],
]);

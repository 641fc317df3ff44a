import './with-resolvers.ts';
import { http, HttpResponse } from 'msw3';
import { setupServer } from 'msw3/node';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { handlers, viaMsw } from '../../src/transport/msw.ts';
import { clients } from './clients.ts';
import { contract, type Gap, handshakes } from './contract.ts';
import { answer, makeGateway } from './gateways.ts';
import { scenarios } from './scenarios.ts';

const server = setupServer(http.get('https://theirs.test/', () => HttpResponse.text('theirs')));

beforeAll(() => server.listen({ onUnhandledFrame: 'bypass' }));
afterAll(() => server.close());

const gaps: readonly Gap[] = [
  'a connection that a scenario breaks fails the request as a real one does, and says who broke it',
  ...handshakes,
  'where there is no TLS, a connection that was to fail in its handshake is reset',
  'a port of a simulated host that no address names refuses the connection and names those that are there',
].map((name) => ({ case: name, because: 'msw has one error for all broken connections, without a code' }));

/** Not got: a connection that msw 3 lets pass, and that then fails, tells of it once more where nobody can hear. */
const reached = ['global fetch', 'node:http default import', 'axios, http adapter'];

for (const [name, client] of Object.entries(clients).filter(([library]) => reached.includes(library)))
  contract(`msw 3, ${name}`, async (gateway) => ({ client, undo: await viaMsw({ http, server })(gateway) }), gaps);

const attach = async (host = 'a.test') => {
  const undo = await viaMsw({ http, server })(makeGateway([`https://${host}`], () => answer(200, 'ours')));
  onTestFinished(undo);
  return { undo };
};

const read = async (url: string): Promise<string> => (await fetch(url)).text();

test('handlers of your own go on beside it, during and after', async () => {
  const { undo } = await attach();

  expect([await read('https://a.test'), await read('https://theirs.test')]).toEqual(['ours', 'theirs']);
  await undo();
  server.use(http.get('https://a.test/', () => HttpResponse.text('yours')));

  expect(await read('https://theirs.test')).toBe('theirs');
  expect(await read('https://a.test')).toBe('yours');
  server.resetHandlers();
});

test('handlers can be given to a server of their own', async () => {
  server.close();
  onTestFinished(() => server.listen({ onUnhandledFrame: 'bypass' }));
  const own = setupServer(
    ...handlers(
      { http },
      makeGateway(['https://a.test'], () => answer(200, 'ours')),
    ),
  );
  own.listen({ onUnhandledFrame: 'error' });
  onTestFinished(() => own.close());

  expect(await read('https://a.test/x')).toBe('ours');
});

scenarios('msw 3', viaMsw({ http, server }));

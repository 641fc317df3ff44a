import '../../src/register.ts';
import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { handlers, viaMsw } from '../../src/transport/msw.ts';
import { clients as allClients, fewCases } from '../clients/all-clients.ts';
import { tell } from '../clients/story.ts';
import { sampled, shareOf } from '../sampled.ts';
import { clients } from './clients.ts';
import { contract, type Gap, handshakes, shortHeads } from './contract.ts';
import { answer, makeGateway } from './gateways.ts';
import { forgetsMethod, scenarios } from './scenarios.ts';

const server = setupServer(http.get('https://theirs.test/', () => HttpResponse.text('theirs')));

beforeAll(() => server.listen({ onUnhandledRequest: 'bypass' }));
afterAll(() => server.close());

const gaps: readonly Gap[] = [
  'a connection that a scenario breaks fails the request as a real one does, and says who broke it',
  ...handshakes,
  'where there is no TLS, a connection that was to fail in its handshake is reset',
  'a port of a simulated host that no address names refuses the connection and names those that are there',
].map((name) => ({ case: name, because: 'msw has one error for all broken connections, without a code' }));

const deaf: Gap = {
  case: 'a client that hangs up before the answer is seen as gone',
  because: 'msw 2 does not tell its handlers when a client of node:http is gone',
};

const reached = ['global fetch', 'node:http default import', 'axios, http adapter', 'got'];

const through = Object.entries(clients).filter(([library]) => reached.includes(library));

for (const [from, [name, client]] of through.entries())
  contract(
    `msw, ${name}`,
    async (gateway) => ({ client, undo: await viaMsw({ http, server })(gateway) }),
    name === 'global fetch' ? gaps : [...gaps, deaf, shortHeads],
    shareOf(4, from),
  );

const attach = async (host = 'a.test') => {
  const undo = await viaMsw({ http, server })(makeGateway([`https://${host}`], () => answer(200, 'ours')));
  onTestFinished(undo);
  return { undo };
};

const read = async (url: string): Promise<string> => (await fetch(url)).text();

test.fails.each(['undici request', 'undici request with a Pool', 'node:http named import'])(
  'msw 2 sees the requests of %s',
  async (name) => {
    await attach();

    expect((await clients[name]?.({ url: 'https://a.test' }))?.body).toBe('ours');
  },
);

test('a broken connection fails a request in the words of msw', async () => {
  onTestFinished(await viaMsw({ http, server })(makeGateway(['https://a.test'], () => ({ broken: 'reset' }))));

  await expect(fetch('https://a.test')).rejects.toMatchObject({ name: 'TypeError', message: 'Failed to fetch' });
  await expect(clients['axios, http adapter']?.({ url: 'https://a.test' })).rejects.toThrow('Network error');
});

test('handlers of your own go on beside it, during and after', async () => {
  const { undo } = await attach();

  expect([await read('https://a.test'), await read('https://theirs.test')]).toEqual(['ours', 'theirs']);
  await undo();
  server.use(http.get('https://a.test/', () => HttpResponse.text('yours')));

  expect(await read('https://theirs.test')).toBe('theirs');
  expect(await read('https://a.test')).toBe('yours');
  server.resetHandlers();
});

test('two simulations share one server', async () => {
  const first = await attach('a.test');
  await attach('b.test');

  expect([await read('https://a.test'), await read('https://b.test')]).toEqual(['ours', 'ours']);
  await first.undo();

  expect(await read('https://b.test')).toBe('ours');
  await expect(read('https://a.test')).rejects.toThrow();
});

test('handlers can be given to a server of their own', async () => {
  server.close();
  onTestFinished(() => server.listen({ onUnhandledRequest: 'bypass' }));
  const own = setupServer(
    ...handlers(
      { http },
      makeGateway(['https://a.test'], () => answer(200, 'ours')),
    ),
  );
  own.listen({ onUnhandledRequest: 'error' });
  onTestFinished(() => own.close());

  expect(await read('https://a.test/x')).toBe('ours');
});

scenarios('msw', viaMsw({ http, server }), undefined, {
  gaps: [forgetsMethod],
  share: shareOf(3),
});

const few = sampled(allClients, { every: 4, kind: ({ layer }) => layer });

/** How clients fare is told here, too, where msw and all that it is to intercept are loaded already. */
tell('msw 2', fewCases, {
  only: (client) => few.includes(client),
  options: { transport: viaMsw({ http, server }) },
  isRegistered: true,
});

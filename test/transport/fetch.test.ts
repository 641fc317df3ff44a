import { expect, test } from 'vitest';
import type { Outcome } from '../../src/core/wire.ts';
import { createFetch } from '../../src/transport/fetch.ts';
import { attachSockets } from '../../src/transport/sockets.ts';
import { overFetch } from './clients.ts';
import { contract, unlisted } from './contract.ts';
import { crowd } from './crowd.ts';
import { answer, makeGateway } from './gateways.ts';

contract('plain fetch', async (gateway) => ({ client: overFetch(createFetch(gateway)), undo: async () => {} }), [
  { case: 'other hosts are left alone', because: 'it leads to the simulation and nowhere else' },
  {
    case: 'after the undo nothing arrives any more, and real hosts are reached as before',
    because: 'nothing is attached, so nothing is undone',
  },
  unlisted,
]);

test('plain fetch refuses foreign hosts and names those it knows', async () => {
  const fetchDoor = createFetch(makeGateway(['https://a.test/eu', 'http://localhost:8080']));

  await expect(fetchDoor('https://other.test/x')).rejects.toMatchObject({
    name: 'Misuse',
    code: 'HOST_UNKNOWN',
    message: expect.stringMatching(
      /https:\/\/other\.test:443 .*https:\/\/a\.test:443, http:\/\/localhost:8080/,
    ) as string,
  });
  await expect(fetchDoor('http://localhost:8081/')).rejects.toMatchObject({ code: 'HOST_UNKNOWN' });
});

test('plain fetch takes a Request, tells its URL, and rejects with the reason of the abort', async () => {
  const fetchDoor = createFetch(makeGateway(['https://a.test']));
  const request = new Request('https://a.test/x?y#z', { method: 'POST', body: 'hällo', headers: { 'X-A': '1' } });

  const response = await fetchDoor(request);

  expect(response.url).toBe('https://a.test/x?y');
  expect(await response.json()).toMatchObject({
    url: 'https://a.test/x?y',
    body: 'hällo',
    headers: { 'x-a': '1', host: 'a.test' },
  });
  await expect(fetchDoor('https://a.test', { signal: AbortSignal.abort('enough') })).rejects.toBe('enough');
});

test('plain fetch follows no redirect once it is aborted', async () => {
  const left = new AbortController();
  const gateway = makeGateway(['https://a.test'], async () => {
    left.abort('enough');
    return { ...answer(307, ''), headers: { location: 'https://a.test/again' } };
  });

  await expect(createFetch(gateway)('https://a.test/once', { signal: left.signal })).rejects.toBe('enough');
  await new Promise(setImmediate);

  expect(gateway.received.map(({ url }) => url)).toEqual(['https://a.test/once']);
});

const withoutHop = (headers: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => name !== 'connection' && name !== 'accept-encoding'));

test('plain fetch sends the headers that the fetch of Node sends, but for those of its connection and coding', async () => {
  const gateway = makeGateway(['https://a.test']);
  const init = { method: 'POST', body: new URLSearchParams({ a: 'ü' }), headers: { authorization: 'Bearer t' } };
  const undo = await attachSockets(gateway);

  await fetch('https://a.test', init);
  await fetch('https://a.test');
  await undo();
  await createFetch(gateway)('https://a.test', init);
  await createFetch(gateway)('https://a.test');

  const [posted, got, plainPosted, plainGot] = gateway.received.map(({ headers }) => withoutHop(headers));
  expect(plainPosted).toEqual(posted);
  expect(plainGot).toEqual(got);
});

test('an answer that no response can be made of fails the request like any bug of the simulator', async () => {
  const gateway = makeGateway(['https://a.test'], () => ({
    status: 200,
    headers: { 'x-broken': 'line\nbreak' },
    body: '',
  }));
  const failed = { name: 'TypeError', message: 'fetch failed', cause: { code: 'ECONNRESET' } };

  await expect(createFetch(gateway)('https://a.test')).rejects.toMatchObject(failed);
  const undo = await attachSockets(gateway);
  await expect(fetch('https://a.test')).rejects.toMatchObject(failed);
  await undo();
});

const stack = expect.stringContaining('importOrders') as string;

const failing: Readonly<Record<string, { readonly outcome: Outcome; readonly url?: string; readonly cause: object }>> =
  {
    'a connection that broke': { outcome: { broken: 'closed' }, cause: { code: 'UND_ERR_SOCKET', stack } },
    'redirects without an end': {
      outcome: { status: 302, headers: { location: 'https://a.test/x' }, body: '' },
      cause: { message: 'redirect count exceeded', stack },
    },
    'a port where nobody listens': {
      outcome: answer(200, ''),
      url: 'https://a.test:81/x',
      cause: { code: 'ECONNREFUSED' },
    },
  };

test.each(Object.entries(failing))(
  'the stacks of %s, and of what fetch says of it, lead to the client',
  async (_, how) => {
    const fetchDoor = createFetch(makeGateway(['https://a.test'], () => how.outcome));
    const importOrders = async (): Promise<Response> => {
      const response = await fetchDoor(how.url ?? 'https://a.test/x');
      return response;
    };

    const error = await importOrders().catch((failure: Error) => failure);

    expect(error).toMatchObject({ message: 'fetch failed', stack, cause: how.cause });
  },
);

crowd('plain fetch', { transport: 'none', fetchOf: (sim) => sim.fetch });

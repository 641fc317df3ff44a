import type { http as Http, HttpResponse as Responses } from 'msw';
import type { setupServer as SetupServer } from 'msw/node';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { handlers, viaMsw } from '../../src/transport/msw.ts';
import { always, attach, read } from './attached.ts';
import { type Gap, handshakes } from './contract.ts';
import { makeGateway } from './gateways.ts';

/** What is used of msw 2 and of msw 3, and how each says what becomes of a request that nobody handles. */
interface Msw {
  readonly http: typeof Http;
  readonly HttpResponse: typeof Responses;
  readonly setupServer: typeof SetupServer;
  readonly unhandled: (how: 'bypass' | 'error') => object;
}

export const gaps: readonly Gap[] = [
  'a connection that a scenario breaks fails the request as a real one does, and says who broke it',
  ...handshakes,
  'where there is no TLS, a connection that was to fail in its handshake is reset',
  'a port of a simulated host that no address names refuses the connection and names those that are there',
].map((name) => ({ case: name, because: 'msw has one error for all broken connections, without a code' }));

/** What whoever uses msw finds of it beside a simulation. Gives the transport through the server that listens for the whole file. */
export const besideMsw = ({ http, HttpResponse, setupServer, unhandled }: Msw) => {
  const server = setupServer(http.get('https://theirs.test/', () => HttpResponse.text('theirs')));
  const transport = viaMsw({ http, server });

  beforeAll(() => server.listen(unhandled('bypass')));
  afterAll(() => server.close());

  test('handlers of your own go on beside it, during and after', async () => {
    const { undo } = await attach(transport, ['https://a.test'], always('ours'));

    expect([await read('https://a.test'), await read('https://theirs.test')]).toEqual(['ours', 'theirs']);
    await undo();
    server.use(http.get('https://a.test/', () => HttpResponse.text('yours')));

    expect(await read('https://theirs.test')).toBe('theirs');
    expect(await read('https://a.test')).toBe('yours');
    server.resetHandlers();
  });

  test('two simulations share one server', async () => {
    const first = await attach(transport, ['https://a.test'], always('ours'));
    await attach(transport, ['https://b.test'], always('ours'));

    expect([await read('https://a.test'), await read('https://b.test')]).toEqual(['ours', 'ours']);
    await first.undo();

    expect(await read('https://b.test')).toBe('ours');
    await expect(read('https://a.test')).rejects.toThrow();
  });

  test('handlers can be given to a server of their own', async () => {
    server.close();
    onTestFinished(() => server.listen(unhandled('bypass')));
    const own = setupServer(...handlers({ http }, makeGateway(['https://a.test'], always('ours'))));
    own.listen(unhandled('error'));
    onTestFinished(() => own.close());

    expect(await read('https://a.test/x')).toBe('ours');
  });

  return transport;
};

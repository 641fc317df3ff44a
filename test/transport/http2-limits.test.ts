import { once } from 'node:events';
import http2, { type ClientHttp2Session } from 'node:http2';
import process from 'node:process';
import { expect, onTestFinished, test } from 'vitest';
import { attachSockets } from '../../src/transport/sockets.ts';
import { answer, makeGateway, type TestGateway } from './gateways.ts';

/** The interfaces know no limit of what HTTP/2 carries: what is sent over it arrives, as it does over HTTP/1.1. */

const open = async (): Promise<{ readonly gateway: TestGateway; readonly session: ClientHttp2Session }> => {
  const gateway = makeGateway(['https://api.example'], () => answer(200, 'fine'));
  onTestFinished(await attachSockets(gateway));
  const session = http2.connect('https://api.example');
  session.on('error', () => undefined);
  onTestFinished(() => session.destroy());
  return { gateway, session };
};

test('a request with a thousand fields arrives with all of them', async () => {
  const { gateway, session } = await open();
  const fields = Object.fromEntries(Array.from({ length: 1000 }, (_, at) => [`x-${at}`, String(at)]));

  const stream = session.request({ ':path': '/', ...fields });
  const [head] = (await once(stream, 'response')) as [http2.IncomingHttpHeaders];

  expect(head[':status']).toBe(200);
  expect(gateway.received[0]?.headers).toMatchObject(fields);
});

const cancelOne = async (session: ClientHttp2Session): Promise<void> => {
  const stream = session.request({ ':path': '/', ':method': 'POST' });
  stream.on('error', () => undefined).end('x');
  stream.close(http2.constants.NGHTTP2_CANCEL);
  await new Promise((closed) => stream.once('close', closed));
};

/** Node 20 counts them, and has no setting for it. */
const outlivesAny = Number(process.versions.node.split('.')[0]) > 20;

test(`a connection ${outlivesAny ? 'outlives' : 'does not outlive'} thousands of requests that are called off in the same moment`, async () => {
  const { session } = await open();

  for (let count = 0; count < 2500 && !session.destroyed; count++) await cancelOne(session);

  expect(session.destroyed).toBe(!outlivesAny);
  if (!outlivesAny) return;
  const [head] = (await once(session.request({ ':path': '/' }), 'response')) as [http2.IncomingHttpHeaders];
  expect(head[':status']).toBe(200);
});

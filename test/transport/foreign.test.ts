import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import https from 'node:https';
import { Agent } from 'undici';
import { describe, expect, onTestFinished, test } from 'vitest';
import { attachSockets } from '../../src/transport/sockets.ts';
import { makeCertificate } from '../../src/transport/tls/certificate.ts';
import { sampled } from '../sampled.ts';
import { always, attach } from './attached.ts';
import { clients, overNode, overUndici } from './clients.ts';
import { listen, realAnswer } from './servers.ts';

const simulate = (addresses: string[]) => attach(attachSockets, addresses, always('simulated'));

describe.each(Object.entries(clients))('%s', (_name, client) => {
  test('reaches a real server of this machine as if nothing were there, on a kept-alive connection too', async () => {
    await using server = await listen(realAnswer);
    await simulate(['https://a.test', 'http://localhost:18080']);

    for (const body of ['one', 'two', 'three']) {
      const got = await client({ method: 'POST', url: `${server.url}/p?q`, body });
      expect(got).toMatchObject({ status: 200, headers: { 'x-real': 'yes' }, body: `real POST /p?q ${body}` });
    }
    expect((await client({ url: 'http://localhost:18080' })).body).toBe('simulated');
  });

  test('keeps its connections to real servers when the simulation begins and ends', async () => {
    await using server = await listen(realAnswer);
    const readReal = async (): Promise<string> => (await client({ url: server.url })).body;

    expect(await readReal()).toBe('real GET / ');
    const { undo } = await simulate(['https://a.test']);
    expect(await readReal()).toBe('real GET / ');
    await undo();
    expect(await readReal()).toBe('real GET / ');
  });

  test('finds a port of this machine simulated that a real server listens on', async () => {
    await using server = await listen(realAnswer);
    await simulate([server.url]);

    expect((await client({ url: server.url })).body).toBe('simulated');
  });
});

const identity = makeCertificate();

const trusting = {
  'node:https': overNode(https.request, https.request, () => ({
    ca: identity.cert,
    agent: new https.Agent({ keepAlive: true }),
  })),
  'undici request': overUndici(() => new Agent({ connect: { ca: identity.cert } })),
};

test.each(Object.entries(trusting))(
  '%s reaches a real server over TLS, and checks its certificate',
  async (_name, client) => {
    await using server = await listen(realAnswer, https.createServer(identity));
    await simulate(['https://a.test']);
    const url = `https://localhost:${server.port}/p`;

    for (const body of ['one', 'two'])
      expect(await client({ method: 'POST', url, body })).toMatchObject({ status: 200, body: `real POST /p ${body}` });
    await expect(fetch(url)).rejects.toMatchObject({ cause: { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' } });
  },
);

test('a real server that is not there is refused by the network, in its words', async () => {
  await simulate(['http://localhost:18083']);
  const { url } = await (async () => {
    await using server = await listen(realAnswer);
    return server;
  })();

  const error: unknown = await fetch(url).catch((reason: unknown) => reason);

  expect(error).toMatchObject({ cause: { code: 'ECONNREFUSED', address: '127.0.0.1' } });
  expect(String((error as Error).cause)).not.toMatch(/stunt-double/);
});

const keepingAlive = Object.entries(clients).filter(([name]) => name !== 'node:http with no agent');

test.each(sampled(keepingAlive, { every: 3 }))(
  '%s opens no more connections than to a real server',
  async (_name, client) => {
    const opened: unknown[] = [];
    const count = (message: unknown): number => opened.push(message);
    await simulate(['http://a.test']);
    subscribe('net.client.socket', count);
    onTestFinished(() => void unsubscribe('net.client.socket', count));

    for (let sent = 0; sent < 100; sent += 1) await client({ url: 'http://a.test' });

    // undici keeps two, since it frees a connection one turn after the answer.
    expect(opened.length).toBeLessThanOrEqual(2);
  },
);

import { expect, test } from 'vitest';
import { simulate } from '../../src/index.ts';
import { createFetch } from '../../src/transport/fetch.ts';
import type { Gateway } from '../../src/transport/gateway.ts';
import { receiveBy, take } from '../../src/transport/way-in.ts';
import { answer, makeGateway } from './gateways.ts';

const request = { method: 'GET', url: 'https://a.test/', headers: {}, body: '' };

/** What becomes of the request, by the one way and by the other. */
const bothWays = (gateway: Gateway): readonly Promise<unknown>[] => {
  const { signal: gone } = new AbortController();
  const called = new Promise((hear, fail) => {
    take(gateway, request, { gone, overlooks: undefined, waits: undefined, hear, fail });
  });
  return [called, gateway.receive(request, gone)];
};

test('what a gateway of ours tells by calls, and what it promises, is the same', async () => {
  const told = answer(200, '"told"');
  const asked: string[] = [];
  const receive = receiveBy(({ url }, { hear }) => {
    asked.push(url);
    hear(told);
  });

  expect(await Promise.all(bothWays({ ...makeGateway([]), receive }))).toEqual([told, told]);
  expect(asked).toEqual([request.url, request.url]);
});

test('so is a bug of ours', async () => {
  const bug = new Error('a bug');
  const gateway = { ...makeGateway([]), receive: receiveBy((_request, { fail }) => fail(bug)) };

  const failed = { status: 'rejected', reason: bug };
  expect(await Promise.allSettled(bothWays(gateway))).toEqual([failed, failed]);
});

test('and a bug of a gateway that promises alone', async () => {
  const bug = new Error('a bug');
  const gateway = makeGateway([], () => Promise.reject(bug));

  const failed = { status: 'rejected', reason: bug };
  expect(await Promise.allSettled(bothWays(gateway))).toEqual([failed, failed]);
});

test('a gateway that promises alone is asked for its promise', async () => {
  const gateway = makeGateway(['https://a.test']);

  const heard = await Promise.all(bothWays(gateway));

  expect(heard).toEqual([answer(200, JSON.stringify(request)), answer(200, JSON.stringify(request))]);
});

test('whoever wraps the gateway of a simulation is asked in its place', async () => {
  await using sim = await simulate({ transport: 'none' });
  const { gateway } = sim;
  const urls: string[] = [];
  const fetch = createFetch({
    ...gateway,
    receive: (...asked) => {
      urls.push(asked[0].url);
      return gateway.receive(...asked);
    },
  });

  const { status } = await sim.run(() => fetch(sim.env.tokenUrl, { method: 'POST' }));

  expect([status, urls]).toEqual([400, [sim.env.tokenUrl]]);
});

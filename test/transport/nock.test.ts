import './with-resolvers.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { attachSockets } from '../../src/transport/sockets.ts';
import { sampled } from '../sampled.ts';
import { always, attach } from './attached.ts';
import { clients } from './clients.ts';
import { listen, realAnswer } from './servers.ts';

const { default: nock } = await import('nock');

const ours = 'https://ours.test';
const theirs = 'https://theirs.test';

const begin = () => attach(attachSockets, [ours], always('ours'));

/** Starts both, nock first or last; nock counts as started from its import on. */
const startBoth = async (order: string) => {
  if (order === 'nock first') return begin();
  nock.restore();
  const attached = await begin();
  nock.activate();
  return attached;
};

beforeAll(() => {
  if (!nock.isActive()) nock.activate();
});

afterEach(() => {
  nock.cleanAll();
  nock.enableNetConnect();
  if (!nock.isActive()) nock.activate();
});

afterAll(() => nock.restore());

const orders = ['nock first', 'nock last'];

describe.each(orders)('with nock beside us, %s', (order) => {
  const from = orders.indexOf(order);

  test.each(sampled(Object.entries(clients), { every: 2, from }))(
    '%s gets our host from us, the host of nock from nock, real hosts from the network',
    async (_name, client) => {
      await using server = await listen(realAnswer);
      await startBoth(order);
      nock(theirs).get('/x').times(2).reply(200, 'theirs');

      for (let round = 0; round < 2; round += 1) {
        expect((await client({ url: ours })).body).toBe('ours');
        expect((await client({ url: `${theirs}/x` })).body).toBe('theirs');
        expect((await client({ url: `${server.url}/y` })).body).toBe('real GET /y ');
      }
    },
  );

  test.each(sampled(Object.entries(clients), { every: 2, from: from + 1 }))(
    '%s is kept from the network by nock, but not from us',
    async (_name, client) => {
      await using server = await listen(realAnswer);
      await startBoth(order);
      nock.disableNetConnect();
      nock(theirs).post('/x', 'body').reply(201, 'theirs');

      expect((await client({ url: ours, method: 'POST', body: 'b' })).body).toBe('ours');
      expect(await client({ url: `${theirs}/x`, method: 'POST', body: 'body' })).toMatchObject({
        status: 201,
        body: 'theirs',
      });
      await expect(client({ url: server.url })).rejects.toThrow();
      expect((await client({ url: ours })).body).toBe('ours');
    },
  );

  test('nock works on once we are gone', async () => {
    const { undo } = await startBoth(order);
    nock(theirs).get('/').times(2).reply(200, 'theirs');
    expect(await (await fetch(theirs)).text()).toBe('theirs');

    await undo();

    expect(await (await fetch(theirs)).text()).toBe('theirs');
    nock.disableNetConnect();
    await expect(fetch(ours)).rejects.toThrow();
  });

  test('we work on once nock is gone', async () => {
    await using server = await listen(realAnswer);
    await startBoth(order);
    expect(await (await fetch(ours)).text()).toBe('ours');

    nock.restore();

    expect(await (await fetch(ours)).text()).toBe('ours');
    expect(await (await fetch(server.url)).text()).toBe('real GET / ');
  });

  test('an interceptor of nock for our host is never asked', async () => {
    await startBoth(order);
    const scope = nock(ours).get('/').reply(200, 'theirs');

    expect(await (await fetch(ours)).text()).toBe('ours');
    expect(scope.isDone()).toBe(false);
  });
});

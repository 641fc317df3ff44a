// First, as for whatever keeps the timers it finds when it is loaded.
import '../../src/register.ts';
import './with-resolvers.ts';
import http from 'node:https';
import axios from 'axios';
import * as msw3 from 'msw3';
import { setupServer } from 'msw3/node';
import nock from 'nock';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SimulateOptions } from '../../src/simulation/options.ts';
import { viaMsw } from '../../src/transport/msw.ts';
import { viaNock } from '../../src/transport/nock.ts';
import { simulate } from '../../src/simulate.ts';
import { bearer, queriesOf } from '../simulation/calls.ts';

/** A client keeps its connections for the next request; none of them may outlive the simulation that it led to. */

type Send = (url: string, token: string) => Promise<number>;
type Transport = NonNullable<SimulateOptions['transport']>;

beforeAll(() => nock.restore());
afterAll(() => nock.restore());

const ways: Readonly<Record<string, Transport>> = {
  sockets: 'sockets',
  'nock 15': viaNock(nock),
  'msw 3': async (gateway) => {
    const server = setupServer();
    server.listen({ onUnhandledFrame: 'bypass' });
    const undo = await viaMsw({ http: msw3.http, server })(gateway);
    return async () => {
      await undo();
      server.close();
    };
  },
};

const agent = new http.Agent({ keepAlive: true });
afterAll(() => agent.destroy());

const clients: Readonly<Record<string, Send>> = {
  'global fetch': async (url, token) => {
    const response = await fetch(url, { method: 'POST', headers: bearer(token) });
    await response.text();
    return response.status;
  },
  'axios with a keep-alive agent': async (url, token) =>
    (
      await axios.post(url, '', {
        headers: bearer(token),
        httpsAgent: agent,
        adapter: 'http',
        validateStatus: () => true,
      })
    ).status,
};

const askTwice = async (transport: Transport, send: Send): Promise<readonly unknown[]> => {
  await using sim = await simulate({ transport, unfired: 'ignore' });
  const { env } = sim;
  const token = env.customer.accessToken;
  const url = queriesOf(env);
  return await sim.run(async () => [await send(url, token), await send(url, token)]).catch((error: unknown) => [error]);
};

describe.each(Object.entries(clients))('%s', (_client, send) => {
  test.each(Object.entries(ways))('keeps no connection of a simulation through %s', async (_way, transport) => {
    await askTwice(transport, send);

    expect(await askTwice('sockets', send)).toEqual([201, 201]);
    expect(await askTwice(transport, send)).toEqual([201, 201]);
    expect(await askTwice('sockets', send)).toEqual([201, 201]);
  });
});

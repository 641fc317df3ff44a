import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { type Client, runScenario, simulate, type Simulation } from '../../src/index.ts';
import { judgeStopped } from '../../src/check/trial/judge-stopped.ts';
import { baseline } from '../../src/check/client-profile.ts';
import type { Scenario } from '../../src/language/ast.ts';
import { type PlayedScenario, playScenario } from '../../src/play/play-scenario.ts';
import { create } from '../simulation/calls.ts';
import { importWith } from '../rules/clients/reference-client.ts';
import { asTransport, openTransport } from '../../src/simulation/open-transport.ts';

let keeper: Simulation | undefined;

afterEach(async () => {
  await keeper?.stop();
});

/** Half a second of real time; where it is not about that, more than is ever needed. */
const play = async (
  client: Client,
  scenario = baseline,
  { requests = 3000, real = 500 } = {},
): Promise<PlayedScenario> => {
  const transport = asTransport((await openTransport('fetch')).attach);
  keeper = await simulate({ transport: 'none' });
  return playScenario(scenario, client, { transport, limits: { requests, within: '5d', real } });
};

const busy: Client = async ({ signal }) => {
  while (!signal.aborted) await turn();
};

/** As one that has much to do, on a machine that does little at a time. */
const getsOn: Client = async ({ signal }) => {
  while (!signal.aborted) await sleep(1);
};

test('a client that keeps the process busy, so that no time passes, is stopped for that', async () => {
  const played = await play(busy);

  expect(played.stopped?.how).toBe('spinning');
  expect(judgeStopped(baseline, played)).toEqual([
    'it kept the process busy for 0.25 s of real time, without a request and without waiting for anything',
  ]);
});

test('of a client that waits for what cannot come, what it probably waits for is told', async () => {
  const waits: Client = async (env) => {
    await create(env);
    await new Promise(() => {});
  };
  const { findings } = await runScenario(baseline, waits, { transport: 'fetch' });

  expect(findings[0]).toMatchObject({
    claim: 'the client comes to an end',
    found: expect.stringMatching(
      /^simulation: the clock is stuck at .* \[CLOCK_STUCK\]; the likely cause: notification 1 was not taken: no endpoint is registered; call env\.onNotification before the first query$/,
    ),
  });
});

test('where real time is over while a client still gets on, nothing is said of it', async () => {
  const played = await play(getsOn);

  expect(played.stopped).toEqual({ how: 'slow', why: 'it was given up after 0.5 s of real time, and still got on' });
  expect(judgeStopped(baseline, played)).toEqual([]);
});

describe('of a client that is stopped since it sent too many requests', () => {
  const fewRequests = { requests: 60, real: 20_000 };
  const large: Scenario = { ...baseline, customers: [{ records: 40 }] };

  test('nothing is said while most of them bring something new', async () => {
    const played = await play(importWith(), large, fewRequests);

    expect(played.stopped?.how).toBe('flooded');
    expect(judgeStopped(large, played)).toEqual([]);
  });

  test('it is said when it gets again and again what it has', async () => {
    const again: Client = async (env) => {
      for (;;) await importWith()(env);
    };
    const small: Scenario = { ...baseline, customers: [{ records: 0 }] };

    const played = await play(again, small, fewRequests);

    expect(judgeStopped(small, played)).toEqual(['it sent more than 60 requests']);
  });

  const renewing =
    (every: number): Client =>
    async (env) => {
      await create(env);
      const grant = { grant_type: 'refresh_token', refresh_token: env.customer.refreshToken };
      const body = new URLSearchParams({ ...grant, client_id: env.clientId, client_secret: env.clientSecret });
      for (;;) {
        await sleep(every);
        await fetch(env.tokenUrl, { method: 'POST', body });
      }
    };
  const held: Scenario = {
    ...baseline,
    customers: [{ records: 1, collects: 'held' }],
    assumptions: { 'token.lifetime': '1s' },
  };

  test('nothing is said while it keeps a token alive for what it waits for', async () => {
    const played = await play(renewing(800), held, fewRequests);

    expect(played.stopped?.how).toBe('flooded');
    expect(judgeStopped(held, played)).toEqual([]);
  });

  test('it is said when it renews a token that has long to live', async () => {
    expect(judgeStopped(held, await play(renewing(100), held, fewRequests))).toEqual(['it sent more than 60 requests']);
  });
});

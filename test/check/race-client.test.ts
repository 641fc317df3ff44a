import { expect, test } from 'vitest';
import { raceClient } from '../../src/check/race/race-client.ts';
import { findGroups, ordersOf } from '../../src/check/race/concurrent-calls.ts';
import { readScenario } from '../../src/language/read-scenario.ts';
import type { Client, ClientEnv } from '../../src/simulation/client-env.ts';
import type { Entry } from '../../src/trace/entry.ts';
import { importWith } from '../rules/clients/reference-client.ts';
import { onlyRule } from './only-rule.ts';

interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
}

/** Lists a query twice at once, and asks for a new token where it finds the old one dead: one for both, or one for each. */
const listTwiceAtOnce =
  (isShared: boolean): Client =>
  async (env) => {
    const { customer } = env;
    const base = `${env.regions['eu-west-1']}/${customer.scope}/data-queries`;
    let { accessToken, refreshToken } = customer;
    let renewal: Promise<void> | undefined;
    const renew = async (): Promise<void> => {
      const response = await fetch(env.tokenUrl, { method: 'POST', body: formOf(env, refreshToken) });
      if (!response.ok) throw new Error(`refresh: ${response.status}`);
      ({ access_token: accessToken, refresh_token: refreshToken } = (await response.json()) as Tokens);
    };
    const call = async (url: string, method = 'GET'): Promise<Response> => {
      const send = (): Promise<Response> => fetch(url, { method, headers: { authorization: `Bearer ${accessToken}` } });
      const response = await send();
      if (response.status !== 403) return response;
      if (isShared) renewal ??= renew();
      await (isShared ? renewal : renew());
      return send();
    };
    const notified = new Promise<void>((resolve) => {
      env.onNotification(() => {
        resolve();
        return new Response(null, { status: 204 });
      });
    });
    const { id } = (await (await call(base, 'POST')).json()) as { id: string };
    await notified;
    const pages = await Promise.all([10, 20].map((size) => call(`${base}/${id}/records?maxResults=${size}`)));
    return pages.map(({ status }) => status);
  };

const formOf = ({ clientId, clientSecret }: ClientEnv, refreshToken: string): URLSearchParams =>
  new URLSearchParams({
    grant_type: 'refresh_token',
    refresh_token: refreshToken,
    client_id: clientId,
    client_secret: clientSecret,
  });

/** A refresh token gives way to a new one when it is used, so that the second of two refreshes comes too late. */
const scenario = readScenario(
  '{ name: tokens rotate, latency: 50ms, customer: { records: 0 }, assumptions: { login.refreshRotation: rotates } }',
  'race.yaml',
);

test('calls that are under way together are answered in every order, with a token that lives and one that is dead', async () => {
  const report = await raceClient(listTwiceAtOnce(true), { transport: 'fetch', scenario, rules: onlyRule('C27') });

  expect(report.together).toEqual(['listDataQueryRecords, listDataQueryRecords 2']);
  expect(report.races.slice(0, 6).map(({ what }) => what)).toEqual([
    'answers all at once',
    'answers all at once, and the token is dead',
    'answers in the order 1 2',
    'answers in the order 1 2, and the token is dead',
    'answers in the order 2 1',
    'answers in the order 2 1, and the token is dead',
  ]);
  expect(report.races.filter(({ verdict }) => verdict === 'broken')).toEqual([]);
});

test('two refreshes of one token are found out', async () => {
  const report = await raceClient(listTwiceAtOnce(false), { transport: 'fetch', scenario, rules: onlyRule('C27') });

  const broken = report.races.filter(({ verdict }) => verdict === 'broken');
  expect(broken.map(({ what }) => what)).toContain('answers in the order 1 2, and the token is dead');
  expect(broken[0]).toMatchObject({
    rule: 'C27',
    because: expect.stringContaining('refresh') as string,
  });
  expect(broken.map(({ what }) => what)).not.toContain('answers in the order 1 2');
});

test('a notification ahead of the answer to its create is borne by a sound client, and by one that asks first is not', async () => {
  const forgetful: Client = async (env) => {
    const waiting = new Map<string, () => void>();
    env.onNotification(async (request) => {
      const { Message } = (await request.json()) as { Message: string };
      waiting.get((JSON.parse(Message) as { id: string }).id)?.();
      return new Response(null, { status: 204 });
    });
    const url = `${env.regions['eu-west-1']}/${env.customer.scope}/data-queries`;
    const headers = { authorization: `Bearer ${env.customer.accessToken}` };
    const { id } = (await (await fetch(url, { method: 'POST', headers })).json()) as { id: string };
    await new Promise<void>((resolve, reject) => {
      waiting.set(id, resolve);
      setTimeout(() => reject(new Error('no notification')), 4 * 3_600_000);
    });
    return importWith()(env);
  };
  const what = 'the notification before the answer';

  const [sound, other] = [
    await raceClient(importWith(), { transport: 'fetch' }),
    await raceClient(forgetful, { transport: 'fetch', rules: onlyRule('C27') }),
  ];

  expect(sound.races.find((race) => race.what === what)).toMatchObject({ verdict: 'survived', ended: 'finished' });
  expect(other.races.find((race) => race.what === what)).toMatchObject({
    verdict: 'broken',
    because: expect.stringMatching(/^it failed: no notification; /) as string,
  });
});

const asked = (exchange: number, at: number): Entry => ({
  at,
  kind: 'request',
  exchange,
  operation: 'downloadFile',
  request: { method: 'GET', url: 'https://links.test/1', headers: {}, body: '' },
});
const arrived = (exchange: number, at: number): Entry => ({ at, kind: 'arrived', exchange });

test('calls are together when each was sent before any answer had come', () => {
  const groups = findGroups([
    asked(1, 0),
    asked(2, 5),
    arrived(1, 10),
    asked(3, 10),
    arrived(2, 15),
    arrived(3, 20),
    asked(4, 30),
  ]);

  expect(groups).toEqual([
    [
      { exchange: 'downloadFile', nth: 1 },
      { exchange: 'downloadFile', nth: 2 },
    ],
  ]);
});

test('three things have six orders', () => {
  expect(ordersOf(['a', 'b', 'c']).map((order) => order.join(''))).toEqual(['abc', 'acb', 'bac', 'bca', 'cab', 'cba']);
});

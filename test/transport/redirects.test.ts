import { text as textOf } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import type { WireRequest } from '../../src/core/wire.ts';
import { createFetch } from '../../src/transport/fetch.ts';
import { answer, makeGateway } from './gateways.ts';
import { listen } from './servers.ts';

/** What `sim.fetch` makes of redirects is what Node's own `fetch` makes of them at real servers. */

/** What arrived, without what differs with the place. */
interface Seen {
  readonly method: string;
  readonly path: string;
  readonly body: string;
  readonly told: Readonly<Record<string, string | undefined>>;
}

const told = ['authorization', 'cookie', 'content-type', 'content-length', 'x-own'] as const;

const see = (method: string, path: string, body: string, headers: Readonly<Record<string, unknown>>): Seen => ({
  method,
  path,
  body,
  told: Object.fromEntries(told.map((name) => [name, headers[name] as string | undefined])),
});

interface Told {
  readonly status: number;
  /** Whether it leads to another host. */
  readonly away?: true;
  /** How often, before the answer. */
  readonly times?: number;
}

const moves = ({ status, times = 1 }: Told, asked: number): number => (asked <= times ? status : 200);

type Ask = (fetch: typeof globalThis.fetch, url: string) => Promise<Response>;

const verdictOf = async (asked: Promise<Response>): Promise<unknown> => {
  try {
    const response = await asked;
    return { status: response.status, redirected: response.redirected, body: await response.text() };
  } catch (error) {
    const { name, message, cause } = error as Error;
    return { name, message, cause: (cause as Error | undefined)?.message };
  }
};

/** At real servers: what the client makes of it, and what they saw. */
const inReality = async (how: Told, ask: Ask) => {
  const seen: Seen[] = [];
  const serve = async (away: string | undefined) =>
    listen((request, response) => {
      void textOf(request).then((body) => {
        seen.push(see(request.method ?? '', request.url ?? '', body, request.headers));
        const status = moves(how, seen.length);
        if (status !== 200) response.setHeader('location', away === undefined ? '/next' : `${away}/next`);
        response.writeHead(status).end(status === 200 ? 'there' : '');
      });
    });
  await using other = await serve(undefined);
  await using first = await serve(how.away && other.url);
  return { made: await verdictOf(ask(fetch, `${first.url}/first`)), seen };
};

const simulated = async (how: Told, ask: Ask) => {
  const seen: Seen[] = [];
  const receive = ({ method, url, body, headers }: WireRequest) => {
    seen.push(see(method, new URL(url).pathname, body, headers));
    const status = moves(how, seen.length);
    if (status === 200) return answer(200, 'there');
    const location = how.away ? 'https://other.test/next' : '/next';
    return { status, headers: { location }, body: '' };
  };
  const gateway = makeGateway(['https://first.test', 'https://other.test'], receive);
  return { made: await verdictOf(ask(createFetch(gateway), 'https://first.test/first')), seen };
};

const post: Ask = (fetch, url) =>
  fetch(url, {
    method: 'POST',
    body: 'a=1',
    headers: { authorization: 'Bearer t', cookie: 'c=1', 'content-type': 'text/plain', 'x-own': 'kept' },
  });

const get: Ask = (fetch, url) => fetch(url, { headers: { authorization: 'Bearer t', 'x-own': 'kept' } });

describe.each([301, 302, 303, 307, 308])('%s', (status) => {
  test.each([
    ['a POST to the same host', { status }, post],
    ['a POST to another host', { status, away: true }, post],
    ['a GET to the same host', { status }, get],
    ['a GET to another host', { status, away: true }, get],
    ['PUT', { status }, (fetch, url) => fetch(url, { method: 'PUT', body: 'b' })],
    ['HEAD', { status }, (fetch, url) => fetch(url, { method: 'HEAD' })],
    ["'manual'", { status }, (fetch, url) => fetch(url, { redirect: 'manual' })],
    ["'error'", { status }, (fetch, url) => fetch(url, { redirect: 'error' })],
  ] satisfies [string, Told, Ask][])('%s', async (_what, how: Told, ask: Ask) => {
    expect(await simulated(how, ask)).toEqual(await inReality(how, ask));
  });
});

test.each([20, 21])('%i redirects in a row', async (times) => {
  const how = { status: 307, times };

  expect(await simulated(how, get)).toEqual(await inReality(how, get));
});

test('a redirect to a host that is not simulated is refused by name, and nothing is sent', async () => {
  const gateway = makeGateway(['https://first.test'], () => ({
    status: 302,
    headers: { location: 'https://elsewhere.test/' },
    body: '',
  }));

  await expect(get(createFetch(gateway), 'https://first.test/first')).rejects.toMatchObject({ code: 'HOST_UNKNOWN' });
  expect(gateway.received).toHaveLength(1);
});

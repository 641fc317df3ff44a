import '../transport/with-resolvers.ts';
import https from 'node:https';
import { text as textOf } from 'node:stream/consumers';
import axios from 'axios';
import { afterEach, describe, expect, test } from 'vitest';
import { http as mswHttp, HttpResponse, passthrough } from 'msw';
import { setupServer } from 'msw/node';
import { getGlobalDispatcher, MockAgent, request as undiciRequest, setGlobalDispatcher } from 'undici';
import type { Simulation } from '../../src/index.ts';
import { simulate } from '../../src/simulate.ts';

const { default: nock } = await import('nock');
const { default: nock14 } = await import('nock14');

/** Other tools that catch requests in the same process, started before or after, stopped before or after. */

const theirs = 'https://theirs.example';

interface Guest {
  readonly name: string;
  /** Answers `theirs` with "theirs"; the undo stops it. */
  readonly start: () => () => unknown;
  /** The clients that the guest itself can catch. */
  readonly catches: readonly string[];
}

const startNock = (library: typeof nock, closed: boolean) => (): (() => unknown) => {
  if (!library.isActive()) library.activate();
  library(theirs).persist().get('/').reply(200, 'theirs');
  if (closed) library.disableNetConnect();
  return () => {
    library.cleanAll();
    library.enableNetConnect();
    library.restore();
  };
};

const startMsw = (): (() => unknown) => {
  const server = setupServer(mswHttp.get(theirs, () => HttpResponse.text('theirs')));
  server.listen({ onUnhandledRequest: 'bypass' });
  return () => server.close();
};

const startStrictMsw = (): (() => unknown) => {
  const server = setupServer(
    mswHttp.get(theirs, () => HttpResponse.text('theirs')),
    mswHttp.all('https://*.stunt-double.test/*', () => passthrough()),
  );
  server.listen({ onUnhandledRequest: 'error' });
  return () => server.close();
};

/** As docs/beside-other-tools.md has it. */
const startRefusingMsw = (): (() => unknown) => {
  const server = setupServer(mswHttp.get(theirs, () => HttpResponse.text('theirs')));
  server.listen({
    onUnhandledRequest: ({ url }, print) => {
      if (!url.includes('.stunt-double.test')) print.error();
    },
  });
  return () => server.close();
};

const startNock14 = (): (() => unknown) => {
  const stop = startNock(nock14 as unknown as typeof nock, true)();
  nock14.enableNetConnect(/\.stunt-double\.test/);
  return stop;
};

const startMockAgent = (): (() => unknown) => {
  const before = getGlobalDispatcher();
  const agent = new MockAgent();
  agent.enableNetConnect(/stunt-double\.test/);
  agent.get(theirs).intercept({ path: '/', method: 'GET' }).reply(200, 'theirs').persist();
  setGlobalDispatcher(agent);
  return async () => {
    setGlobalDispatcher(before);
    await agent.close();
  };
};

const guests: readonly Guest[] = [
  { name: 'nock 15', start: startNock(nock, false), catches: ['fetch', 'axios', 'node:https'] },
  { name: 'nock 15, closed', start: startNock(nock, true), catches: ['fetch', 'axios', 'node:https'] },
  {
    name: 'nock 14',
    start: startNock(nock14 as unknown as typeof nock, false),
    catches: ['fetch', 'axios', 'node:https'],
  },
  { name: 'nock 14, closed but for ours', start: startNock14, catches: ['fetch', 'axios', 'node:https'] },
  { name: 'msw 2', start: startMsw, catches: ['fetch', 'axios', 'node:https'] },
  { name: 'msw 2, strict', start: startStrictMsw, catches: ['fetch', 'axios', 'node:https'] },
  { name: 'msw 2, which refuses all but ours', start: startRefusingMsw, catches: ['fetch', 'axios', 'node:https'] },
  { name: 'undici MockAgent', start: startMockAgent, catches: ['undici', 'fetch'] },
];

const gets: Readonly<Record<string, (url: string) => Promise<string>>> = {
  fetch: async (url) => (await fetch(url)).text(),
  axios: async (url) => String((await axios.get<unknown>(url, { validateStatus: null, responseType: 'text' })).data),
  undici: async (url) => (await undiciRequest(url)).body.text(),
  'node:https': (url) =>
    new Promise((resolve, reject) => {
      https.get(url, (response) => resolve(textOf(response))).on('error', reject);
    }),
};

nock.restore();
nock14.restore();

afterEach(() => {
  nock.cleanAll();
});

/** What each client gets from the simulation, at an address where there is nothing: its 404. */
const ours = async (sim: Simulation): Promise<unknown> => {
  const url = sim.env.emailUrl.replace('/sendEmail', '/nowhere');
  return sim.run(() => Promise.all(Object.values(gets).map((get) => get(url))));
};

const nothingThere = Object.values(gets).map(() => '{"message":"Not Found"}');

const guestsOwn = (guest: Guest): Promise<readonly string[]> =>
  Promise.all(guest.catches.map(async (client) => gets[client]?.(`${theirs}/`) ?? ''));

describe.each(guests)('beside $name', (guest) => {
  const isAnswered = async (): Promise<void> => {
    expect(await guestsOwn(guest)).toEqual(guest.catches.map(() => 'theirs'));
  };

  test('which started first and stops last', async () => {
    const stop = guest.start();
    try {
      await using sim = await simulate();
      expect(await ours(sim)).toEqual(nothingThere);
      await isAnswered();
      await sim.stop();
      await isAnswered();
    } finally {
      await stop();
    }
  });

  test('which started first and stops first', async () => {
    const stop = guest.start();
    await using sim = await simulate();
    await isAnswered();
    await stop();
    expect(await ours(sim)).toEqual(nothingThere);
  });

  test('which starts last and stops first', async () => {
    await using sim = await simulate();
    const stop = guest.start();
    try {
      expect(await ours(sim)).toEqual(nothingThere);
      await isAnswered();
    } finally {
      await stop();
    }
    expect(await ours(sim)).toEqual(nothingThere);
  });

  test('which starts last and stops last', async () => {
    await using sim = await simulate();
    const stop = guest.start();
    try {
      expect(await ours(sim)).toEqual(nothingThere);
      await sim.stop();
      await isAnswered();
    } finally {
      await stop();
    }
  });
});

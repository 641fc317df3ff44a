import '../../src/register.ts';
import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { expect, test } from 'vitest';
import { clients as allClients, fewCases } from '../clients/all-clients.ts';
import { tell } from '../clients/story.ts';
import { sampled, shareOf } from '../sampled.ts';
import { always, attach } from './attached.ts';
import { besideMsw, gaps } from './beside-msw.ts';
import { clients } from './clients.ts';
import { contract, type Gap, shortHeads } from './contract.ts';
import { forgetsMethod, scenarios } from './scenarios.ts';

const transport = besideMsw({ http, HttpResponse, setupServer, unhandled: (how) => ({ onUnhandledRequest: how }) });

const deaf: Gap = {
  case: 'a client that hangs up before the answer is seen as gone',
  because: 'msw 2 does not tell its handlers when a client of node:http is gone',
};

const reached = ['global fetch', 'node:http default import', 'axios, http adapter', 'got'];

const through = Object.entries(clients).filter(([library]) => reached.includes(library));

for (const [from, [name, client]] of through.entries())
  contract(
    `msw, ${name}`,
    async (gateway) => ({ client, undo: await transport(gateway) }),
    name === 'global fetch' ? gaps : [...gaps, deaf, shortHeads],
    shareOf(4, from),
  );

test.fails.each(['undici request', 'undici request with a Pool', 'node:http named import'])(
  'msw 2 sees the requests of %s',
  async (name) => {
    await attach(transport, ['https://a.test'], always('ours'));

    expect((await clients[name]?.({ url: 'https://a.test' }))?.body).toBe('ours');
  },
);

test('a broken connection fails a request in the words of msw', async () => {
  await attach(transport, ['https://a.test'], () => ({ broken: 'reset' }));

  await expect(fetch('https://a.test')).rejects.toMatchObject({ name: 'TypeError', message: 'Failed to fetch' });
  await expect(clients['axios, http adapter']?.({ url: 'https://a.test' })).rejects.toThrow('Network error');
});

scenarios('msw', transport, undefined, {
  gaps: [forgetsMethod],
  share: shareOf(3),
});

const few = sampled(allClients, { every: 4, kind: ({ layer }) => layer });

/** How clients fare is told here, too, where msw and all that it is to intercept are loaded already. */
tell('msw 2', fewCases, {
  only: (client) => few.includes(client),
  options: { transport },
  isRegistered: true,
});

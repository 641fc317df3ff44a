import { describe, expect, test } from 'vitest';
import type { Client, ClientEnv } from '../../src/simulation/client-env.ts';
import { storeScopes } from '../../src/spec/scopes.ts';
import { checked } from './found.ts';

/** Clients that import nothing: they send a mail, or read a report. (What the service does, interfaces A and B) */

const send = async (url: string, init: RequestInit): Promise<Response> =>
  fetch(url, { ...init, signal: AbortSignal.timeout(30_000) });

const mail = async ({ emailUrl }: ClientEnv): Promise<number> => {
  const sent = { toEmailAddress: 'ann@example.com', fromEmailAddress: 'shop@example.com', emailContent: 'Hello.' };
  return (await send(emailUrl, { method: 'POST', body: JSON.stringify(sent) })).status;
};

const report = async (env: ClientEnv, scope: string): Promise<number> => {
  const { clientId, clientSecret, tokenUrl, storeUrls } = env;
  const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret, scope };
  for (let tokens = 1; ; tokens++) {
    const granted = await send(tokenUrl, { method: 'POST', body: new URLSearchParams(form) });
    const { access_token: token } = (await granted.json()) as { readonly access_token?: string };
    if (token === undefined) return granted.status;
    const answer = await send(`${storeUrls.reporting}/sales`, { headers: { authorization: `Bearer ${token}` } });
    if (answer.status !== 403 || tokens === 2) return answer.status;
  }
};

const check = (client: Client) => checked(client, { runs: 40, modes: ['any'] });

describe('a client with no other business says so where it was refused', () => {
  test.each<readonly [string, Client, RegExp]>([
    ['a mail that is taken for sent', async (env) => void (await mail(env)), /sendEmail was refused with 4\d\d, and/],
    [
      'a report whose scope lacks a colon',
      async (env) => ({ reports: [await report(env, 'reporting:store:marketer')].length }),
      /requestToken was refused with 400, and nothing in what the client returned says so/,
    ],
  ])('%s is found', async (_name, client, text) => {
    expect(await check(client)).toMatchObject({
      symptom: { key: 'C17', evidence: expect.arrayContaining([expect.stringMatching(text)]) },
    });
  });

  test.each<readonly [string, Client]>([
    ['a mail with its status', async (env) => ({ mail: await mail(env) })],
    ['a report with its status', async (env) => ({ report: await report(env, storeScopes.reporting) })],
  ])('nobody is accused who tells %s', async (_name, client) => {
    expect(await check(client)).toBeUndefined();
  });
});

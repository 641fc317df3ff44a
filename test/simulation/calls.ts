import type { ClientEnv, Region } from '../../src/index.ts';

/** The calls of a plain client, one line each, so that tests read as stories. */

export interface Answered {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

const answered = async (response: Response): Promise<Answered> => {
  const text = await response.text();
  return { status: response.status, body: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>) };
};

export const bearer = (token: string): { readonly authorization: string } => ({ authorization: `Bearer ${token}` });

export const queriesOf = (
  { regions, customer }: Pick<ClientEnv, 'regions' | 'customer'>,
  region: Region = 'eu-west-1',
): string => `${regions[region]}/${customer.scope}/data-queries`;

export const create = async (
  env: ClientEnv,
  token = env.customer.accessToken,
  region: Region = 'eu-west-1',
): Promise<Answered> => answered(await fetch(queriesOf(env, region), { method: 'POST', headers: bearer(token) }));

/** The id of a new query. */
export const createIn = async (env: ClientEnv, region: Region): Promise<string> =>
  String((await create(env, env.customer.accessToken, region)).body['id']);

export const list = async (env: ClientEnv, id: unknown, token = env.customer.accessToken): Promise<Answered> =>
  answered(await fetch(`${queriesOf(env, 'us-east-1')}/${String(id)}/records`, { headers: bearer(token) }));

export const requestToken = async (env: ClientEnv, fields: Readonly<Record<string, string>>): Promise<Answered> =>
  answered(
    await fetch(env.tokenUrl, {
      method: 'POST',
      body: new URLSearchParams({ client_id: env.clientId, client_secret: env.clientSecret, ...fields }),
    }),
  );

export const refresh = (env: ClientEnv): Promise<Answered> =>
  requestToken(env, { grant_type: 'refresh_token', refresh_token: env.customer.refreshToken });

export interface Message {
  readonly id: string;
  readonly version: string;
  readonly status: string;
}

/** The next notification that the application gets. */
export const nextNotification = (env: ClientEnv): Promise<Message> =>
  new Promise((resolve) => {
    env.onNotification(async (request) => {
      const { Message: text } = (await request.json()) as { Message: string };
      resolve(JSON.parse(text) as Message);
      return new Response(null, { status: 204 });
    });
  });

export const sleep = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });

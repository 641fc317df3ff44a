import type { Client, ClientEnv } from '../../../../src/index.ts';
import * as parts from '../correct-parts.ts';
import { type Layers, openStack, type Send, type Stack, soundLayers } from './layers.ts';
import * as read from './readings.ts';

/** Customer after customer and page after page, over layers that can be exchanged. */
export const importInLayers =
  (override: Partial<Layers> = {}): Client =>
  async (env) => {
    const stack = openStack(env, { ...soundLayers, ...override });
    const hear = parts.openInbox(env);
    const imported: { customer: string; scope: string; records: number }[] = [];
    for (const account of read.accountsOf(env)) {
      const records = await importAccount(env, account, stack, hear);
      imported.push({ customer: account.id, scope: account.scope, records });
    }
    await report(env, stack.send, imported);
    const headers = { 'content-type': 'application/json' };
    const body = read.mailOf(`imported: ${imported.length}`);
    const mailed = await stack.send({ kind: 'mail', method: 'POST', url: env.emailUrl, headers, body });
    if (mailed.status !== 200) throw read.refused('mail', mailed);
    return imported;
  };

const mostQueries = 3;

const importAccount = async (
  env: ClientEnv,
  account: read.Account,
  stack: Stack,
  hear: (query: string) => Promise<string>,
): Promise<number> => {
  const send = stack.as(account);
  const base = `${env.regions['us-east-1']}/${account.scope}/data-queries`;
  for (let queries = 1; ; queries++) {
    const id = await create(env, send, base);
    const outcome = await hear(id);
    if (outcome !== 'COMPLETED') throw new Error(`query ${id} of ${account.id} is ${outcome}`);
    try {
      return await readPages(env, send, stack.send, `${base}/${id}/records`);
    } catch (error) {
      const isTooLate = error instanceof parts.Refused && error.type === 'ACCESS_TIME_ELAPSED';
      if (!isTooLate || queries === mostQueries) throw error;
    }
  }
};

const create = async (env: ClientEnv, send: Send, url: string): Promise<string> => {
  for (let conflicts = 0; ; conflicts++) {
    const answer = await send({ kind: 'create', method: 'POST', url });
    const { id } = parts.readBody<{ id: string }>(answer.text);
    if (answer.status < 300 && id !== undefined) return id;
    if (answer.status !== 409 || conflicts === 15) throw read.refused('create', answer);
    await read.pause(8 * read.minute, env);
  }
};

const readPages = async (env: ClientEnv, send: Send, plain: Send, url: string): Promise<number> => {
  const get = async (link: string): Promise<number> => (await plain({ kind: 'file', method: 'GET', url: link })).status;
  let records = 0;
  for (let token: string | undefined = ''; token !== undefined; ) {
    const query = new URLSearchParams({ maxResults: '100', ...(token !== '' && { nextPageToken: token }) });
    const list = async (): Promise<parts.Page> => {
      const answer = await send({ kind: 'list', method: 'GET', url: `${url}?${query.toString()}` });
      const page = parts.readBody<parts.Page>(answer.text);
      if (answer.status !== 200 || page.records === undefined) throw read.refused('list', answer);
      return { ...page, records: page.records };
    };
    const page = await parts.downloadPage(await list(), list, get, env.signal);
    records += page.records.length;
    token = parts.nextOf(page);
  }
  return records;
};

/** One token serves all reports, until it is refused. */
const report = async (env: ClientEnv, send: Send, imported: readonly unknown[]): Promise<void> => {
  let token = '';
  const renew = async (): Promise<void> => {
    const { clientId: client_id, clientSecret: client_secret } = env;
    const form = { grant_type: 'client_credentials', scope: 'reporting::store:marketer', client_id, client_secret };
    const body = new URLSearchParams(form).toString();
    const answer = await send({ kind: 'token', method: 'POST', url: env.tokenUrl, headers: read.formHeaders, body });
    if (answer.status !== 200) throw new Error(`token: ${answer.status} ${answer.text}`);
    token = parts.readBody<{ access_token: string }>(answer.text).access_token ?? '';
  };
  for (const one of imported) {
    const post = (): Promise<read.Answer> => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const url = `${env.storeUrls.reporting}/imports`;
      return send({ kind: 'report', method: 'POST', url, headers, body: JSON.stringify(one) });
    };
    if (token === '') await renew();
    let answer = await post();
    if (answer.status === 403) {
      await renew();
      answer = await post();
    }
    if (answer.status === 0 || answer.status >= 300) throw read.refused('report', answer);
  }
};

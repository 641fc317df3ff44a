import { setTimeout as sleep } from 'node:timers/promises';
import type { Client, ClientEnv } from '../../../../src/index.ts';
import * as parts from '../correct-parts.ts';
import * as calls from './calls.ts';
import { createQuery, pagePath } from './import-customer.ts';
import { sendMail } from './report.ts';
import { sendByGot } from './senders.ts';

const pageSize = 100;
const linksLive = 5 * 60_000;
const memory = 5 * 60_000;

/** As fast as it goes about its work: after an hour that was not enough it hurries. Milliseconds. */
interface Tempo {
  readonly beforeListing: number;
  readonly betweenPages: number;
  /** All downloads of a page together. */
  readonly downloads: number;
}

const tempos: readonly Tempo[] = [
  { beforeListing: 15 * 60_000, betweenPages: 60_000, downloads: 3 * 60_000 },
  { beforeListing: 60_000, betweenPages: 20_000, downloads: 60_000 },
  { beforeListing: 0, betweenPages: 0, downloads: 0 },
];

/** One customer after the other, about one request a minute, yet within the hour of a listing and the minutes of a link. */
export const importSlowly: Client = async (env) => {
  const hear = parts.openInbox(env, 6 * 3_600_000);
  const limits = calls.openLimits();
  const done: string[] = [];
  for (const customer of env.customers) {
    const tokens = calls.tokensOf(sendByGot, env, customer);
    const line = { customer, send: sendByGot, limits, tokens, stop: env.signal };
    const call = calls.openCall({ ...line, regions: calls.stayWithRegion(env) });
    try {
      const records = await importOne(env, call, hear);
      done.push(`${customer.id}: ${records} records`);
    } catch (error) {
      const rest = env.customers.slice(done.length + 1).map(({ id }) => id);
      const left = rest.length > 0 ? `; not begun: ${rest.join(', ')}` : '';
      throw new Error(`${customer.id}: ${calls.messageOf(error)}${left}`, { cause: error });
    }
    await sleep(60_000, undefined, { signal: env.signal });
  }
  return { done, mail: await sendMail(sendByGot, env, done.join('\n')) };
};

const importOne = async (
  { signal: stop }: ClientEnv,
  call: calls.Call,
  hear: (query: string) => Promise<string>,
): Promise<number> => {
  for (const [index, tempo] of tempos.entries()) {
    const id = await createQuery({ call, stop });
    const outcome = await hear(id);
    if (outcome !== 'COMPLETED') throw new Error(`query ${id} was ${outcome}`);
    await sleep(tempo.beforeListing, undefined, { signal: stop });
    try {
      return await readPages(call, id, tempo, stop);
    } catch (error) {
      if (!calls.isRefused(error, 'ACCESS_TIME_ELAPSED') || index === tempos.length - 1) throw error;
    }
  }
  throw new Error('no query could be read within its hour');
};

const readPages = async (call: calls.Call, id: string, tempo: Tempo, stop: AbortSignal): Promise<number> => {
  let records = 0;
  for (let token: string | undefined = ''; token !== undefined; ) {
    const path = pagePath(id, token, pageSize);
    const page = await downloadSlowly(() => call<parts.Page>('GET', path, 'records'), tempo, stop);
    records += page.records.length;
    token = parts.nextOf(page);
    if (token !== undefined) await sleep(tempo.betweenPages, undefined, { signal: stop });
  }
  return records;
};

/** Listings one after the other of whose links none was of use. */
const mostInVain = 6;

/**
 * Looks at the clock before each link, and lists again once the page is too old. Links live "from the moment the response was
 * sent", so they are counted from the request; the same answer would come "for five minutes", counted from the answer.
 */
const downloadSlowly = async (
  list: () => Promise<parts.Page>,
  tempo: Tempo,
  stop: AbortSignal,
): Promise<parts.Page> => {
  const get = calls.openGet(sendByGot, stop);
  let at = 0;
  for (let inVain = 0; inVain < mostInVain; inVain++) {
    const asked = Date.now();
    const page = await list();
    const answered = Date.now();
    const urls = page.records.flatMap(({ file, schema }) => [file, schema]);
    const pause = Math.min(60_000, tempo.downloads / Math.max(1, urls.length));
    for (; at < urls.length; at++) {
      await sleep(pause, undefined, { signal: stop });
      if (Date.now() - asked > linksLive - 10_000) break;
      const status = await get(urls[at] ?? '');
      if (status === 403 || status === 410) break;
      if (status !== 200) throw new Error(`download: ${status}`);
      inVain = 0;
    }
    if (at >= urls.length) return page;
    await sleep(answered + memory + 1000 - Date.now(), undefined, { signal: stop });
  }
  throw new Error('download: the links of a page died again and again, with 403');
};

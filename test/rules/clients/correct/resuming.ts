import { setTimeout as sleep } from 'node:timers/promises';
import type { Client, ClientEnv } from '../../../../src/index.ts';
import * as parts from '../correct-parts.ts';
import * as calls from './calls.ts';
import { createQuery, pagePath } from './import-customer.ts';
import { openReports, sendMail } from './report.ts';
import { sendByOfetch } from './senders.ts';

/** What is known of a customer's import once a step is done: all that the next worker has to go by. */
interface Progress {
  readonly customer: string;
  readonly scope: string;
  readonly query?: string;
  /** Of the page to be read next. */
  readonly token?: string;
  readonly records: number;
  readonly queries: number;
  readonly ended?: string;
}

/** Progress as it would be on a disk: texts, by customer and scope. */
class Store {
  readonly #rows = new Map<string, string>();

  load({ id: customer, scope }: calls.Customer): Progress {
    const text = this.#rows.get(`${customer} ${scope}`);
    return text === undefined ? { customer, scope, records: 0, queries: 0 } : (JSON.parse(text) as Progress);
  }

  save(progress: Progress): void {
    this.#rows.set(`${progress.customer} ${progress.scope}`, JSON.stringify(progress));
  }
}

/** What outlives the workers: the endpoint, the limits, the tokens. */
interface House {
  readonly hear: (query: string) => Promise<string>;
  readonly calls: ReadonlyMap<calls.Customer, calls.Call>;
}

const mostQueries = 4;

/** Does one step of an import and is gone. */
class Worker {
  readonly #env: ClientEnv;
  readonly #store: Store;
  readonly #house: House;

  constructor(env: ClientEnv, store: Store, house: House) {
    this.#env = env;
    this.#store = store;
    this.#house = house;
  }

  /** Whether there is more to be done. */
  async step(customer: calls.Customer): Promise<boolean> {
    const progress = this.#store.load(customer);
    if (progress.ended !== undefined) return false;
    const next = await this.#take(customer, progress).catch((error: unknown) => this.#refused(progress, error));
    this.#store.save(next);
    return next.ended === undefined;
  }

  async #take(customer: calls.Customer, progress: Progress): Promise<Progress> {
    const { signal: stop } = this.#env;
    const call = this.#house.calls.get(customer);
    if (call === undefined) throw new Error('there is no such customer');
    const { query, token, records, queries } = progress;
    if (query === undefined) {
      return { ...progress, query: await createQuery({ call, stop }), queries: queries + 1 };
    }
    if (token === undefined) {
      const outcome = await this.#house.hear(query);
      if (outcome !== 'COMPLETED') return { ...progress, ended: `query ${query} was ${outcome}` };
      return { ...progress, token: '', records: 0 };
    }
    const list = (): Promise<parts.Page> => call<parts.Page>('GET', pagePath(query, token, 100), 'records');
    const page = await parts.downloadPage(await list(), list, calls.openGet(sendByOfetch, stop), stop);
    const next = parts.nextOf(page);
    const sum = { ...progress, records: records + page.records.length };
    return next === undefined ? { ...sum, ended: 'whole' } : { ...sum, token: next };
  }

  /** Of a query whose hour is over only the number is kept. */
  #refused(progress: Progress, error: unknown): Progress {
    const { customer, scope, queries } = progress;
    const isLate = calls.isRefused(error, 'ACCESS_TIME_ELAPSED') && queries < mostQueries;
    return isLate ? { customer, scope, queries, records: 0 } : { ...progress, ended: calls.messageOf(error) };
  }
}

/** Stores its progress after each step, and goes on from there with a worker that knows nothing else. */
export const importByResuming: Client = async (env) => {
  const store = new Store();
  const limits = calls.openLimits();
  const opened = env.customers.map((customer) => {
    const tokens = calls.tokensOf(sendByOfetch, env, customer);
    const line = { customer, send: sendByOfetch, limits, tokens, stop: env.signal };
    return [customer, calls.openCall({ ...line, regions: calls.stayWithRegion(env) })] as const;
  });
  const house = { hear: parts.openInbox(env, 5 * 3_600_000), calls: new Map(opened) };
  for (const customer of env.customers) {
    while (await new Worker(env, store, house).step(customer)) await sleep(2000, undefined, { signal: env.signal });
  }
  const ended = env.customers.map((customer) => store.load(customer));
  const report = await openReports(sendByOfetch, env)(ended).catch(calls.messageOf);
  return { ended, report, mail: await sendMail(sendByOfetch, env, `${ended.length} imports have ended`) };
};

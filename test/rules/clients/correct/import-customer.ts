import { setTimeout as sleep } from 'node:timers/promises';
import * as parts from '../correct-parts.ts';
import { type Call, isRefused } from './calls.ts';

/** One customer's import, as a function that is followed from top to bottom. */
export interface Import {
  readonly call: Call;
  readonly get: (url: string) => Promise<number>;
  readonly hear: (query: string, stop?: AbortSignal) => Promise<string>;
  readonly stop: AbortSignal;
  readonly pageSize?: number;
}

const mostQueries = 4;

/** Gives how many records there were. */
export const importCustomer = async (one: Import): Promise<number> => {
  for (let queries = 1; ; queries++) {
    const id = await createQuery(one);
    const outcome = await one.hear(id, one.stop);
    if (outcome !== 'COMPLETED') throw new Error(`query ${id} was ${outcome}: consent or account of the customer`);
    try {
      return await importPages(one, id);
    } catch (error) {
      if (!isRefused(error, 'ACCESS_TIME_ELAPSED') || queries === mostQueries) throw error;
    }
  }
};

const conflictWait = 5 * 60_000 + 1000;
const mostConflicts = 40;

/** While another query is under way for the customer, it waits its turn. */
export const createQuery = async ({ call, stop }: Pick<Import, 'call' | 'stop'>): Promise<string> => {
  for (let conflicts = 0; ; conflicts++) {
    try {
      return (await call<{ id: string }>('POST', '', 'id')).id;
    } catch (error) {
      if (!isRefused(error, 'REQUEST_CONFLICT') || conflicts === mostConflicts) throw error;
      await sleep(conflictWait, undefined, { signal: stop });
    }
  }
};

/** The path of a page of records. */
export const pagePath = (id: string, token: string, pageSize?: number): string => {
  const query = new URLSearchParams({
    ...(pageSize !== undefined && { maxResults: String(pageSize) }),
    ...(token !== '' && { nextPageToken: token }),
  });
  return `/${id}/records${query.size > 0 ? `?${query.toString()}` : ''}`;
};

const importPages = async ({ call, get, stop, pageSize }: Import, id: string): Promise<number> => {
  let records = 0;
  for (let token: string | undefined = ''; token !== undefined; ) {
    const path = pagePath(id, token, pageSize);
    const list = (): Promise<parts.Page> => call<parts.Page>('GET', path, 'records');
    const page = await parts.downloadPage(await list(), list, get, stop);
    records += page.records.length;
    token = parts.nextOf(page);
  }
  return records;
};

import { setTimeout as sleep } from 'node:timers/promises';
import type { AxiosInstance } from 'axios';
import type { ClientEnv } from '../../src/index.ts';
import { downloadAll, type Link } from './downloads.ts';
import { createHttp } from './http.ts';
import { type Notifications, openEndpoint } from './notifications.ts';
import { createPace } from './pace.ts';
import { openReporting, sendMail } from './report.ts';
import { openSession, type Paces, type Session } from './session.ts';

/** What the import brought in. */
interface Imported {
  readonly customers: number;
  readonly queries: number;
  readonly records: number;
  readonly pages: number;
  readonly refreshes: number;
}

interface Page {
  readonly records: readonly Link[];
  readonly nextPageToken?: string | null;
}

/** An application as a team would build it: imports every customer's data, reports that it did, and sends a mail. */
export default async function importOrders(env: ClientEnv): Promise<Imported> {
  const http = createHttp(env.signal);
  const notifications = openEndpoint(env);
  // One below the ten lists a second, and all of the creates, that the interface allows.
  const paces: Paces = {
    GET: createPace([{ most: 9, within: 1000 }], env.signal),
    POST: createPace(
      [
        { most: 20, within: 20 * 60_000 },
        { most: 5, within: 1000 },
      ],
      env.signal,
    ),
  };
  const done: Imported[] = [];
  for (const customer of env.customers) {
    const session = openSession(http, env, customer, paces);
    const brought = await importCustomer(http, session, notifications, env.signal);
    done.push({ customers: 1, ...brought, refreshes: session.refreshes });
  }
  const report = openReporting(http, env);
  for (const one of done) await report(one);
  const total = (what: keyof Imported): number => done.reduce((sum, one) => sum + one[what], 0);
  await sendMail(http, env, `${total('records')} records have been imported.`);
  return {
    customers: total('customers'),
    queries: total('queries'),
    records: total('records'),
    pages: total('pages'),
    refreshes: total('refreshes'),
  };
}

const mostQueries = 3;

/** Creates a query, waits for it, fetches all of it; and starts over when its hour has passed meanwhile. */
const importCustomer = async (
  http: AxiosInstance,
  session: Session,
  notifications: Notifications,
  signal: AbortSignal,
): Promise<Pick<Imported, 'queries' | 'records' | 'pages'>> => {
  for (let queries = 1; ; queries++) {
    const id = await createQuery(session, signal);
    if ((await notifications.outcome(id)) === 'CANCELED') {
      throw new Error('the query was canceled: the customer must authorize again, or the account is on hold');
    }
    try {
      return { queries, ...(await fetchRecords(http, session, id, signal)) };
    } catch (error) {
      const tooLate = error instanceof Error && error.message.includes('ACCESS_TIME_ELAPSED');
      if (!tooLate || queries === mostQueries) throw error;
    }
  }
};

/** Longer than the five minutes in which a refusal would only be repeated. */
const conflictWait = 6 * 60_000;
const mostConflicts = 20;

/** While another query is under way for the customer, it waits its turn. */
const createQuery = async (session: Session, signal: AbortSignal): Promise<string> => {
  for (let conflicts = 0; ; conflicts++) {
    try {
      return (await session.call<{ id: string }>('createDataQuery', 'POST', '/data-queries')).id;
    } catch (error) {
      const conflict = error instanceof Error && error.message.includes('REQUEST_CONFLICT');
      if (!conflict || conflicts === mostConflicts) throw error;
      await sleep(conflictWait, undefined, { signal });
    }
  }
};

const pageSize = 250;

const fetchRecords = async (
  http: AxiosInstance,
  session: Session,
  id: string,
  signal: AbortSignal,
): Promise<Pick<Imported, 'records' | 'pages'>> => {
  let records = 0;
  let pages = 0;
  let token = '';
  do {
    const parameters = new URLSearchParams({
      maxResults: String(pageSize),
      ...(token !== '' && { nextPageToken: token }),
    });
    const path = `/data-queries/${id}/records?${parameters.toString()}`;
    const list = (): Promise<Page> => session.call<Page>('listDataQueryRecords', 'GET', path);
    let page = await list();
    records += page.records.length;
    pages += 1;
    const listAgain = async (): Promise<readonly Link[]> => {
      page = await list();
      return page.records;
    };
    await downloadAll(http, page.records, listAgain, signal);
    token = page.nextPageToken ?? '';
  } while (token !== '');
  return { records, pages };
};

import { setTimeout as sleep } from 'node:timers/promises';
import type { AxiosInstance } from 'axios';
import type { ClientEnv } from '../../src/index.ts';
import { createHttp, describe, isRefusedForNow, statusOf } from './http.ts';
import { type Notifications, openEndpoint } from './notifications.ts';
import { openSession, type Session } from './session.ts';

/** What the import brought in. */
interface Imported {
  readonly records: number;
  readonly queries: number;
  readonly refreshes: number;
}

interface Link {
  readonly file: string;
  readonly schema: string;
}

interface Page {
  readonly records: readonly Link[];
  readonly nextPageToken?: string | null;
}

/** An application as a team would build it: imports every customer's data, reports that it did, and sends a mail. */
export default async function importOrders(env: ClientEnv): Promise<Imported> {
  const http = createHttp(env.signal);
  const notifications = openEndpoint(env);
  const done: Imported[] = [];
  for (const customer of env.customers) {
    const session = openSession(http, env, customer);
    const { records, queries } = await importCustomer(http, session, notifications);
    done.push({ records, queries, refreshes: session.refreshes });
  }
  const total = (what: keyof Imported): number => done.reduce((sum, one) => sum + one[what], 0);
  const imported = { records: total('records'), queries: total('queries'), refreshes: total('refreshes') };
  await report(http, env, imported);
  await sendMail(http, env, imported);
  return imported;
}

const mostQueries = 3;

/** Creates a query, waits for it, fetches all of it; and starts over when its hour has passed meanwhile. */
const importCustomer = async (
  http: AxiosInstance,
  session: Session,
  notifications: Notifications,
): Promise<Omit<Imported, 'refreshes'>> => {
  for (let queries = 1; ; queries++) {
    const id = await createQuery(session);
    if ((await notifications.outcome(id)) === 'CANCELED') {
      throw new Error('the query was canceled: the customer must authorize again, or the account is on hold');
    }
    try {
      return { records: await fetchRecords(http, session, id), queries };
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
const createQuery = async (session: Session): Promise<string> => {
  for (let conflicts = 0; ; conflicts++) {
    try {
      return (await session.call<{ id: string }>('createDataQuery', 'POST', '/data-queries')).id;
    } catch (error) {
      const conflict = error instanceof Error && error.message.includes('REQUEST_CONFLICT');
      if (!conflict || conflicts === mostConflicts) throw error;
      await sleep(conflictWait);
    }
  }
};

const fetchRecords = async (http: AxiosInstance, session: Session, id: string): Promise<number> => {
  let fetched = 0;
  let token = '';
  do {
    const listPage = (): Promise<Page> =>
      session.call<Page>(
        'listDataQueryRecords',
        'GET',
        `/data-queries/${id}/records${token === '' ? '' : `?nextPageToken=${encodeURIComponent(token)}`}`,
      );
    const page = await listPage();
    fetched += await downloadAll(http, page.records, async () => (await listPage()).records);
    token = page.nextPageToken ?? '';
  } while (token !== '');
  return fetched;
};

const atOnce = 5;

/** Links live for five minutes; when they are dead the page is listed again, and the rest fetched by its new ones. */
const downloadAll = async (
  http: AxiosInstance,
  links: readonly Link[],
  listAgain: () => Promise<readonly Link[]>,
): Promise<number> => {
  let current = links;
  let renewed = 0;
  for (let from = 0; from < links.length; ) {
    try {
      const batch = current.slice(from, from + atOnce);
      await Promise.all(batch.flatMap(({ file, schema }) => [http.get(file), http.get(schema)]));
      from += batch.length;
    } catch (error) {
      const dead = statusOf(error) === 403 || statusOf(error) === 410;
      if (!dead || renewed === 3) throw describe('download', error);
      renewed += 1;
      current = await listAgain();
    }
  }
  return links.length;
};

/** Tells the reporting API; its token is short-lived, and a refusal means that a new one is due. */
const report = async (http: AxiosInstance, env: ClientEnv, imported: Imported): Promise<void> => {
  const post = async (): Promise<unknown> => {
    const headers = { authorization: `Bearer ${await requestStoreToken(http, env)}` };
    return http.post(`${env.storeUrls.reporting}/imports`, imported, { headers });
  };
  await post()
    .catch((error: unknown) => {
      if (statusOf(error) !== 403) throw error;
      return post();
    })
    .catch((error: unknown) => {
      throw describe('report', error);
    });
};

const requestStoreToken = async (http: AxiosInstance, env: ClientEnv): Promise<string> => {
  const form = new URLSearchParams({
    grant_type: 'client_credentials',
    scope: 'reporting::store:marketer',
    client_id: env.clientId,
    client_secret: env.clientSecret,
  });
  return (await http.post<{ access_token: string }>(env.tokenUrl, form)).data.access_token;
};

const sendMail = async (http: AxiosInstance, env: ClientEnv, { records }: Imported): Promise<void> => {
  const mail = {
    toEmailAddress: 'owner@example.com',
    fromEmailAddress: 'imports@example.com',
    emailContent: `${records} records have been imported.`,
  };
  // When the answer is lost the mail may have gone out all the same, and two are worse than a report of failure.
  const onlyWhenRefused = { 'axios-retry': { retryCondition: isRefusedForNow } };
  await http.post(env.emailUrl, mail, onlyWhenRefused).catch((error: unknown) => {
    throw describe('sendEmail', error);
  });
};

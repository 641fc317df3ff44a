import type { Client, ClientEnv } from '../../../src/index.ts';
import { openEndpoint, type Outcome } from './sound-endpoint.ts';
import { createPaces, fail, openSession, pause, persist, requestToken, send, type Session } from './sound-calls.ts';
import { downloadPage } from './sound-downloads.ts';
import { type Reply, sound, type Ways } from './ways.ts';

/** A small client on plain `fetch` that keeps every rule; with an override it is wrong in the way that this says. */
export const importWith =
  (override: Partial<Ways> = {}): Client =>
  async (env) => {
    const ways: Ways = { ...sound, signal: env.signal, ...override };
    const hear = openEndpoint(ways, env);
    const paces = createPaces(ways);
    let records = 0;
    for (const customer of env.customers) {
      records += await importCustomer(ways, openSession(ways, env, customer, paces), hear);
    }
    const report = openReporting(ways, env);
    for (const { id } of env.customers) await report(id);
    if (ways.waitsForMail) await sendMail(ways, env);
    else setTimeout(() => void sendMail(ways, env).catch(() => undefined), 60_000);
    return { records };
  };

const mostQueries = 3;

const importCustomer = async (
  ways: Ways,
  session: Session,
  hear: (query: string) => Promise<Outcome>,
): Promise<number> => {
  for (let queries = 1; ; queries++) {
    const id = await createQuery(ways, session);
    const outcome = ways.listsUnasked ? 'COMPLETED' : await hear(id);
    if (outcome === 'CANCELED' && !ways.listsCanceled) {
      throw new Error(`query ${id} was CANCELED: consent or the account`);
    }
    if (ways.dawdles > 0) await pause(ways.dawdles);
    const records = await importPages(ways, session, id);
    if (records !== 'too late') return records;
    if (queries === mostQueries || !ways.startsOver) throw new Error('403 ACCESS_TIME_ELAPSED');
  }
};

const mostConflicts = 20;

/** While another query is under way for the customer, it waits its turn. */
const createQuery = async (ways: Ways, session: Session): Promise<string> => {
  for (let conflicts = 0; ; conflicts++) {
    const reply = await session.call('POST', '');
    if (reply.body.id !== undefined) return reply.body.id;
    if (reply.status !== 409 || conflicts === mostConflicts) throw fail('create', reply);
    await pause(ways.conflictWait);
  }
};

const isTooLate = ({ status, body }: Reply): boolean => status === 403 && body.type === 'ACCESS_TIME_ELAPSED';

const importPages = async (ways: Ways, session: Session, id: string): Promise<number | 'too late'> => {
  let records = 0;
  let token = '';
  do {
    const maxResults = token === '' ? ways.pageSize : ways.followingSize;
    const query = new URLSearchParams({ maxResults, ...(token !== '' && { nextPageToken: token }) });
    const list = (): Promise<Reply> => session.call('GET', `/${id}/records?${query.toString()}`);
    const page = await list();
    if (ways.listsTwice) await list();
    if (isTooLate(page)) return 'too late';
    if (page.body.records === undefined) throw fail('list', page);
    const next = await downloadPage(ways, session, page, list);
    if (next === undefined) return 'too late';
    records += page.body.records.length;
    token = ways.followsPages ? (next.body.nextPageToken ?? '') : '';
  } while (token !== '');
  return records;
};

/** Calls the reporting API with one token, until a refusal says that another is due. */
const openReporting = (ways: Ways, env: ClientEnv) => {
  let token = '';
  const post = async (customer: string): Promise<Reply> => {
    if (token === '' || !ways.keepsStoreToken) {
      const form = { grant_type: 'client_credentials', scope: 'reporting::store:marketer' };
      token = (await requestToken(ways, env, form)).access_token ?? '';
    }
    const headers = { authorization: ways.authorization(token) };
    const body = JSON.stringify({ customer });
    return send(ways, `${env.storeUrls.reporting}/imports`, { method: 'POST', headers, body });
  };
  return async (customer: string): Promise<void> => {
    let reply = await post(customer);
    if (reply.status === 403) {
      if (ways.renewsStoreToken) token = '';
      reply = await post(customer);
    }
    if (reply.status >= 300 || reply.status === 0) throw fail('report', reply);
  };
};

/** A mail whose answer got lost may have gone out; two are worse than an error. */
const sendMail = async (ways: Ways, env: ClientEnv): Promise<void> => {
  const headers = { 'content-type': 'application/json' };
  const patient = { ...ways, mostRetries: (reply: Reply) => (ways.repeatsMail(reply) ? 3 : 0) };
  const mail = { method: 'POST', headers, body: JSON.stringify(ways.mail) };
  const reply = await persist(patient, () => send(ways, env.emailUrl, mail));
  if (reply.status !== 200) throw fail('mail', reply);
};

import type { Client, ClientEnv } from '../../../src/index.ts';
import { openEndpoint, type Outcome } from './reference-endpoint.ts';
import { createPaces, fail, openSession, pause, persist, requestToken, send, type Session } from './reference-calls.ts';
import { downloadPage } from './reference-downloads.ts';
import { type Reply, reference, type Behavior } from './behavior.ts';

/** A small client on plain `fetch` that keeps every rule; with an override it is wrong in the way that this says. */
export const importWith =
  (override: Partial<Behavior> = {}): Client =>
  async (env) => {
    const behavior: Behavior = { ...reference, signal: env.signal, ...override };
    const hear = openEndpoint(behavior, env);
    const paces = createPaces(behavior);
    let records = 0;
    for (const customer of env.customers) {
      records += await importCustomer(behavior, openSession(behavior, env, customer, paces), hear);
    }
    const report = openReporting(behavior, env);
    for (const { id } of env.customers) await report(id);
    if (behavior.waitsForMail) await sendMail(behavior, env);
    else setTimeout(() => void sendMail(behavior, env).catch(() => undefined), 60_000);
    return { records };
  };

const mostQueries = 3;

const importCustomer = async (
  behavior: Behavior,
  session: Session,
  hear: (query: string) => Promise<Outcome>,
): Promise<number> => {
  for (let queries = 1; ; queries++) {
    const id = await createQuery(behavior, session);
    const outcome = behavior.listsUnasked ? 'COMPLETED' : await hear(id);
    if (outcome === 'CANCELED' && !behavior.listsCanceled) {
      throw new Error(`query ${id} was CANCELED: consent or the account`);
    }
    if (behavior.dawdles > 0) await pause(behavior.dawdles);
    const records = await importPages(behavior, session, id);
    if (records !== 'too late') return records;
    if (queries === mostQueries || !behavior.startsOver) throw new Error('403 ACCESS_TIME_ELAPSED');
  }
};

const mostConflicts = 20;

/** While another query is under way for the customer, it waits its turn. */
const createQuery = async (behavior: Behavior, session: Session): Promise<string> => {
  for (let conflicts = 0; ; conflicts++) {
    const reply = await session.call('POST', '');
    if (reply.body.id !== undefined) return reply.body.id;
    if (reply.status !== 409 || conflicts === mostConflicts) throw fail('create', reply);
    await pause(behavior.conflictWait);
  }
};

const isTooLate = ({ status, body }: Reply): boolean => status === 403 && body.type === 'ACCESS_TIME_ELAPSED';

const importPages = async (behavior: Behavior, session: Session, id: string): Promise<number | 'too late'> => {
  let records = 0;
  let token = '';
  do {
    const maxResults = token === '' ? behavior.pageSize : behavior.followingSize;
    const query = new URLSearchParams({ maxResults, ...(token !== '' && { nextPageToken: token }) });
    const list = (): Promise<Reply> => session.call('GET', `/${id}/records?${query.toString()}`);
    const page = await list();
    if (behavior.listsTwice) await list();
    if (isTooLate(page)) return 'too late';
    if (page.body.records === undefined) throw fail('list', page);
    const next = await downloadPage(behavior, session, page, list);
    if (next === undefined) return 'too late';
    records += page.body.records.length;
    token = behavior.followsPages ? (next.body.nextPageToken ?? '') : '';
  } while (token !== '');
  return records;
};

/** Calls the reporting API with one token, until a refusal says that another is due. */
const openReporting = (behavior: Behavior, env: ClientEnv) => {
  let token = '';
  const post = async (customer: string): Promise<Reply> => {
    if (token === '' || !behavior.keepsStoreToken) {
      const form = { grant_type: 'client_credentials', scope: 'reporting::store:marketer' };
      token = (await requestToken(behavior, env, form)).access_token ?? '';
    }
    const headers = { authorization: behavior.authorization(token) };
    const body = JSON.stringify({ customer });
    return send(behavior, `${env.storeUrls.reporting}/imports`, { method: 'POST', headers, body });
  };
  return async (customer: string): Promise<void> => {
    let reply = await post(customer);
    if (reply.status === 403) {
      if (behavior.renewsStoreToken) token = '';
      reply = await post(customer);
    }
    if (reply.status >= 300 || reply.status === 0) throw fail('report', reply);
  };
};

/** A mail whose answer got lost may have gone out; two are worse than an error. */
const sendMail = async (behavior: Behavior, env: ClientEnv): Promise<void> => {
  const headers = { 'content-type': 'application/json' };
  const patient = { ...behavior, mostRetries: (reply: Reply) => (behavior.repeatsMail(reply) ? 3 : 0) };
  const mail = { method: 'POST', headers, body: JSON.stringify(behavior.mail) };
  const reply = await persist(patient, () => send(behavior, env.emailUrl, mail));
  if (reply.status !== 200) throw fail('mail', reply);
};

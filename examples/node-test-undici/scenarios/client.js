import { request } from 'undici';

/** Imports the data of every customer. */
export default async function client(env) {
  const statusOf = listen(env);
  const results = [];
  for (const customer of env.customers) {
    const call = openSession(env, customer);
    results.push({ customer: customer.id, scope: customer.scope, ...(await importData(call, statusOf)) });
  }
  return results;
}

async function importData(call, statusOf) {
  const { id } = await call('POST', '');
  const status = await statusOf(id);
  try {
    return { status, records: status === 'COMPLETED' ? await download(call, id) : 0 };
  } catch (error) {
    // Records are listed for an hour after the notification; then it takes a new query.
    if (error.cause?.type !== 'ACCESS_TIME_ELAPSED') throw error;
    return importData(call, statusOf);
  }
}

async function download(call, id) {
  let count = 0;
  let token = '';
  do {
    const page = await call('GET', `/${id}/records?nextPageToken=${encodeURIComponent(token)}`);
    for (const { file, schema } of page.records) {
      for (const link of [file, schema]) await (await request(link)).body.text();
    }
    count += page.records.length;
    token = page.nextPageToken ?? '';
  } while (token !== '');
  return count;
}

/** A notification may come before the answer that says the id of its query. */
function listen(env) {
  const statuses = new Map();
  const waiting = new Map();
  env.onNotification(async (notification) => {
    const { id, status } = JSON.parse((await notification.json()).Message);
    statuses.set(id, status);
    waiting.get(id)?.(status);
    return new Response(null, { status: 204 });
  });
  return async (id) => statuses.get(id) ?? new Promise((resolve) => waiting.set(id, resolve));
}

/** Calls with a token that is refreshed when it has expired. */
function openSession(env, customer) {
  const base = `${env.regions['eu-west-1']}/${customer.scope}/data-queries`;
  let token = customer.accessToken;
  const call = async (method, path, isRefreshed = false) => {
    const { statusCode, body } = await request(base + path, { method, headers: { authorization: `Bearer ${token}` } });
    const answer = await body.json();
    if (statusCode < 400) return answer;
    if (!answer.message.startsWith('Access token is expired') || isRefreshed) {
      throw new Error(`${statusCode} ${answer.message}`, { cause: answer });
    }
    token = await refresh(env, customer);
    return call(method, path, true);
  };
  return call;
}

async function refresh(env, { refreshToken }) {
  const { clientId: client_id, clientSecret: client_secret } = env;
  const grant = { grant_type: 'refresh_token', refresh_token: refreshToken, client_id, client_secret };
  const { body } = await request(env.tokenUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(grant).toString(),
  });
  return (await body.json()).access_token;
}

const axios = require('axios');
const { default: axiosRetry } = require('axios-retry');

const waits = [1000, 2000, 4000, 10_000, 30_000];

/** Imports the data of every customer. */
module.exports = async function client(env) {
  const statusOf = listen(env);
  const results = [];
  for (const customer of env.customers) {
    const http = createHttp(env, customer);
    results.push({ customer: customer.id, scope: customer.scope, ...(await importData(http, statusOf)) });
  }
  return results;
};

async function importData(http, statusOf) {
  const { data: query } = await http.post('');
  const status = await statusOf(query.id);
  try {
    return { status, records: status === 'COMPLETED' ? await download(http, query.id) : 0 };
  } catch (error) {
    // Records are listed for an hour after the notification; then it takes a new query.
    if (error.response?.data?.type !== 'ACCESS_TIME_ELAPSED') throw error;
    return importData(http, statusOf);
  }
}

async function download(http, id) {
  let count = 0;
  let nextPageToken;
  do {
    const { data: page } = await http.get(`/${id}/records`, { params: { nextPageToken } });
    for (const { file, schema } of page.records) {
      await axios.get(file);
      await axios.get(schema);
    }
    count += page.records.length;
    ({ nextPageToken } = page);
  } while (nextPageToken);
  return count;
}

/** A notification may come before the answer that says the id of its query. */
function listen(env) {
  const statuses = new Map();
  const waiting = new Map();
  env.onNotification(async (request) => {
    const { id, status } = JSON.parse((await request.json()).Message);
    statuses.set(id, status);
    waiting.get(id)?.(status);
    return new Response(null, { status: 204 });
  });
  return async (id) => statuses.get(id) ?? new Promise((resolve) => waiting.set(id, resolve));
}

/** Has a token that is refreshed when it has expired, and tries again what may succeed later. */
function createHttp(env, customer) {
  let token = customer.accessToken;
  const baseURL = `${env.regions['eu-west-1']}/${customer.scope}/data-queries`;
  const http = axios.create({ baseURL, timeout: 30_000 });
  http.interceptors.request.use((config) => {
    config.headers.set('authorization', `Bearer ${token}`);
    return config;
  });
  const isTransient = ({ response }) => response === undefined || [429, 500, 504].includes(response.status);
  axiosRetry(http, { retries: 5, retryDelay: (tries) => waits[tries - 1], retryCondition: isTransient });
  http.interceptors.response.use(undefined, async (error) => {
    const isExpired = error.response?.data?.message?.startsWith('Access token is expired');
    if (!isExpired || error.config.isRefreshed) throw error;
    const { clientId: client_id, clientSecret: client_secret } = env;
    const grant = { grant_type: 'refresh_token', refresh_token: customer.refreshToken, client_id, client_secret };
    const { data } = await axios.post(env.tokenUrl, new URLSearchParams(grant));
    token = data.access_token;
    return http.request({ ...error.config, isRefreshed: true });
  });
  return http;
}

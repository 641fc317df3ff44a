/** Imports a customer's data with the `fetch` it is given, and starts over when a listing is over before its end. */
export const importData = async (env, fetch) => {
  const { customer, regions } = env;
  const base = `${regions['eu-west-1']}/${customer.scope}/data-queries`;
  const call = openSession(env, fetch);
  const heard = new Map();
  env.onNotification(async (request) => {
    const { id, status } = JSON.parse((await request.json()).Message);
    heard.get(id)?.(status);
    return new Response(null, { status: 204 });
  });

  for (let queries = 1; ; queries += 1) {
    const { id } = await (await call(base, 'POST')).json();
    const status = await new Promise((resolve) => heard.set(id, resolve));
    if (status !== 'COMPLETED') return { queries, status };
    const links = await list(call, `${base}/${id}/records?maxResults=250`);
    if (links === undefined) continue;
    let bytes = 0;
    for (const { file } of links.slice(0, 3)) bytes += (await (await fetch(file)).arrayBuffer()).byteLength;
    return { queries, status, records: links.length, bytes };
  }
};

/** All records of a listing, at a page every 200 ms; undefined when the service does not list them any more. */
const list = async (call, first) => {
  const links = [];
  for (let url = first; ; ) {
    const response = await call(url);
    const page = await response.json();
    if (!response.ok) return undefined;
    links.push(...page.records);
    if (page.nextPageToken == null) return links;
    url = `${first}&nextPageToken=${encodeURIComponent(page.nextPageToken)}`;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
};

/** Calls with a token that is exchanged before its hour is over. */
const openSession = ({ customer, tokenUrl, clientId, clientSecret }, fetch) => {
  let token = { access_token: customer.accessToken, refresh_token: customer.refreshToken };
  let since = Date.now();
  return async (url, method = 'GET') => {
    if (Date.now() - since > 3_500_000) {
      const grant = { grant_type: 'refresh_token', refresh_token: token.refresh_token };
      const body = new URLSearchParams({ ...grant, client_id: clientId, client_secret: clientSecret });
      token = { ...token, ...(await (await fetch(tokenUrl, { method: 'POST', body })).json()) };
      since = Date.now();
    }
    return fetch(url, { method, headers: { authorization: `Bearer ${token.access_token}` } });
  };
};

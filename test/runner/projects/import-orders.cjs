/** A client with `fetch` alone, which starts over when the hour in which it may list has passed. */
exports.importOrders = async (env) => {
  const began = new Date();
  let token = env.customer.accessToken;
  let hear = () => undefined;
  env.onNotification(async (request) => {
    const { Message } = await request.json();
    hear(JSON.parse(Message).id);
    return new Response(null, { status: 204 });
  });

  const call = async (path, method = 'GET') => {
    const url = `${env.regions['eu-west-1']}/${env.customer.scope}/data-queries${path}`;
    const response = await fetch(url, { method, headers: { authorization: `Bearer ${token}` } });
    const body = await response.json();
    if (response.ok) return body;
    if (!String(body.message).includes('expired')) throw new Error(body.type);
    token = await refresh(env);
    return call(path, method);
  };

  for (let queries = 1; queries <= 3; queries++) {
    const notified = new Promise((resolve) => (hear = resolve));
    await call('', 'POST');
    const id = await notified;
    await new Promise((resolve) => setTimeout(resolve, 1000));
    try {
      const { records } = await call(`/${id}/records`);
      return { queries, records: records.length, minutes: Math.trunc((new Date() - began) / 60_000) };
    } catch (error) {
      if (!String(error).includes('ACCESS_TIME_ELAPSED')) throw error;
    }
  }
  throw new Error('three queries, and none could be listed in time');
};

const refresh = async (env) => {
  const form = { grant_type: 'refresh_token', refresh_token: env.customer.refreshToken };
  const credentials = { client_id: env.clientId, client_secret: env.clientSecret };
  const body = new URLSearchParams({ ...form, ...credentials });
  const response = await fetch(env.tokenUrl, { method: 'POST', body });
  return (await response.json()).access_token;
};

/** What becomes of a create that is never answered: the name of the error that `fetch` gives up with. */
exports.waitForEver = async (env) => {
  const url = `${env.regions['eu-west-1']}/${env.customer.scope}/data-queries`;
  const headers = { authorization: `Bearer ${env.customer.accessToken}` };
  try {
    return (await fetch(url, { method: 'POST', headers })).status;
  } catch (error) {
    return error.cause.code;
  }
};

/** A client with a mistake of its own. */
exports.importAndThrow = async (env) => {
  const { records } = await exports.importOrders(env);
  throw new TypeError(`no use for ${records} records`);
};

import type { WireRequest } from '../core/wire.ts';

const statuses: readonly number[] = [301, 302, 303, 307, 308];

/** As many as `fetch` follows. */
const most = 20;

/**
 * Asks as often as an answer redirects, and the mode of the request wishes it, as `fetch` does. (Fetch Standard, HTTP-redirect
 * fetch) Where a redirect leads is looked at by who is asked.
 */
export const follow = async (
  first: WireRequest,
  mode: RequestRedirect,
  ask: (request: WireRequest) => Promise<Response>,
): Promise<Response> => {
  let request = first;
  for (let followed = 0; ; followed++) {
    const response = await ask(request);
    const location = response.headers.get('location');
    if (mode === 'manual' || location === null || !statuses.includes(response.status)) {
      return Object.defineProperties(response, { url: { value: request.url }, redirected: { value: followed > 0 } });
    }
    if (mode === 'error') throw failed('unexpected redirect');
    if (followed === most) throw failed('redirect count exceeded');
    request = redirect(request, response.status, new URL(location, request.url));
  }
};

const failed = (why: string): Error => new TypeError('fetch failed', { cause: new Error(why) });

/** What belongs to a body goes with it, and what is for one host alone does not go to another. */
const redirect = (request: WireRequest, status: number, { href, host, origin }: URL): WireRequest => {
  const { method } = request;
  const losesBody = status === 303 ? method !== 'GET' && method !== 'HEAD' : status < 303 && method === 'POST';
  const isElsewhere = new URL(request.url).origin !== origin;
  const left = [
    ...(losesBody ? ['content-type', 'content-length', 'content-encoding', 'content-language'] : []),
    ...(isElsewhere ? ['authorization', 'proxy-authorization', 'cookie'] : []),
  ];
  const kept = Object.entries(request.headers).filter(([name]) => !left.includes(name));
  const headers = { ...Object.fromEntries(kept), host };
  return losesBody ? { method: 'GET', url: href, headers, body: '' } : { ...request, url: href, headers };
};

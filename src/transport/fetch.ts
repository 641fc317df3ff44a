import type { WireRequest } from '../core/wire.ts';
import { Misuse } from '../misuse.ts';
import { exchange, readRequest } from './exchange.ts';
import type { Gateway } from './gateway.ts';
import { type Origin, domainOf, readOrigin, readOrigins, showOrigin } from './origins.ts';
import { untilAborted } from './until-aborted.ts';

/** What Node's own `fetch` sends along unless told otherwise. */
const defaults = { accept: '*/*', 'accept-language': '*', 'sec-fetch-mode': 'cors', 'user-agent': 'node' } as const;

/**
 * A `fetch` that leads to a gateway and nowhere else, without sockets: the fast way in for clients that take a `fetch`.
 * Redirects are followed as `fetch` follows them, to simulated hosts only.
 *
 * It rejects with the reason of an aborted signal; with a `TypeError` ("fetch failed", its cause shaped as Node's) for a
 * port of a simulated host where it has no server, and when the simulator itself fails; and with Misuse `HOST_UNKNOWN`
 * for any other host.
 *
 * @example
 * const fetch = createFetch(gateway);
 * const response = await fetch('https://token.stunt-double.test/', { method: 'POST', body: 'a=1' });
 */
export const createFetch = (gateway: Gateway): typeof globalThis.fetch => {
  const origins = readOrigins(gateway.addresses);
  return async (input, init) => {
    const request = new Request(input, init);
    const signal = init?.signal ?? request.signal;
    signal.throwIfAborted();
    admit(request.url, origins);
    const ask = async (wire: WireRequest): Promise<Response> => {
      admit(wire.url, origins);
      return exchange(gateway, origins, wire, signal).catch(fetchFailed);
    };
    return untilAborted(signal, async () => follow(await readRequest(request, defaults), request.redirect, ask));
  };
};

const fetchFailed = (cause: unknown): never => {
  throw new TypeError('fetch failed', { cause });
};

/** Hosts that nobody simulates are refused here, ports that they do not have by the exchange. */
const admit = (url: string, origins: readonly Origin[]): void => {
  const origin = readOrigin(url);
  if (origin !== undefined && origins.some((own) => domainOf(own) === domainOf(origin))) return;
  throw new Misuse(
    'HOST_UNKNOWN',
    'fetch',
    `${origin === undefined ? url : showOrigin(origin)} is not simulated`,
    `simulated are ${origins.map(showOrigin).join(', ')}`,
  );
};

const statuses: readonly number[] = [301, 302, 303, 307, 308];

/** As many as `fetch` follows. */
const most = 20;

/**
 * Asks as often as an answer redirects, and the mode of the request wishes it, as `fetch` does. (Fetch Standard, HTTP-redirect
 * fetch) Where a redirect leads is looked at by who is asked.
 */
const follow = async (
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
    if (mode === 'error') return fetchFailed(new Error('unexpected redirect'));
    if (followed === most) return fetchFailed(new Error('redirect count exceeded'));
    request = redirect(request, response.status, new URL(location, request.url));
  }
};

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

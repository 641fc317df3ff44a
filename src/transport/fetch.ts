import { pickHeaders, type WireRequest } from '../core/wire.ts';
import { Misuse } from '../misuse.ts';
import { type Address, addressOf } from './address.ts';
import { type Asked, ask, askFor, type Heard, unbroken } from './exchange.ts';
import { versionOfFetch } from './fetch-version.ts';
import type { Gateway } from './gateway.ts';
import { tellBegun } from './hear-requests.ts';
import { type Given, respondLate, type Way } from './late-response.ts';
import type { HttpVersion } from './http/message.ts';
import { type HttpClient, nodesFetch } from './http-client.ts';
import { showOrigin } from './origins.ts';
import { type Place, type Places, placesOf } from './places.ts';
import { type Defaults, readPlain, readRequest } from './read-request.ts';
import { refuseUnsent } from './unsent-headers.ts';
import { untilAborted } from './until-aborted.ts';

/** What Node's own `fetch` sends along unless told otherwise. */
const defaultsFor: Defaults = (host, sent, length) => {
  refuseUnsent(sent, length);
  return {
    host,
    accept: '*/*',
    'accept-language': '*',
    'sec-fetch-mode': 'cors',
    'user-agent': 'node',
  };
};

/**
 * A `fetch` that leads to a gateway and nowhere else, without sockets: the fast way in for clients that take a `fetch`.
 * Redirects are followed as `fetch` follows them, to simulated hosts only.
 *
 * It rejects with the reason of an aborted signal; with a `TypeError` ("fetch failed", its cause shaped as Node's) for a
 * port of a simulated host where it has no server, and when the simulator itself fails; and with Misuse `HOST_UNKNOWN`
 * for any other host.
 *
 * @param requireLive is called before each request, which is refused with what it throws
 *
 * @example
 * const fetch = createFetch(gateway);
 * const response = await fetch('https://token.stunt-double.test/', { method: 'POST', body: 'a=1' });
 */
export const createFetch = (gateway: Gateway, requireLive = (): void => undefined): Fetch => {
  const fetch = createDirectedFetch(gateway);
  return (input, init) => {
    try {
      requireLive();
    } catch (error) {
      return Promise.reject(error);
    }
    return fetch(input, init, addressOf(input));
  };
};

type Fetch = typeof globalThis.fetch;

/** The same for those who have read the address already; it is undefined where there is none. */
export const createDirectedFetch = (
  gateway: Gateway,
): ((...call: [...Parameters<Fetch>, address: Address | undefined]) => Promise<Response>) => {
  const places = placesOf(gateway.addresses);
  const clients = { 'HTTP/1.1': nodesFetch(gateway, 'HTTP/1.1'), 'HTTP/2': nodesFetch(gateway, 'HTTP/2') };
  /** An answer that is the last one, as nearly all are, settles the one promise there is. */
  const go = (asked: Asked, mode: RequestRedirect, gone: AbortSignal): Promise<Response> =>
    new Promise((settle) => {
      const goOn = (hear: () => Heard): void => settle(follow(gateway, asked, { mode, places, clients, gone }, hear));
      const resolve = (heard: Heard): void => {
        try {
          if (isLast(heard)) return settle(respondLate(heard, wayOf(asked, gone, false)));
        } catch {
          // It is tried again below, where the stack of its error leads to the client.
        }
        goOn(() => heard);
      };
      const reject = (error: unknown): void =>
        goOn(() => {
          throw error;
        });
      try {
        ask(gateway, asked, { gone, client: clientFor(clients, asked), resolve, reject });
      } catch (error) {
        reject(error);
      }
    });
  /** Without a `Request`, where there need be none: that and a promise more cost as much as many an answer. */
  const sendPlain = (address: Address, init: RequestInit | undefined): Promise<Response> | undefined => {
    const plain = readPlain(address, init, defaultsFor);
    if (plain === undefined) return undefined;
    const signal = init?.signal ?? never;
    signal.throwIfAborted();
    tellBegun(plain);
    const place = admit(address, places);
    const send = (): Promise<Response> => go({ request: plain, place }, init?.redirect ?? 'follow', signal);
    return signal === never ? send() : untilAborted(signal, send);
  };
  const send = async (...[input, init]: Parameters<Fetch>): Promise<Response> => {
    const request = new Request(input, init);
    const { signal, redirect: mode } = request;
    signal.throwIfAborted();
    tellBegun(request);
    const place = admit(addressOf(request.url) as Address, places);
    const wire = (): Promise<WireRequest> => readRequest(request, defaultsFor);
    const sent = untilAborted(signal, async () => go({ request: await wire(), place }, mode, signal));
    return holding(signal, [input, request], sent);
  };
  return (input, init, address) => {
    try {
      const isWhole = address === undefined || (typeof input !== 'string' && input instanceof Request);
      return (isWhole ? undefined : sendPlain(address, init)) ?? send(input, init);
    } catch (error) {
      return Promise.reject(error);
    }
  };
};

/**
 * A `Request` of Node's hands on the abort of its signal as long as there is a reference to it, and no longer: while it is under
 * way, and then as long as somebody has the signal, as its body does.
 */
const holding = <T>(signal: AbortSignal, held: object, work: Promise<T>): Promise<T> => {
  heldBy.set(signal, held);
  underWay.add(signal);
  return work.finally(() => underWay.delete(signal));
};

const underWay = new Set<AbortSignal>();
const heldBy = new WeakMap<AbortSignal, object>();

/** Of those who cannot be aborted: nobody need listen to it. */
const never = Object.defineProperties(new AbortController().signal, {
  addEventListener: { value: () => undefined },
  removeEventListener: { value: () => undefined },
});

const fetchFailed = (cause: unknown): never => {
  throw new TypeError('fetch failed', { cause });
};

/** Hosts that nobody simulates are refused here, ports that they do not have by the exchange. */
const admit = (address: Address, places: Places): Place => {
  const place = places.find(address);
  if (place?.isOwn === true) return place;
  throw new Misuse(
    'HOST_UNKNOWN',
    'fetch',
    `${place === undefined ? address.href : showOrigin(place.origin)} is not simulated`,
    `simulated are ${places.origins.map(showOrigin).join(', ')}`,
  );
};

const statuses: readonly number[] = [301, 302, 303, 307, 308];

/** Where an answer redirects to. */
const locationIn = ({ arrival: { status, headers } }: Given): string | undefined =>
  statuses.includes(status) ? headers['location'] : undefined;

const wayOf = ({ request }: Asked, gone: AbortSignal, redirected: boolean): Way => ({
  url: request.url,
  redirected,
  gone: gone === never ? undefined : gone,
});

const isLast = (heard: Heard): heard is Given => !('broken' in heard) && locationIn(heard) === undefined;

type Clients = Readonly<Record<HttpVersion, HttpClient>>;

const clientFor = (clients: Clients, { place }: Asked): HttpClient => clients[versionOfFetch(place.origin.scheme)];

/** How a request goes on from redirect to redirect. */
interface Going {
  readonly mode: RequestRedirect;
  readonly places: Places;
  readonly clients: Clients;
  readonly gone: AbortSignal;
}

/** As many as `fetch` follows. */
const most = 20;

/**
 * Asks as often as an answer redirects, and the mode of the request wishes it, as `fetch` does. (Fetch Standard, HTTP-redirect
 * fetch) Wherever a redirect leads, it has to be one of the places.
 */
const follow = async (
  gateway: Gateway,
  first: Asked,
  { mode, places, clients, gone }: Going,
  hear: () => Heard,
): Promise<Response> => {
  let asked = first;
  // After two turns of promises the client's waits for this one: from then on the stacks of errors lead to the client.
  await Promise.resolve();
  await Promise.resolve();
  for (let followed = 0; ; followed++) {
    let given: Given;
    try {
      const client = clientFor(clients, asked);
      const heard = followed === 0 ? hear() : await askFor(gateway, asked, gone, client);
      given = unbroken(gateway, heard, asked.place, client);
    } catch (cause) {
      return fetchFailed(cause);
    }
    const { request } = asked;
    const location = locationIn(given);
    if (mode === 'manual' || location === undefined) {
      return finish(given, wayOf(asked, gone, followed > 0));
    }
    if (mode === 'error') return fetchFailed(new Error('unexpected redirect'));
    if (followed === most) return fetchFailed(new Error('redirect count exceeded'));
    const address = addressOf(new URL(location, request.url)) as Address;
    asked = { request: redirect(request, given.arrival.status, address), place: admit(address, places) };
  }
};

const finish = (given: Given, way: Way): Response => {
  try {
    return respondLate(given, way);
  } catch (cause) {
    return fetchFailed(cause);
  }
};

/** What belongs to a body goes with it, and what is for one host alone does not go to another. */
const redirect = (request: WireRequest, status: number, { href, host, origin }: Address): WireRequest => {
  const { method } = request;
  const losesBody = status === 303 ? method !== 'GET' && method !== 'HEAD' : status < 303 && method === 'POST';
  const isElsewhere = new URL(request.url).origin !== origin;
  const left = [
    ...(losesBody ? ['content-type', 'content-length', 'content-encoding', 'content-language'] : []),
    ...(isElsewhere ? ['authorization', 'proxy-authorization', 'cookie'] : []),
  ];
  const names = Object.keys(request.headers).filter((name) => !left.includes(name));
  const headers = { ...pickHeaders(request.headers, names), host };
  return losesBody ? { method: 'GET', url: href, headers, body: '' } : { ...request, url: href, headers };
};

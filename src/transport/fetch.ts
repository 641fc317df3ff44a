import type { WireRequest } from '../core/wire.ts';
import { Misuse } from '../misuse.ts';
import { type Address, addressOf } from './address.ts';
import { type Asked, ask, askFor, type Heard, unbroken } from './exchange.ts';
import { versionOfFetch } from './fetch-version.ts';
import type { Gateway } from './gateway.ts';
import { tellBegun } from './hear-requests.ts';
import { type Given, respondLate, type Way } from './late-response.ts';
import type { HttpVersion } from './http/message.ts';
import { type HttpClient, nodesFetch } from './http-client.ts';
import { requireIntact } from './integrity.ts';
import { showOrigin } from './origins.ts';
import { type Place, type Places, placesOf } from './places.ts';
import { readPlain, readRequest } from './read-request.ts';
import { isRedirect, redirect } from './redirects.ts';
import { cameFromStream, readSent } from './sent-body.ts';
import { sentWith } from './sent-headers.ts';
import { untilAborted } from './until-aborted.ts';

/**
 * A `fetch` that leads to a gateway and nowhere else, without sockets: the fast way in for clients that take a `fetch`.
 * Redirects are followed as `fetch` follows them, to simulated hosts only.
 *
 * It rejects with the reason of an aborted signal; with a `TypeError` ("fetch failed", its cause shaped as Node's) for a
 * port of a simulated host where it has no server, and when the simulator itself fails; and with Misuse `HOST_UNKNOWN`
 * for any other host. What has another scheme than HTTP is left to the `fetch` of the runtime.
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
    const address = addressOf(input);
    return isOfHttp(address) ? fetch(input, init, address) : local(input, init);
  };
};

type Fetch = typeof globalThis.fetch;

const sentPlainly = sentWith('default');

/** What has another scheme never leaves the process: `data:` and `blob:` are there, and the rest is refused. */
const { fetch: local } = globalThis;

const isOfHttp = (address: Address | undefined): boolean => address === undefined || /^https?:/.test(address.href);

/** The same for those who have read the address already; it is undefined where there is none. */
export const createDirectedFetch = (
  gateway: Gateway,
): ((...call: [...Parameters<Fetch>, address: Address | undefined]) => Promise<Response>) => {
  const places = placesOf(gateway.addresses);
  const clients = { 'HTTP/1.1': nodesFetch(gateway, 'HTTP/1.1'), 'HTTP/2': nodesFetch(gateway, 'HTTP/2') };
  const ways: Ways = { gateway, places, clients };
  /** Without a `Request`, where there need be none: that and a promise more cost as much as many an answer. */
  const sendPlain = (address: Address, init: RequestInit | undefined): Promise<Response> | undefined => {
    const plain = readPlain(address, init, sentPlainly);
    if (plain === undefined) return undefined;
    const signal = init?.signal ?? never;
    signal.throwIfAborted();
    tellBegun(plain);
    const place = admit(address, places);
    const terms = { mode: init?.redirect ?? 'follow', gone: signal } as const;
    const send = (): Promise<Response> => go(ways, { request: plain, place }, terms);
    // Node's has sent nothing yet when it gives back its promise: what is called off by then is never asked.
    return signal === never ? send() : untilAborted(signal, () => Promise.resolve().then(send));
  };
  const send = async (...[input, init]: Parameters<Fetch>): Promise<Response> => {
    const request = new Request(input, init);
    const { signal, redirect: mode, integrity } = request;
    requireWanted(request);
    tellBegun(request);
    const place = admit(addressOf(request.url) as Address, places);
    const version = versionOfFetch(place.origin.scheme);
    const wire = (): Promise<WireRequest> =>
      readRequest(request, sentWith(request.cache), () => readSent(request, version));
    const terms = { mode, gone: signal, integrity, whole: request };
    const sent = untilAborted(signal, async () => go(ways, { request: await wire(), place }, terms));
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

/** A stream that was to be sent is called off with it. */
const requireWanted = ({ signal, body }: Request): void => {
  if (signal.aborted) body?.cancel(signal.reason).catch(() => undefined);
  signal.throwIfAborted();
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

/** What is asked of an exchange beside its answer. */
interface Terms {
  readonly mode: RequestRedirect;
  readonly gone: AbortSignal;
  readonly integrity?: string;
  /** What it was asked by. */
  readonly whole?: Request;
}

const wayOf = ({ request }: Asked, gone: AbortSignal, redirected: boolean, type: ResponseType): Way => ({
  request,
  redirected,
  type,
  gone: gone === never ? undefined : gone,
});

const isLast = (heard: Heard, { integrity = '' }: Terms): heard is Given =>
  !('broken' in heard) && !isRedirect(heard.arrival) && heard.arrival.status !== 407 && integrity === '';

type Clients = Readonly<Record<HttpVersion, HttpClient>>;

const clientFor = (clients: Clients, { place }: Asked): HttpClient => clients[versionOfFetch(place.origin.scheme)];

/** Where requests go, and as whose. */
interface Ways {
  readonly gateway: Gateway;
  readonly places: Places;
  readonly clients: Clients;
}

/** An answer that is the last one, as nearly all are, settles the one promise there is. */
const go = (ways: Ways, asked: Asked, terms: Terms): Promise<Response> =>
  new Promise((settle) => {
    const { gone } = terms;
    const goOn = (hear: () => Heard): void => settle(follow(ways, asked, terms, hear));
    const resolve = (heard: Heard): void => {
      try {
        if (isLast(heard, terms)) return settle(respondLate(heard, wayOf(asked, gone, false, 'basic')));
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
      ask(ways.gateway, asked, { gone, client: clientFor(ways.clients, asked), resolve, reject });
    } catch (error) {
      reject(error);
    }
  });

/**
 * Asks as often as an answer redirects, and the mode of the request wishes it, as `fetch` does. (Fetch Standard, HTTP-redirect
 * fetch) Wherever a redirect leads, it has to be one of the places.
 */
const follow = async (
  { gateway, places, clients }: Ways,
  first: Asked,
  { mode, gone, integrity = '', whole }: Terms,
  hear: () => Heard,
): Promise<Response> => {
  let asked = first;
  let type: ResponseType = 'basic';
  // After two turns of promises the client's waits for this one: from then on the stacks of errors lead to the client.
  await Promise.resolve();
  await Promise.resolve();
  for (let followed = 0; ; followed++) {
    const { request } = asked;
    let next: ReturnType<typeof redirect>;
    try {
      const client = clientFor(clients, asked);
      const heard = followed === 0 ? hear() : await askFor(gateway, asked, gone, client);
      const given = unbroken(gateway, heard, asked.place, client);
      const { status, headers } = given.arrival;
      // It says no more.
      if (status === 407) throw new Error();
      const mayLead = isRedirect(given.arrival);
      if (mayLead && mode === 'error') throw new Error('unexpected redirect');
      const location = headers['location'];
      if (!mayLead || mode === 'manual' || location === undefined)
        return respondLate(
          integrity === '' ? given : await requireIntact(given, integrity),
          wayOf(asked, gone, followed > 0, type),
        );
      next = redirect(
        { request, followed, isStream: () => whole !== undefined && cameFromStream(whole) },
        status,
        location,
      );
    } catch (cause) {
      return fetchFailed(cause);
    }
    asked = { request: next.request, place: admit(next.address, places) };
    if (next.address.origin !== new URL(first.request.url).origin) type = 'cors';
  }
};

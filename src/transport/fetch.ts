import type { WireRequest } from '../core/wire.ts';
import { Misuse } from '../misuse.ts';
import { breakOf, ended, failure, refusal } from './broken.ts';
import type { Door } from './door.ts';
import { bodyLimit } from './framing.ts';
import { type Place, domainOf, isServed, readPlace, readPlaces, showPlace } from './places.ts';
import { follow } from './redirects.ts';
import { respond } from './respond.ts';
import { overlooksAll } from './tls-errors.ts';
import { untilAborted } from './until-aborted.ts';

/** What Node's own `fetch` sends along unless told otherwise. */
const defaults = { accept: '*/*', 'accept-language': '*', 'sec-fetch-mode': 'cors', 'user-agent': 'node' } as const;

/**
 * A `fetch` that leads to a door and nowhere else, without sockets: the fast way in for clients that take a `fetch`.
 * Redirects are followed as `fetch` follows them, to simulated hosts only.
 *
 * It rejects with the reason of an aborted signal; with a `TypeError` ("fetch failed", its cause shaped as Node's) for a
 * port of a simulated host where it has no server, and when the simulator itself fails; and with Misuse `HOST_UNKNOWN`
 * for any other host.
 *
 * @example
 * const fetch = createFetch(door);
 * const response = await fetch('https://token.stunt-double.test/', { method: 'POST', body: 'a=1' });
 */
export const createFetch = (door: Door): typeof globalThis.fetch => {
  const places = readPlaces(door.addresses);
  return async (input, init) => {
    const request = new Request(input, init);
    const signal = init?.signal ?? request.signal;
    signal.throwIfAborted();
    admit(request.url, places);
    const ask = async (wire: WireRequest): Promise<Response> => {
      // Whoever has given up follows no redirect.
      signal.throwIfAborted();
      const place = admit(wire.url, places);
      const outcome = await exchange(door, place, wire, signal).catch((error: unknown) => failure(error));
      if (outcome instanceof Response) return outcome;
      throw new TypeError('fetch failed', { cause: outcome });
    };
    return untilAborted(signal, async () => follow(await readRequest(request), request.redirect, ask));
  };
};

/** The response, or the error of a connection that a scenario breaks. */
const exchange = async (
  door: Door,
  place: Place,
  request: WireRequest,
  gone: AbortSignal,
): Promise<Response | Error> => {
  const answer = await door.enter(() => door.receive(request, gone, overlooksAll));
  if ('broken' in answer) return door.enter(() => breakOf(answer.broken, place)) ?? ended();
  return respond(door, answer, request.method, gone);
};

const admit = (url: string, places: readonly Place[]): Place => {
  const place = readPlace(url);
  if (place !== undefined && isServed(places, place)) return place;
  if (place !== undefined && places.some((own) => domainOf(own) === domainOf(place)))
    throw new TypeError('fetch failed', { cause: refusal(place, places) });
  throw new Misuse(
    'HOST_UNKNOWN',
    'fetch',
    `${place === undefined ? url : showPlace(place)} is not simulated`,
    `simulated are ${places.map(showPlace).join(', ')}`,
  );
};

const readRequest = async (request: Request): Promise<WireRequest> => {
  const { method, url } = request;
  const { host, pathname, search, origin } = new URL(url);
  // Before the body: Bun forgets with it of what type it was.
  const sent = Object.fromEntries(request.headers);
  const body =
    request.body === null
      ? ''
      : Buffer.from(await request.arrayBuffer())
          .subarray(0, bodyLimit)
          .toString('utf8');
  const length =
    body === '' && method !== 'POST' && method !== 'PUT' ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  return { method, url: `${origin}${pathname}${search}`, headers: { host, ...defaults, ...sent, ...length }, body };
};

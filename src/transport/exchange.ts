import type { WireRequest } from '../core/wire.ts';
import { breakOf, ended, failure, refusal } from './network-errors.ts';
import type { Door } from './gateway.ts';
import { bodyLimit } from './http/message.ts';
import { domainOf, isLoopback, isServed, type Place, readPlace } from './origins.ts';
import { respond } from './respond.ts';
import { overlooksAll } from './tls/errors.ts';
import { untilAborted } from './until-aborted.ts';

/**
 * The way in for libraries that intercept whole requests and take a `Response`: rejects with the error of the connection
 * where there is to be none, and with the reason of an aborted signal.
 */
export const exchange = (
  door: Door,
  places: readonly Place[],
  request: WireRequest,
  gone: AbortSignal,
): Promise<Response> =>
  untilAborted(gone, async () => {
    gone.throwIfAborted();
    const place = readPlace(request.url);
    if (place === undefined) throw new TypeError(`${request.url} is no HTTP address`);
    if (!isServed(places, place)) throw refusal(place, places);
    const outcome = await door.enter(() => door.receive(request, gone, overlooksAll)).catch(failed);
    if ('broken' in outcome) throw door.enter(() => breakOf(outcome.broken, place)) ?? ended();
    return respond(door, outcome, request.method, gone);
  });

const failed = (bug: unknown): never => {
  throw failure(bug);
};

/** A request as such libraries hand it on; where they leave out what stands on the wire, it is filled in. */
export const readRequest = async (request: Request): Promise<WireRequest> => {
  const { method, url } = request;
  const { host, pathname, search, origin } = new URL(url);
  const bytes = request.body === null ? Buffer.alloc(0) : Buffer.from(await request.arrayBuffer());
  const body = bytes.subarray(0, bodyLimit).toString('utf8');
  const hasLength = bytes.length > 0 || method === 'POST' || method === 'PUT';
  const length = hasLength ? { 'content-length': String(bytes.length) } : {};
  const headers = { host, ...Object.fromEntries(request.headers), ...length };
  return { method, url: `${origin}${pathname}${search}`, headers, body };
};

/** What a door owns, as patterns: for each host, or on this machine each port, one that fits its origins with the port. */
export const originsOf = (places: readonly Place[]): readonly string[] => [
  ...new Set(
    places.map((place) => `https?://${isLoopback(place.host) ? ownPort(place) : `${quote(place.host)}:\\d+`}`),
  ),
];

const ownPort = (place: Place): string => {
  const [host = ''] = domainOf(place).split(':');
  return `${host === 'localhost' ? '(?:localhost|127\\.0\\.0\\.1|\\[?::1\\]?)' : quote(host)}:${place.port}`;
};

const quote = (text: string): string => text.replace(/[.[\]]/g, '\\$&');

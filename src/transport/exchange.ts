import type { WireRequest } from '../core/wire.ts';
import { failure, refusal, reset } from './broken.ts';
import type { Door } from './door.ts';
import { frame } from './framing.ts';
import { domainOf, isServed, type Place, readPlace } from './places.ts';
import { pour } from './pour.ts';
import { streamBody } from './stream-body.ts';
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
    if (place !== undefined && !isServed(places, place)) throw refusal(place, places);
    const answer = await door.enter(() => door.receive(request, gone)).catch(failed);
    if ('broken' in answer) throw reset();
    const framed = frame(answer, request.method);
    const { status, reason, headers, body, more } = framed;
    const content = more === undefined ? body : streamBody(pour(door, framed), gone);
    return new Response(content, { status, statusText: reason, headers });
  });

const failed = (bug: unknown): never => {
  throw failure(bug);
};

/** One pattern for each host or, on this machine, each port that a door owns. */
export const patternsOf = (places: readonly Place[]): readonly RegExp[] => [
  ...new Map(places.map((place) => [domainOf(place), patternOf(place)])).values(),
];

const patternOf = (place: Place): RegExp => {
  const host = domainOf(place).replace(/[.[\]]/g, '\\$&');
  return new RegExp(`^https?://${host}(?::\\d+)?(?:[/?#]|$)`, 'i');
};

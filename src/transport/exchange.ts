import type { Arrival, Break, Outcome, WireRequest } from '../core/wire.ts';
import type { Gateway } from './gateway.ts';
import { type HttpClient, library } from './http-client.ts';
import { type Ending, type Piece, readInPieces } from './http/body.ts';
import { frame, hasBody } from './http/message.ts';
import { type Given, makeResponse } from './late-response.ts';
import {
  bodyCutShort,
  brokenConnection,
  connectionReset,
  hasCarried,
  noServer,
  otherSideClosed,
  simulatorBug,
} from './network-errors.ts';
import { ownFault } from './own-fault.ts';
import { type Place, type Places, placesOf } from './places.ts';
import { overlooksAll } from './tls/errors.ts';
import { take } from './way-in.ts';

/** What a client gets to see: an answer whose head is there, or how its connection broke. */
export type Heard = Given | { readonly broken: Break };

/** Who waits for an answer: one of the two is called, once. */
export interface Asker {
  readonly gone: AbortSignal;
  readonly client: HttpClient;
  readonly resolve: (heard: Heard) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * The way in for clients and libraries that hand over whole requests and take whole answers. No promise in any of it: one takes as
 * long as many an answer. Throws the reason of a signal that is aborted, and for a port where nobody listens.
 */
export const ask = (gateway: Gateway, asked: Asked, { gone, client, resolve, reject }: Asker): void => {
  const { request, place } = asked;
  // Whoever has given up follows no redirect either.
  gone.throwIfAborted();
  if (!place.isServed) throw noServer(place.origin, placesOf(gateway.addresses).origins);
  let hasGivenUp = false;
  const patience = client.head(gone, place.origin, (error) => {
    hasGivenUp = true;
    reject(error);
  });
  const fail = (bug: unknown): void => {
    patience.end();
    if (!hasGivenUp) reject(client.lost(simulatorBug(bug)));
  };
  const arrive = (outcome: Outcome): void => {
    try {
      patience.end();
      if (hasGivenUp) return;
      resolve('broken' in outcome ? outcome : give(gateway, outcome, request.method, gone, client));
    } catch (bug) {
      fail(bug);
    }
  };
  const hear = (outcome: Outcome): void => {
    if ('broken' in outcome || outcome.manner?.kind !== 'slowHeaders') return arrive(outcome);
    const length = outcome.manner.by * outcome.manner.pieces;
    patience.waits(length);
    gateway.pass(length).then(() => arrive(outcome), fail);
  };
  const { gone: hungUp, waits, reaches } = patience;
  const failed = (bug: unknown): void => arrive(ownFault(bug));
  gateway.enter(() =>
    take(gateway, request, { gone: hungUp, overlooks: overlooksAll, waits, reaches, hear, fail: failed }),
  );
};

/** The same as a promise. */
export const askFor = (gateway: Gateway, asked: Asked, gone: AbortSignal, client = library): Promise<Heard> =>
  new Promise((resolve, reject) => ask(gateway, asked, { gone, client, resolve, reject }));

/**
 * The answer, or else throws the error of the connection. To be called by an async function that has awaited what was heard: only there
 * does the stack of an error lead to the client.
 */
export const unbroken = (gateway: Gateway, heard: Heard, { origin }: Place, client = library): Given => {
  if (!('broken' in heard)) return heard;
  const error = gateway.enter(() => brokenConnection(heard.broken, origin));
  throw error === undefined || hasCarried(error) ? client.lost(error ?? otherSideClosed()) : error;
};

/** A request, and where it leads. */
export interface Asked {
  readonly request: WireRequest;
  readonly place: Place;
}

/** The same for libraries that take a `Response`. */
export const exchange = async (
  gateway: Gateway,
  places: Places,
  request: WireRequest,
  gone: AbortSignal,
): Promise<Response> => {
  const place = places.find(new URL(request.url));
  if (place === undefined) throw new TypeError(`${request.url} is no HTTP address`);
  return makeResponse(unbroken(gateway, await askFor(gateway, { request, place }, gone), place));
};

/** An answer whose head is there; a body that does not come at once is made as it is read. */
const give = (gateway: Gateway, arrival: Arrival, method: string, gone: AbortSignal, client: HttpClient): Given => {
  const { status, body, more, manner } = arrival;
  const isAtOnce = more === undefined && (manner === undefined || manner.kind === 'slowHeaders');
  const { version } = client;
  if (!hasBody(status, method)) return { arrival, method, content: null, version };
  if (isAtOnce) return { arrival, method, content: body, version };
  const pieces = readInPieces(gateway, frame(arrival, method));
  return { arrival, method, content: streamBody(pieces, gone, client, manner?.kind === 'drip'), version };
};

/**
 * A response's body that is made as it is read: nothing is ahead of the reader. As with `fetch`, it fails with the reason
 * of the aborted signal, or with a `TypeError` when the rest cannot be had.
 */
const streamBody = (
  pieces: AsyncGenerator<Piece, Ending>,
  gone: AbortSignal,
  client: HttpClient,
  takesTime: boolean,
): ReadableStream<Piece> => {
  let isOver = false;
  let fail = (_error: unknown): void => undefined;
  const abort = (): void => fail(gone.reason);
  const leave = (): void => gone.removeEventListener('abort', abort);
  return new ReadableStream({
    type: 'bytes',
    start: (controller) => {
      fail = (error) => {
        isOver = true;
        controller.error(error);
        void pieces.return('whole');
        leave();
      };
      gone.addEventListener('abort', abort, { once: true });
    },
    pull: async (controller) => {
      const callOff = (takesTime ? client : library).piece((error) => fail(terminated(error)));
      const next = await pieces.next().catch(bodyCutShort).finally(callOff);
      if (isOver) return;
      if (next instanceof Error || next.done === true) leave();
      if (next instanceof Error) throw terminated(client.lost(next));
      if (next.done !== true) return controller.enqueue(next.value);
      if (next.value !== 'whole')
        throw terminated(client.lost(next.value === 'reset' ? connectionReset() : otherSideClosed()));
      controller.close();
      controller.byobRequest?.respond(0);
    },
    cancel: async () => {
      leave();
      await pieces.return('whole');
    },
  });
};

const terminated = (cause: Error): Error => new TypeError('terminated', { cause });

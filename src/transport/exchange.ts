import type { Arrival, WireRequest } from '../core/wire.ts';
import type { Gateway } from './gateway.ts';
import { type Ending, type Piece, readInPieces } from './http/body.ts';
import { bodyLimit, frame } from './http/message.ts';
import {
  bodyCutShort,
  brokenConnection,
  connectionReset,
  noServer,
  otherSideClosed,
  simulatorBug,
} from './network-errors.ts';
import { type Origin, isServed, readOrigin } from './origins.ts';
import { overlooksAll } from './tls/errors.ts';

/**
 * The way in for clients and libraries that hand over whole requests and take a `Response`: rejects with the error of the
 * connection where there is to be none.
 */
export const exchange = async (
  gateway: Gateway,
  origins: readonly Origin[],
  request: WireRequest,
  gone: AbortSignal,
): Promise<Response> => {
  // Whoever has given up follows no redirect either.
  gone.throwIfAborted();
  const origin = readOrigin(request.url);
  if (origin === undefined) throw new TypeError(`${request.url} is no HTTP address`);
  if (!isServed(origins, origin)) throw noServer(origin, origins);
  const outcome = await gateway.enter(() => gateway.receive(request, gone, overlooksAll)).catch(failed);
  if ('broken' in outcome) throw gateway.enter(() => brokenConnection(outcome.broken, origin)) ?? otherSideClosed();
  return respond(gateway, outcome, request.method, gone).catch(failed);
};

const failed = (bug: unknown): never => {
  throw simulatorBug(bug);
};

/** A request as such libraries hand it on; where they leave out what stands on the wire, it is filled in. */
export const readRequest = async (
  request: Request,
  defaults: Readonly<Record<string, string>> = {},
): Promise<WireRequest> => {
  const { method, url } = request;
  const { host, pathname, search, origin } = new URL(url);
  // Before the body: Bun forgets with it of what type it was.
  const sent = Object.fromEntries(request.headers);
  const bytes = request.body === null ? Buffer.alloc(0) : Buffer.from(await request.arrayBuffer());
  const body = bytes.subarray(0, bodyLimit).toString('utf8');
  const hasLength = bytes.length > 0 || method === 'POST' || method === 'PUT';
  const length = hasLength ? { 'content-length': String(bytes.length) } : {};
  return { method, url: `${origin}${pathname}${search}`, headers: { host, ...defaults, ...sent, ...length }, body };
};

/** An arrival as a `Response`, once its head is there; a body that does not come at once is made as it is read. */
const respond = async (gateway: Gateway, arrival: Arrival, method: string, gone: AbortSignal): Promise<Response> => {
  const framed = frame(arrival, method);
  const { status, reason, headers, body, more, manner } = framed;
  if (manner?.kind === 'slowHeaders') await gateway.pass(manner.by * manner.pieces);
  const isAtOnce = more === undefined && (manner === undefined || manner.kind === 'slowHeaders');
  const content = isAtOnce ? body : streamBody(readInPieces(gateway, framed), gone);
  return new Response(content, { status, statusText: reason, headers });
};

/**
 * A response's body that is made as it is read: nothing is ahead of the reader. As with `fetch`, it fails with the reason
 * of the aborted signal, or with a `TypeError` when the rest cannot be had.
 */
const streamBody = (pieces: AsyncGenerator<Piece, Ending>, gone: AbortSignal): ReadableStream<Piece> => {
  let abort = (): void => undefined;
  const leave = (): void => gone.removeEventListener('abort', abort);
  return new ReadableStream({
    type: 'bytes',
    start: (controller) => {
      abort = () => {
        controller.error(gone.reason);
        void pieces.return('whole');
      };
      gone.addEventListener('abort', abort, { once: true });
    },
    pull: async (controller) => {
      const next = await pieces.next().catch(bodyCutShort);
      if (gone.aborted) return;
      if (next instanceof Error || next.done === true) leave();
      if (next instanceof Error) throw terminated(next);
      if (next.done !== true) return controller.enqueue(next.value);
      if (next.value !== 'whole') throw terminated(next.value === 'reset' ? connectionReset() : otherSideClosed());
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

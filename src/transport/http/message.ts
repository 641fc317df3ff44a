import { STATUS_CODES } from 'node:http';
import type { Arrival, Manner, More } from '../../core/wire.ts';

/** An answer as HTTP frames it for one request. `body` is null where HTTP allows none. */
export interface Framed {
  readonly status: number;
  readonly reason: string;
  readonly headers: Record<string, string>;
  readonly body: string | null;
  /** What follows the body. */
  readonly more?: More;
  /** How it arrives, where it does not at once. */
  readonly manner?: Manner;
}

/** Bytes of a request's body that are kept, the rest is dropped: enough for the service to see its own limit broken. */
export const bodyLimit = 8 * 1024 * 1024;

const bodiless = new Set([204, 205, 304]);

/** Frames an answer: its length is told, and a body is left out for HEAD, 204, 205 and 304. */
export const frame = ({ status, headers, body, more, manner }: Arrival, method: string): Framed => {
  const framed: Record<string, string> = { ...headers };
  delete framed['transfer-encoding'];
  const told = framed['content-length'];
  delete framed['content-length'];
  const reason = STATUS_CODES[status] ?? '';
  const how = manner !== undefined && { manner };
  if (bodiless.has(status)) return { status, reason, headers: framed, body: null, ...how };
  const isHead = method === 'HEAD';
  const length = Buffer.byteLength(body) + (more?.bytes ?? 0);
  framed['content-length'] = isHead && told !== undefined ? told : String(length);
  if (isHead) return { status, reason, headers: framed, body: null, ...how };
  return { status, reason, headers: framed, body, ...(more !== undefined && { more }), ...how };
};

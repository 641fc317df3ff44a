import { STATUS_CODES } from 'node:http';
import type { Readable } from 'node:stream';
import { type Arrival, type Manner, type More, pickHeaders, putHeader, type WireRequest } from '../../core/wire.ts';
import { defaultPorts, type Origin, showOrigin } from '../origins.ts';

/** Versions of HTTP that answers are framed for. */
export type HttpVersion = 'HTTP/1.1' | 'HTTP/2';

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

/** Bytes of a request's body that are kept: as many as the longest mail has that an assumption can allow. */
export const bodyLimit = 128 * 1024 * 1024;

export type Body = Pick<WireRequest, 'body' | 'bytes'>;

/** A body as the service sees it. `size` is how many bytes there were, of which some may have been dropped. */
export const bodyOf = (bytes: Buffer, size = bytes.length): Body => {
  const body = bytes.toString('utf8', 0, bodyLimit);
  return Buffer.byteLength(body) === size ? { body } : { body, bytes: size };
};

const bodiless = new Set([204, 205, 304]);

/** Whether HTTP allows an answer a body. */
export const hasBody = (status: number, method: string): boolean => method !== 'HEAD' && !bodiless.has(status);

/** Bytes of the bodies of long answers: to count a page takes a while, and remembered ones are sent again and again. */
const lengths = new WeakMap<Arrival, number>();

/** Characters that are counted sooner than looked up. */
const short = 2000;

const lengthOf = (arrival: Arrival): number => {
  if (arrival.body.length <= short) return Buffer.byteLength(arrival.body);
  const known = lengths.get(arrival);
  if (known !== undefined) return known;
  const length = Buffer.byteLength(arrival.body);
  lengths.set(arrival, length);
  return length;
};

/**
 * Frames an answer: its length is told, and a body is left out for HEAD, 204, 205 and 304. HTTP/2 has no words for a status. (RFC 9113
 * section 8.3.1)
 */
export const frame = (arrival: Arrival, method: string, version: HttpVersion = 'HTTP/1.1'): Framed => {
  const { status, body, more, manner } = arrival;
  const headers = frameless(arrival.headers, version);
  const reason = (version === 'HTTP/1.1' ? STATUS_CODES[status] : undefined) ?? '';
  const how = manner !== undefined && { manner };
  if (bodiless.has(status)) return { status, reason, headers, body: null, ...how };
  const isHead = method === 'HEAD';
  const told = isHead ? arrival.headers['content-length'] : undefined;
  headers['content-length'] = told ?? String(lengthOf(arrival) + (more?.bytes ?? 0));
  if (isHead) return { status, reason, headers, body: null, ...how };
  return { status, reason, headers, body, ...(more !== undefined && { more }), ...how };
};

const framing: readonly string[] = ['transfer-encoding', 'content-length'];

/** Fields that are left out. HTTP/2 has frames for what those of a connection say. (RFC 9113 section 8.2.2) */
const leftOut: Readonly<Record<HttpVersion, readonly string[]>> = {
  'HTTP/1.1': framing,
  'HTTP/2': [...framing, 'connection', 'keep-alive', 'proxy-connection', 'upgrade'],
};

/** Without what tells where a body ends. No copy of them: to add a field to one takes as long as all else. (docs/decisions/0030) */
const frameless = (headers: Arrival['headers'], version: HttpVersion): Record<string, string> =>
  pickHeaders(
    headers,
    Object.keys(headers).filter((name) => !leftOut[version].includes(name)),
  );

const fieldName = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const fieldValue = /^(?:[!-~\x80-\xff](?:[\t -~\x80-\xff]*[!-~\x80-\xff])?)?$/;

/** Whether a field can be sent as it is written. (RFC 9110 sections 5.1 and 5.5) */
export const isField = (name: string, value: string): boolean => fieldName.test(name) && fieldValue.test(value);

/** A request cut off within its body never reaches the service. */
export const readBody = (request: Readable, done: (body: Body) => void): void => {
  const chunks: Buffer[] = [];
  let size = 0;
  request.on('data', (chunk: Buffer) => {
    if (size < bodyLimit) chunks.push(chunk.subarray(0, bodyLimit - size));
    size += chunk.length;
  });
  request.once('end', () => done(bodyOf(Buffer.concat(chunks), size)));
};

type Fields = Readonly<Record<string, string | string[] | undefined>>;

/** Fields of a list in which names and values stand in turn. */
export const fieldsIn = (list: readonly (string | string[])[]): Fields => {
  const fields: Record<string, string | string[]> = Object.create(null) as Record<string, never>;
  for (let at = 0; at < list.length; at += 2) {
    const name = String(list[at]).toLowerCase();
    const value = list[at + 1] ?? '';
    const known = fields[name];
    fields[name] = known === undefined ? value : [known, value].flat();
  }
  return fields;
};

/** Those of the fields that are for the origin, behind the ones that are there: what came several times is one. */
export const readFields = (
  fields: Fields,
  isForOrigin: (name: string) => boolean,
  headers: Record<string, string> = {},
): Record<string, string> => {
  for (const name of Object.keys(fields)) {
    const value = fields[name];
    if (value === undefined || !isForOrigin(name)) continue;
    putHeader(headers, name, typeof value === 'string' ? value : value.join(name === 'cookie' ? '; ' : ', '));
  }
  return headers;
};

/**
 * A request as it stood on a connection to an origin. A target is a path, or a star, or (as sent to proxies) a whole URL. Of the
 * field `host` it is the name that counts, as for servers of virtual hosts: the port is the one that the client is connected to.
 */
export const toWire = (
  method: string,
  origin: Origin,
  target: string,
  headers: WireRequest['headers'],
  body: Body,
): WireRequest => {
  const { host } = headers;
  const base = host === undefined ? showOrigin(origin) : `${origin.scheme}://${atPort(host, origin)}`;
  const url = isWhole(target) ? target : `${base}${target.startsWith('/') ? '' : '/'}${target}`;
  return { method, url, headers, ...body };
};

/** As it is written, where that is right. */
const atPort = (host: string, { scheme, port }: Origin): string => {
  const name = host.replace(/:\d*$/, '');
  if (host === `${name}:${port}`) return host;
  return port === defaultPorts[scheme] ? name : `${name}:${port}`;
};

export const isWhole = (target: string): boolean => /^https?:\/\//i.test(target);

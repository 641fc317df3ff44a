import type { WireRequest } from '../core/wire.ts';
import { type Address, addressOf } from './address.ts';
import { type Body, bodyLimit, bodyOf, isField } from './http/message.ts';
import { readWhole } from './sent-body.ts';

/** A request as `fetch` and such libraries hand it on; where they leave out what stands on the wire, it is filled in. */
export const readRequest = async (
  request: Request,
  defaultsFor: Defaults = hostAlone,
  read: (request: Request) => Promise<Buffer> = readWhole,
): Promise<WireRequest> => {
  const { method, url } = request;
  // Before the body: Bun forgets with it of what type it was.
  const sent = Object.fromEntries(request.headers);
  const bytes = await read(request);
  return complete(method, addressOf(url) as Address, { defaultsFor, sent, body: bodyOf(bytes), length: bytes.length });
};

/**
 * What a library sends along to a host unless told otherwise: an object of its own each time, which is added to. Of the headers that
 * are sent it takes out those that it says itself. Throws where it does not send what it is told to, `length` bytes with these headers.
 */
export type Defaults = (host: string, sent: Record<string, string>, length: number) => Record<string, string>;

const hostAlone: Defaults = (host) => ({ host });

interface Said {
  readonly defaultsFor: Defaults;
  readonly sent: Record<string, string>;
  readonly body: Body;
  /** Of the body, in bytes. */
  readonly length: number;
}

const complete = (method: string, address: Address, { defaultsFor, sent, body, length }: Said): WireRequest => {
  const headers = Object.assign(defaultsFor(address.host, sent, length), sent);
  if (length > 0 || method === 'POST' || method === 'PUT') headers['content-length'] = String(length);
  return { method, url: address.href, headers, ...body };
};

const methods: readonly unknown[] = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'];
const redirects: readonly unknown[] = ['follow', 'manual', 'error'];

/** What is read of the options of `fetch` without a `Request`, and when it is plain. */
const options: Readonly<Record<string, (value: unknown) => boolean>> = {
  method: (value) => value === undefined || methods.includes(value),
  redirect: (value) => value === undefined || redirects.includes(value),
  signal: (value) => value === undefined || value === null || value instanceof AbortSignal,
  headers: () => true,
  body: () => true,
};

/**
 * The same from the arguments of `fetch`, where they are so plain that nothing can be wrong about them: then there need be
 * no `Request`, which takes longer than the service does. Undefined where there is to be one, which says what is wrong.
 */
export const readPlain = (
  address: Address,
  init: RequestInit | undefined,
  defaultsFor: Defaults,
): WireRequest | undefined => {
  if (address.hasCredentials) return undefined;
  if (init === undefined) return complete('GET', address, { defaultsFor, sent: {}, body: { body: '' }, length: 0 });
  if (!isRecord(init) || !areKnown(init)) return undefined;
  const { method = 'GET' } = init;
  const body = readBody(init.body);
  const sent = readHeaders(init.headers);
  if (body === undefined || sent === undefined) return undefined;
  const length = body.text === '' ? 0 : Buffer.byteLength(body.text);
  if (body.type !== undefined) {
    if (method === 'GET' || method === 'HEAD' || length > bodyLimit) return undefined;
    sent['content-type'] ??= body.type;
  }
  return complete(method, address, { defaultsFor, sent, body: { body: body.text }, length });
};

const areKnown = (init: RequestInit): boolean => {
  for (const name of Object.keys(init)) {
    if (options[name]?.(Reflect.get(init, name)) !== true) return false;
  }
  return true;
};

const isRecord = (value: object): boolean => {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
};

/** The text of a body, and of what type that is unless it is said; where there is none, it is of none. */
const readBody = (body: unknown): { readonly text: string; readonly type?: string } | undefined => {
  if (body === undefined || body === null) return { text: '' };
  if (body instanceof URLSearchParams) return { text: body.toString(), type: formType };
  return typeof body === 'string' && body.isWellFormed() ? { text: body, type: textType } : undefined;
};

const textType = 'text/plain;charset=UTF-8';
const formType = 'application/x-www-form-urlencoded;charset=UTF-8';

const readHeaders = (headers: unknown): Record<string, string> | undefined => {
  const sent: Record<string, string> = {};
  if (headers === undefined) return sent;
  if (typeof headers !== 'object' || headers === null) return undefined;
  if (headers instanceof Headers) return Object.fromEntries(headers);
  if (!isRecord(headers)) return undefined;
  for (const name of Object.keys(headers)) {
    const value: unknown = Reflect.get(headers, name);
    const lower = name.toLowerCase();
    if (typeof value !== 'string' || !isField(name, value) || Object.hasOwn(sent, lower)) return undefined;
    sent[lower] = value;
  }
  return sent;
};

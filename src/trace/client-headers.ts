import { pickHeaders, type WireRequest } from '../core/wire.ts';

/**
 * Headers that HTTP libraries add to requests on their own: for the connection, about themselves, and about what answers they
 * can read. The interfaces speak of none of them, and they change with the version of Node and the transport.
 */
const libraryHeaders: ReadonlySet<string> = new Set([
  'accept',
  'accept-charset',
  'accept-encoding',
  'accept-language',
  'cache-control',
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'pragma',
  'priority',
  'proxy-connection',
  'sec-fetch-dest',
  'sec-fetch-mode',
  'sec-fetch-site',
  'sec-fetch-user',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'user-agent',
]);

/** Names with a colon in front are how HTTP/2 writes the first line of a request. (RFC 9113 section 8.3) */
const isOfClient = (name: string): boolean => !libraryHeaders.has(name) && !name.startsWith(':');

/** A request as a trace holds it: of its headers those that the client gave it, in the order of their names. */
export const asTraced = ({ method, url, headers, body }: WireRequest): WireRequest => {
  const names = Object.keys(headers).filter(isOfClient);
  return { method, url, headers: pickHeaders(headers, names.sort()), body };
};

import { type Place, readPlace } from './origins.ts';

/** What a client asks of a proxy: a tunnel to a place, or one request to it. */
export interface Target {
  readonly place: Place;
  readonly isTunnel: boolean;
}

/** `CONNECT` names host and port, every other method the whole address. (RFC 9112 sections 3.2.2 and 3.2.3) */
const requestLine = /^(?:CONNECT (\S+)|[A-Z]+ (https?:\/\/\S+)) HTTP\/1\.[01]\r?\n/i;

/** How it begins: most of what is written is none, and need not be looked at any closer. */
const beginning = /^(?:CONNECT \S|[A-Z]{1,20} https?:)/i;

/** More than any client lets an address have. */
const longestLine = 16_384;

/**
 * Reads what a client writes on any connection: the target when it is the beginning of a request to a proxy, whoever is
 * at the other end; else undefined. In a tunnel both schemes are possible, and TLS is by far the more usual.
 *
 * @example
 * readTarget('CONNECT a.test:443 HTTP/1.1\r\n\r\n') // { place: { scheme: 'https', … }, isTunnel: true }
 */
export const readTarget = (chunk: string | Uint8Array): Target | undefined => {
  if (!beginning.test(readText(chunk, 28))) return undefined;
  const [, authority, address] = requestLine.exec(readText(chunk, longestLine)) ?? [];
  const place = readPlace(address ?? `https://${authority ?? ''}`);
  return place && { place, isTunnel: authority !== undefined };
};

const readText = (chunk: string | Uint8Array, length: number): string =>
  typeof chunk === 'string'
    ? chunk.slice(0, length)
    : Buffer.from(chunk.buffer, chunk.byteOffset, Math.min(chunk.length, length)).toString('latin1');

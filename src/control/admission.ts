import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/*
 * Who may ask at all. The API acts on whatever it is told, and every web page that a developer looks at can send requests to
 * their own machine. So an address has a secret in it that no page can know; the names by which we are called have to be our
 * own, for a page can give its own name our address (DNS rebinding); and what a browser says a page has sent is refused,
 * unless that page is ours. Those who are refused are told nothing: neither that there is such an API, nor what was amiss.
 */

/** 128 bits, as 22 characters that need no escaping. */
export const makeToken = (): string => randomBytes(16).toString('base64url');

/** The names by which whoever runs on this machine may call us. */
export const ownNames = (host: string, port: number): ReadonlySet<string> => {
  const names = [host.includes(':') ? `[${host}]` : host, 'localhost'];
  return new Set(names.flatMap((name) => (port === 80 ? [name, `${name}:80`] : [`${name}:${port}`])));
};

/** Whether two texts are the same, in a time that does not tell how far they are. */
const isSame = (one: string, other: string): boolean => timingSafeEqual(digest(one), digest(other));

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

export interface Visit {
  /** As it stands in the first line of the request. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
}

/** What those get who are not let in; undefined for those who are. */
export const refuseVisit = (
  { target, headers }: Visit,
  names: ReadonlySet<string>,
  token: string,
): 403 | 404 | undefined => {
  const { host, origin, 'sec-fetch-site': site } = headers;
  if (host === undefined || !names.has(host)) return 403;
  if (origin !== undefined && origin !== `http://${host}`) return 403;
  // A page on another port of this machine is of the same site, and yet another's.
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return 403;
  const [, given = '', below] = /^\/([^/?#]*)(\/?)/.exec(target) ?? [];
  return isSame(given, token) && below === '/' ? undefined : 404;
};

import { type Arrival, pickHeaders, type WireRequest } from '../core/wire.ts';
import { type Address, addressOf } from './address.ts';

/* Redirects as `fetch` takes them. (Fetch Standard, HTTP-redirect fetch) */

const statuses: readonly number[] = [301, 302, 303, 307, 308];

export const isRedirect = ({ status }: Arrival): boolean => statuses.includes(status);

/** As many as are followed. */
const most = 20;

/** A request that may have been redirected already. */
interface Sent {
  readonly request: WireRequest;
  readonly followed: number;
  /** Whether its body, if there is one, came from a stream. */
  readonly isStream: () => boolean;
}

/** The request that a redirect leads to, and where that is. Throws the cause of the error that `fetch` rejects with. */
export const redirect = (
  { request, followed, isStream }: Sent,
  status: number,
  location: string,
): { readonly request: WireRequest; readonly address: Address } => {
  const url = new URL(location, request.url);
  const address = addressOf(url) as Address;
  if (!/^https?:$/.test(url.protocol)) throw new Error('URL scheme must be a HTTP(S) scheme');
  if (followed === most) throw new Error('redirect count exceeded');
  if (address.hasCredentials) throw new Error('cross origin not allowed for request mode "cors"');
  // It says no more.
  if (followed === 0 && status !== 303 && isStream()) throw new Error();
  return { request: lead(request, status, address), address };
};

/** What belongs to a body goes with it, and what is for one host alone does not go to another. */
const lead = (request: WireRequest, status: number, { href, host, origin }: Address): WireRequest => {
  const { method } = request;
  const losesBody = status === 303 ? method !== 'GET' && method !== 'HEAD' : status < 303 && method === 'POST';
  const isElsewhere = new URL(request.url).origin !== origin;
  const left = [
    ...(losesBody ? ['content-type', 'content-length', 'content-encoding', 'content-language'] : []),
    ...(isElsewhere ? ['authorization', 'proxy-authorization', 'cookie'] : []),
  ];
  const names = Object.keys(request.headers).filter((name) => !left.includes(name));
  const headers = { ...pickHeaders(request.headers, names), host };
  return losesBody ? { method: 'GET', url: href, headers, body: '' } : { ...request, url: href, headers };
};

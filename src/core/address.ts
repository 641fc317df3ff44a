import { type Region, regionNames } from '../spec/regions.ts';
import type { StoreFamily } from '../spec/scopes.ts';

/** Where the interfaces stand: one base address each, without a trailing slash. */
export interface Addresses {
  readonly email: string;
  readonly token: string;
  readonly submission: string;
  readonly reporting: string;
  readonly regions: Readonly<Record<Region, string>>;
  readonly links: string;
}

/** Which of the interfaces an address belongs to. */
export type Place =
  | { readonly interface: 'email' }
  | { readonly interface: 'token' }
  | { readonly interface: 'store'; readonly store: StoreFamily }
  | { readonly interface: 'portability'; readonly region: Region }
  | { readonly interface: 'links' };

/** A base address, taken apart once. */
export interface Base {
  readonly host: string;
  readonly prefix: string;
  readonly place: Place;
}

/** A request's address: where it leads, and what is left of the path below the base address. */
export interface Located {
  readonly place: Place | undefined;
  readonly path: string;
  readonly query: string;
}

interface UrlParts {
  readonly host: string;
  readonly path: string;
  readonly query: string;
}

/** Host with port (the scheme's own port filled in), path and query of an absolute http(s) URL, taken as written. */
const takeApart = (url: string): UrlParts => {
  const secure = /^https:/i.test(url);
  const [text = ''] = url.slice(url.indexOf('//') + 2).split('#');
  const [authority = ''] = text.split(/[/?]/);
  const host = authority.slice(authority.lastIndexOf('@') + 1).toLowerCase();
  const rest = text.slice(authority.length);
  const mark = rest.indexOf('?');
  const path = mark < 0 ? rest : rest.slice(0, mark);
  return {
    host: /:\d+$/.test(host) ? host : `${host}:${secure ? 443 : 80}`,
    path: path === '' ? '/' : path,
    query: mark < 0 ? '' : rest.slice(mark + 1),
  };
};

/** All base addresses of a world, the longest prefix first, so that the first that fits is the right one. */
export const compileAddresses = (addresses: Addresses): readonly Base[] => {
  const bases: Base[] = [];
  const add = (url: string, place: Place): void => {
    const { host, path } = takeApart(url);
    bases.push({ host, prefix: path.replace(/\/+$/, ''), place });
  };
  add(addresses.email, { interface: 'email' });
  add(addresses.token, { interface: 'token' });
  add(addresses.submission, { interface: 'store', store: 'submission' });
  add(addresses.reporting, { interface: 'store', store: 'reporting' });
  add(addresses.links, { interface: 'links' });
  for (const region of regionNames) add(addresses.regions[region], { interface: 'portability', region });
  return bases.sort((one, other) => other.prefix.length - one.prefix.length);
};

/** Bases that share host and prefix all fit one address: then the route decides, which is what `fits` tells. */
export const locate = (bases: readonly Base[], url: string, fits: (place: Place, path: string) => boolean): Located => {
  const { host, path, query } = takeApart(url);
  let fallback: Located | undefined;
  for (const base of bases) {
    const below = path.slice(base.prefix.length);
    if (base.host !== host || !path.startsWith(base.prefix) || (below !== '' && below[0] !== '/')) continue;
    const located: Located = { place: base.place, path: below === '' ? '/' : below, query };
    if (fits(base.place, located.path)) return located;
    fallback ??= located;
  }
  return fallback ?? { place: undefined, path, query };
};

import { madeOnce } from '../spec/made-once.ts';
import type { Address } from './address.ts';
import { domainOf, isServed, type Origin, readOrigin, readOrigins } from './origins.ts';

/** Where an address leads, as a gateway sees it. */
export interface Place {
  readonly origin: Origin;
  /** Its host is one of the gateway's, whatever the port. */
  readonly isOwn: boolean;
  /** There is a server at this very port. */
  readonly isServed: boolean;
}

/** The places of a gateway. */
export interface Places {
  readonly origins: readonly Origin[];
  /** What it owns. */
  readonly domains: ReadonlySet<string>;
  /** Undefined for what is no address of HTTP. */
  find(address: Pick<Address, 'href' | 'origin'>): Place | undefined;
}

/** Those that are served are found by their origin at once, for requests go there; others may be written in many ways. */
export const placesOf = madeOnce((addresses: readonly string[]): Places => {
  const origins = readOrigins(addresses);
  const domains = new Set(origins.map(domainOf));
  const served = new Map<string, Place>();
  for (const [at, origin] of origins.entries()) {
    served.set(new URL(addresses[at] as string).origin, { origin, isOwn: true, isServed: true });
  }
  const look = (href: string): Place | undefined => {
    const origin = readOrigin(href);
    return origin && { origin, isOwn: domains.has(domainOf(origin)), isServed: isServed(origins, origin) };
  };
  return { origins, domains, find: ({ href, origin }) => served.get(origin) ?? look(href) };
});

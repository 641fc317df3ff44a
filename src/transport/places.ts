import { Misuse } from '../misuse.ts';

/** Where a client connects to. `host` is in lower case, without brackets or a final dot. */
export interface Place {
  readonly scheme: 'http' | 'https';
  readonly host: string;
  readonly port: number;
}

const defaultPorts = { http: 80, https: 443 } as const;

/** One spelling for a host name: `[::1]` is `::1`, `Example.com.` is `example.com`. */
export const normalizeHost = (host: string): string => host.toLowerCase().replace(/^\[|\]$|\.$/g, '');

const oneMachine = new Set(['localhost', '127.0.0.1', '::1']);

/** Says whether a host name can only mean this machine. */
export const isLoopback = (host: string): boolean => oneMachine.has(host) || /^127(?:\.\d{1,3}){3}$/.test(host);

/** Reads where an address leads, or undefined when it is not one of HTTP. */
export const readPlace = (address: string): Place | undefined => {
  if (!URL.canParse(address)) return undefined;
  const { protocol, hostname, port } = new URL(address);
  if (protocol !== 'http:' && protocol !== 'https:') return undefined;
  const scheme = protocol === 'http:' ? 'http' : 'https';
  return { scheme, host: normalizeHost(hostname), port: port === '' ? defaultPorts[scheme] : Number(port) };
};

/** The places a door's addresses name. */
export const readPlaces = (addresses: readonly string[]): readonly Place[] =>
  addresses.map((address) => {
    const place = readPlace(address);
    if (place === undefined)
      throw new Misuse('BAD_OPTION', 'addresses', `"${address}" is not an HTTP address`, 'write "https://host[:port]"');
    return place;
  });

/**
 * What is owned with a place: a named host with all its ports, since nothing else can be meant by its name; on this
 * machine one port, under any of its names, since other servers live there.
 */
export const domainOf = ({ host, port }: Pick<Place, 'host' | 'port'>): string => {
  if (!isLoopback(host)) return host;
  return `${oneMachine.has(host) ? 'localhost' : host}:${port}`;
};

/** A place as text, with its port: `https://token.stunt-double.test:443`. */
export const showPlace = ({ scheme, host, port }: Place): string =>
  `${scheme}://${host.includes(':') ? `[${host}]` : host}:${port}`;

/** Says whether one of the places has exactly this scheme and port; the host has been compared by its domain. */
export const isServed = (places: readonly Place[], { scheme, host, port }: Place): boolean =>
  places.some(
    (place) => place.scheme === scheme && place.port === port && domainOf(place) === domainOf({ host, port }),
  );

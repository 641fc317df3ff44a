import { refuse } from '../misuse.ts';
import { readUrl } from '../spec/read-url.ts';

/** Where a client connects to. `host` is in lower case, without brackets or a final dot. */
export interface Origin {
  readonly scheme: 'http' | 'https';
  readonly host: string;
  readonly port: number;
}

export const defaultPorts = { http: 80, https: 443 } as const;

/** One spelling for a host name: `[::1]` is `::1`, `Example.com.` is `example.com`. */
export const normalizeHost = (host: string): string => host.toLowerCase().replace(/^\[|\]$|\.$/g, '');

const oneMachine = new Set(['localhost', '127.0.0.1', '::1']);

/** Says whether a host name can only mean this machine, and is written as one writes it. */
export const isLoopback = (host: string): boolean => oneMachine.has(host) || /^127(?:\.\d{1,3}){3}$/.test(host);

/** No address at all; a connection to it goes to this machine. */
const unspecified = new Set(['0.0.0.0', '::']);

/** Says whether a connection to a host stays on this machine, however the host is written. */
export const isHere = (host: string): boolean => isLoopback(spell(host)) || isUnspecified(host);

/** Says whether it stands for all addresses of this machine, where a server is to listen at it. */
export const isUnspecified = (host: string): boolean => unspecified.has(spell(host));

/** One spelling of an address: `127.1`, `0x7f000001`, `2130706433` and `::ffff:127.0.0.1` are `127.0.0.1`. */
const spell = (host: string): string => {
  // Only an address has a colon in it, or begins with a digit; most need not be looked at any closer.
  if (!/^\d|:/.test(host) || /^[1-9]\d*(?:\.(?:0|[1-9]\d*)){3}$/.test(host)) return host;
  const written = `http://${host.includes(':') ? `[${host}]` : host}`;
  const address = normalizeHost(readUrl(written)?.hostname ?? host);
  const [, high = '', low = ''] = /^::ffff:([\da-f]+):([\da-f]+)$/.exec(address) ?? [];
  if (high === '') return address;
  return [high, low].flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255]).join('.');
};

/** Reads where an address leads, or undefined when it is not one of HTTP. */
export const readOrigin = (address: string): Origin | undefined => {
  const url = readUrl(address);
  if (url === undefined) return undefined;
  const { protocol, hostname, port } = url;
  if (protocol !== 'http:' && protocol !== 'https:') return undefined;
  const scheme = protocol === 'http:' ? 'http' : 'https';
  return { scheme, host: normalizeHost(hostname), port: port === '' ? defaultPorts[scheme] : Number(port) };
};

/** A host as `Origin` has it: `[FD00:0::1]` is `fd00::1`; undefined where there is more to it, or less. */
export const readHost = (text: string): string | undefined => {
  const host = normalizeHost(text);
  const found = readOrigin(showOrigin({ scheme: 'http', host, port: 80 }))?.host;
  // An address of IPv6 is written in several ways.
  return host.includes(':') || found === host ? found : undefined;
};

/** The origins a gateway's addresses name. */
export const readOrigins = (addresses: readonly string[]): readonly Origin[] =>
  addresses.map((address) => {
    const origin = readOrigin(address);
    if (origin === undefined)
      throw refuse('addresses', `"${address}" is not an HTTP address`, 'write "https://host[:port]"');
    return origin;
  });

/**
 * What is owned with an origin: a named host with all its ports, since nothing else can be meant by its name; on this
 * machine one port, under any of its names, since other servers live there.
 */
export const domainOf = ({ host, port }: Pick<Origin, 'host' | 'port'>): string => {
  const spelt = spell(host);
  if (oneMachine.has(spelt) || unspecified.has(spelt)) return `localhost:${port}`;
  return isLoopback(spelt) ? `${spelt}:${port}` : spelt;
};

/** An origin as text, with its port: `https://token.stunt-double.test:443`. */
export const showOrigin = ({ scheme, host, port }: Origin): string =>
  `${scheme}://${host.includes(':') ? `[${host}]` : host}:${port}`;

/** Says whether one of the origins has exactly this scheme and port; the host has been compared by its domain. */
export const isServed = (origins: readonly Origin[], { scheme, host, port }: Origin): boolean =>
  origins.some(
    (origin) => origin.scheme === scheme && origin.port === port && domainOf(origin) === domainOf({ host, port }),
  );

/** What a gateway owns, as patterns: for each host, or on this machine each port, one that fits its origins with the port. */
export const originPatterns = (origins: readonly Origin[]): readonly string[] => [
  ...new Set(
    origins.map((origin) => `https?://${isLoopback(origin.host) ? ownPort(origin) : `${quote(origin.host)}:\\d+`}`),
  ),
];

const ownPort = (origin: Origin): string => {
  const [host = ''] = domainOf(origin).split(':');
  return `${host === 'localhost' ? '(?:localhost|127\\.0\\.0\\.1|\\[?::1\\]?)' : quote(host)}:${origin.port}`;
};

const quote = (text: string): string => text.replace(/[.[\]]/g, '\\$&');

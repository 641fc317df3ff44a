import { BlockList, isIP } from 'node:net';
import { refuse } from '../../misuse.ts';
import { isLoopback, normalizeHost } from '../origins.ts';
import { readUrl } from '../../spec/read-url.ts';

/* Where notifications may be posted to: this machine, and the hosts that the user named. */

/** Addresses that no test wants to post to: clouds hand out credentials there, or nobody answers, or everybody. */
const subnets = [
  ['0.0.0.0', 8],
  ['169.254.0.0', 16],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
  // The metadata of Alibaba Cloud, Oracle Cloud and Azure.
  ['100.100.100.200', 32],
  ['192.0.0.192', 32],
  ['168.63.129.16', 32],
  ['::', 128],
  ['fe80::', 10],
  ['ff00::', 8],
  // The metadata of AWS.
  ['fd00:ec2::', 32],
  // What holds a link-local IPv4 address in it: compatible, translated (RFC 2765, RFC 6052), 6to4 (RFC 3056).
  ['::a9fe:0', 112],
  ['::ffff:0:a9fe:0', 112],
  ['64:ff9b::a9fe:0', 112],
  ['2002:a9fe::', 32],
] as const;

let never: BlockList | undefined;

/** Made when it is first asked: few tests post anywhere, and Node takes milliseconds to learn what an address of IPv6 is. */
const neverReached = (): BlockList => {
  if (never !== undefined) return never;
  never = new BlockList();
  for (const [net, prefix] of subnets) never.addSubnet(net, prefix, net.includes(':') ? 'ipv6' : 'ipv4');
  return never;
};

const metadataNames = new Set([
  'metadata',
  'metadata.google.internal',
  'metadata.goog',
  'instance-data',
  'instance-data.ec2.internal',
]);

/** Says whether a host is one that nothing is ever posted to, whoever asks. `host` is normalized. */
export const isOutOfBounds = (host: string): boolean => {
  const version = isIP(host);
  if (version === 0) return metadataNames.has(host);
  return neverReached().check(host, version === 6 ? 'ipv6' : 'ipv4');
};

/**
 * The hosts besides this machine that may be posted to, normalized.
 *
 * @throws Misuse `BAD_OPTION` for what is no host name, and for hosts that nothing is ever posted to
 *
 * @example
 * readHosts(['Hooks.Example.com.']) // Set { 'hooks.example.com' }
 */
export const readHosts = (names: readonly string[], place: string): ReadonlySet<string> => {
  if (!Array.isArray(names)) throw refuse(place, 'this is no list', 'write ["hooks.example.com"]');
  return new Set(names.map((name: unknown) => readHost(name, place)));
};

const readHost = (name: unknown, place: string): string => {
  const shown = typeof name === 'string' ? `"${name}"` : String(name);
  const written = typeof name === 'string' && isIP(name) === 6 ? `[${name}]` : name;
  const url = typeof written === 'string' ? readUrl(`http://${written}`) : undefined;
  const isAlone = url !== undefined && /^[^/?#@:\\*\s]+$|^\[[^\]]+\]$/.test(String(written));
  if (!isAlone) throw refuse(place, `${shown} is no host name`, 'write "hooks.example.com"');
  const host = normalizeHost(url.hostname);
  if (!isOutOfBounds(host)) return host;
  throw refuse(place, `nothing is ever posted to ${shown}`, 'name a host of your own');
};

/**
 * Checks that a URL leads where notifications may be posted to.
 *
 * @throws Misuse `BAD_OPTION` otherwise: a test that posts to the open network is a mistake
 */
export const checkReach = (text: string, allowed: ReadonlySet<string>, place: string): void => {
  const url = readUrl(text);
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw refuse(place, `"${text}" is not an HTTP address`, 'write "http://127.0.0.1:3000/path"');
  }
  const { hostname, username, password } = url;
  if (username !== '' || password !== '')
    throw refuse(place, `"${text}" carries a name or a password`, 'leave out what is before the "@"');
  const host = normalizeHost(hostname);
  if (isLoopback(host)) return;
  if (isOutOfBounds(host))
    throw refuse(place, `"${text}" leads where nothing is ever posted to`, 'write "http://127.0.0.1:3000/path"');
  if (allowed.has(host)) return;
  const hint = `write "http://127.0.0.1:3000/path", or allow the host: simulate({ notifyHosts: ["${host}"] })`;
  throw refuse(place, `"${text}" does not lead to a server on this machine`, hint);
};

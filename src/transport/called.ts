/* oxlint-disable eslint/no-underscore-dangle -- Node names so what it keeps for itself */
import type { Client } from './guard/exits.ts';
import { type Place, domainOf, normalizeHost } from './origins.ts';

/** A place that a connection leads to, by one of the names that it has for its client. */
export interface Called {
  readonly place: Place;
  readonly domain: string;
}

/** What a socket is connected to does not change. */
const known = new WeakMap<Client, readonly Called[]>();

/** Where a connection leads: by its address, by the name that was looked up for it, and by the one that TLS is told. */
export const callsOf = (
  client: Client | undefined,
  address: string | undefined,
  port: number | undefined,
): readonly Called[] => {
  if (address === undefined || port === undefined) return [];
  const isConnected = client?.remoteAddress !== undefined;
  const found = isConnected ? known.get(client) : undefined;
  if (found !== undefined) return found;
  const scheme = client?.encrypted === true ? 'https' : 'http';
  const names = new Set([client?._host, client && serverNameOf(client), address].filter((name) => name != null));
  const calls = [...names].map((name): Called => {
    const place: Place = { scheme, host: normalizeHost(name), port };
    return { place, domain: domainOf(place) };
  });
  if (isConnected) known.set(client, calls);
  return calls;
};

const serverNameOf = (client: Client): string | undefined => {
  const key = Object.getOwnPropertySymbols(client).find(({ description }) => description === 'connect-options');
  const options: unknown = key && Reflect.get(client, key);
  const name: unknown =
    typeof options === 'object' && options !== null ? Reflect.get(options, 'servername') : undefined;
  return typeof name === 'string' && name !== '' ? name : undefined;
};

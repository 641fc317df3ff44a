import { requireOptions } from '../language/problem.ts';
import { requireKnownFields } from '../language/strangers.ts';
import { show } from '../language/show.ts';
import { refuse } from '../misuse.ts';
import {
  addressOf,
  type Addresses,
  type BaseAddress,
  baseAddresses,
  type HostName,
  hostNames,
  hosts,
  makeAddresses,
} from '../spec/hosts.ts';
import { madeOnce } from '../spec/made-once.ts';
import type { Region } from '../spec/regions.ts';
import { readUrl } from '../spec/read-url.ts';

/** Where the interfaces stand, as far as a user says it. */
export type Hosts = { readonly [Name in HostName]?: string };

/** `.test` is reserved for tests: these names lead nowhere, should one ever get out. (RFC 6761 section 6.2) */
const domain = 'stunt-double.test';

/** Where the application's endpoint stands, as far as the service knows: the one for all regions, or that of a region. */
export const endpointUrlIn = (region?: Region): string =>
  `https://${region === undefined ? '' : `${region}.`}app.${domain}/notifications/v1`;

export const endpointUrl = endpointUrlIn();

/** Where a host of a simulation stands that says nothing about it. The first simulation alive at a time needs no number. */
const usualAddress = ({ host, region }: BaseAddress, slot: number, shared: boolean): string => {
  const root = slot === 1 ? domain : `${slot}.${domain}`;
  const { machine, path, sharedPath } = hosts[host];
  const address = shared ? `https://api.${root}${sharedPath}` : `https://${machine}.${root}${path}`;
  return fillIn(address, region);
};

const fillIn = (address: string, region: Region | undefined): string => address.replace('{region}', region ?? '');

const machineOf = ({ host, region }: BaseAddress): string => fillIn(hosts[host].machine, region);

/** Each of them is a host of its own in reality, with a port of its own where a server has several. */
export const machines: readonly string[] = [...new Set(baseAddresses.map(machineOf))];

/** Where the hosts stand that one server answers for: at a port for each machine, or told apart by the beginning of the path. */
export const hostsAt = ([origin = '', ...others]: readonly string[]): Hosts =>
  Object.fromEntries(
    baseAddresses.map((base) => {
      const machine = machineOf(base);
      const path = fillIn(hosts[base.host].path, base.region);
      const origins = [origin, ...others];
      return [base.name, `${others.length === 0 ? `${origin}/${machine}` : origins[machines.indexOf(machine)]}${path}`];
    }),
  );

export const chooseAddresses = (chosen: Hosts, slot: number, shared: boolean): Addresses => {
  const isSet = typeof chosen === 'object' && chosen !== null;
  if (!isSet) requireOptions(chosen, 'simulate({ hosts })');
  if (Object.keys(chosen).length === 0) return usualAddresses(slot, shared);
  requireKnownFields(chosen, hostNames, 'simulate({ hosts })', 'is no interface');
  return makeAddresses((base) => {
    const text = chosen[base.name];
    return text === undefined ? usualAddress(base, slot, shared) : readBase(base.name, text);
  });
};

/** Most simulations stand where the one before stood, so that what is made of their addresses is there already. */
const usualAddresses = (slot: number, shared: boolean): Addresses => {
  const name = `${slot}${shared ? ' shared' : ''}`;
  const addresses = usual.get(name) ?? makeAddresses((base) => usualAddress(base, slot, shared));
  if (slot <= mostKept) usual.set(name, addresses);
  return addresses;
};

const usual = new Map<string, Addresses>();
const mostKept = 10;

const readBase = (name: HostName, text: string): string => {
  const url = typeof text === 'string' ? readUrl(text) : undefined;
  const isBase = url !== undefined && /^https?:$/.test(url.protocol) && url.search === '' && url.hash === '';
  // As clients send it: names in other scripts, and what is escaped in a path, are written otherwise there.
  if (isBase && url.username === '') return url.href.replace(/\/+$/, '');
  throw refuse(
    `simulate({ hosts: { ${JSON.stringify(name)} } })`,
    `${show(text)} is no base address`,
    'write "https://host" or "https://host/path"',
  );
};

export const listAddresses = madeOnce((addresses: Addresses): readonly string[] =>
  Object.freeze(baseAddresses.map((base) => addressOf(addresses, base))),
);

interface Slots {
  readonly taken: Set<number>;
}

/** Shared by all copies of the package in a process, so that two of them never choose the same hosts. */
const registry = globalThis as { [key: symbol]: Slots | undefined };
const slotsKey = Symbol.for('stunt-double.slots');

/** The lowest number that no living simulation has: hosts repeat from run to run, and never clash. */
export const takeSlot = (): { readonly slot: number; readonly release: () => void } => {
  const slots = (registry[slotsKey] ??= { taken: new Set() });
  let slot = 1;
  while (slots.taken.has(slot)) slot += 1;
  slots.taken.add(slot);
  return {
    slot,
    release: () => {
      slots.taken.delete(slot);
      if (slots.taken.size === 0) delete registry[slotsKey];
    },
  };
};

import type { Addresses } from '../core/address.ts';
import { Misuse } from '../misuse.ts';
import { suggest } from '../nearest.ts';
import { type Region, regionNames } from '../spec/regions.ts';

/** The interfaces that a user can map onto addresses of their own. */
export type HostName = 'email' | 'token' | 'submission' | 'reporting' | 'links' | Region;

export type Hosts = { readonly [Name in HostName]?: string };

const hostNames: readonly HostName[] = ['email', 'token', 'submission', 'reporting', 'links', ...regionNames];

/** `.test` is reserved for tests: these names lead nowhere, should one ever get out. (RFC 6761 section 6.2) */
const domain = 'stunt-double.test';

/** Where the application's endpoint stands, as far as the service knows: the one for all regions, or that of a region. */
export const endpointUrlIn = (region?: Region): string =>
  `https://${region === undefined ? '' : `${region}.`}app.${domain}/notifications/v1`;

export const endpointUrl = endpointUrlIn();

/** The addresses of a simulation that says nothing about hosts. The first simulation alive at a time needs no number. */
const usual = (slot: number, shared: boolean): Readonly<Record<HostName, string>> => {
  const root = slot === 1 ? domain : `${slot}.${domain}`;
  const at = (host: string, path = ''): string => (shared ? `https://api.${root}${path}` : `https://${host}.${root}`);
  const store = shared ? at('store') : `https://store.${root}`;
  return {
    email: at('email'),
    token: at('auth'),
    submission: `${store}/submission`,
    reporting: `${store}/reporting`,
    links: at('links', '/links'),
    'eu-west-1': at('eu-west-1', '/eu-west-1'),
    'us-east-1': at('us-east-1', '/us-east-1'),
    'us-west-2': at('us-west-2', '/us-west-2'),
  };
};

export const chooseAddresses = (hosts: Hosts, slot: number, shared: boolean): Addresses => {
  for (const name of Object.keys(hosts)) {
    if (hostNames.includes(name as HostName)) continue;
    throw new Misuse('BAD_OPTION', `simulate({ hosts })`, `"${name}" is no interface`, suggest(name, hostNames));
  }
  const defaults = usual(slot, shared);
  const at = (name: HostName): string => {
    const given = hosts[name];
    return given === undefined ? defaults[name] : readBase(name, given);
  };
  return {
    email: at('email'),
    token: at('token'),
    submission: at('submission'),
    reporting: at('reporting'),
    links: at('links'),
    regions: { 'eu-west-1': at('eu-west-1'), 'us-east-1': at('us-east-1'), 'us-west-2': at('us-west-2') },
  };
};

const readBase = (name: HostName, text: string): string => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isBase = url !== undefined && /^https?:$/.test(url.protocol) && url.search === '' && url.hash === '';
  if (isBase && url.username === '') return text.replace(/\/+$/, '');
  throw new Misuse(
    'BAD_OPTION',
    `simulate({ hosts: { ${JSON.stringify(name)} } })`,
    `"${text}" is no base address`,
    'write "https://host" or "https://host/path"',
  );
};

/** Every base address, as a transport needs them. */
export const listAddresses = ({ regions, ...others }: Addresses): readonly string[] => [
  ...Object.values(others),
  ...Object.values(regions),
];

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

import { namesOf } from './names-of.ts';
import { type Region, regionNames } from './regions.ts';

export interface HostRow {
  /** Whose address it is, in words. */
  readonly what: string;
  /** Where it stands unless the user says otherwise: the name of its machine, and the path there. */
  readonly machine: string;
  readonly path: string;
  /** The path where all hosts share one machine. */
  readonly sharedPath: string;
  /** Of requests that come at one instant those to the lowest are dealt with first. */
  readonly precedence: number;
  /** A blank path parameter gets to the operation, which refuses it by name. */
  readonly refusesBlanksByName?: true;
}

/**
 * Where the simulation answers: one row for each kind of base address. Whatever depends on the address of a request reads
 * this table, or is a total record or switch over its names. What the document shows of addresses is nothing but that
 * interface C has one for each region; all else here is our own.
 */
export const hosts = {
  email: { what: 'interface A', machine: 'email', path: '', sharedPath: '', precedence: 1 },
  token: { what: 'interface B, the token address', machine: 'auth', path: '', sharedPath: '', precedence: 0 },
  submission: {
    what: 'interface B, the submission API',
    machine: 'store',
    path: '/submission',
    sharedPath: '/submission',
    precedence: 2,
  },
  reporting: {
    what: 'interface B, the reporting API',
    machine: 'store',
    path: '/reporting',
    sharedPath: '/reporting',
    precedence: 2,
  },
  links: { what: 'links that interface C hands out', machine: 'links', path: '', sharedPath: '/links', precedence: 4 },
  /** One in each region: `{region}` stands for its name. */
  portability: {
    what: 'interface C, each region',
    machine: '{region}',
    path: '',
    sharedPath: '/{region}',
    precedence: 3,
    refusesBlanksByName: true,
  },
} as const satisfies Record<string, HostRow>;

export type Host = keyof typeof hosts;

type PlainHost = Exclude<Host, 'portability'>;

/** A base address by the name under which users map it onto one of their own: a host, or a region of interface C. */
export type HostName = PlainHost | Region;

/** One base address for each, without a trailing slash. */
export type Addresses = Readonly<Record<PlainHost, string>> & { readonly regions: Readonly<Record<Region, string>> };

/** A base address and what answers there. */
export interface BaseAddress {
  readonly name: HostName;
  readonly host: Host;
  readonly region: Region | undefined;
}

/** All base addresses there are, in the order of the table. */
export const baseAddresses: readonly BaseAddress[] = namesOf(hosts).flatMap((host): readonly BaseAddress[] =>
  host === 'portability'
    ? regionNames.map((region) => ({ name: region, host, region }))
    : [{ name: host, host, region: undefined }],
);

export const hostNames: readonly HostName[] = baseAddresses.map(({ name }) => name);

/** What a security profile can be attached to in the developer console. (Authentication, interface B) */
export const apiNames = ['portability', 'submission', 'reporting'] as const satisfies readonly Host[];

export type Api = (typeof apiNames)[number];

/** Every base address once; none of them ever changes. */
export const makeAddresses = (at: (base: BaseAddress) => string): Addresses => {
  const made: Partial<Record<HostName, string>> = {};
  const regions: Partial<Record<HostName, string>> = {};
  for (const base of baseAddresses) (base.region === undefined ? made : regions)[base.name] = at(base);
  return Object.freeze({ ...made, regions: Object.freeze(regions) }) as Addresses;
};

export const addressOf = (addresses: Addresses, { name, region }: BaseAddress): string =>
  region === undefined ? addresses[name as PlainHost] : addresses.regions[region];

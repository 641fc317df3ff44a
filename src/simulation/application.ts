import { secretOf } from '../core/console.ts';
import { key } from '../core/key.ts';
import { type Application, type Holding, scopesOf, type World } from '../core/world.ts';
import { Misuse } from '../misuse.ts';
import { suggest } from '../nearest.ts';
import type { ApplicationRow } from '../language/ast.ts';
import { requireOptions } from '../language/problem.ts';
import { show } from '../language/show.ts';
import { customersOf, unknownCustomer } from '../language/strangers.ts';
import { apiNames } from '../spec/hosts.ts';
import { operations } from '../spec/routes.ts';
import type { ClientCustomer, ClientEnv } from './client-env.ts';
import type { End } from './end.ts';
import { readingsOf } from './readings.ts';
import { type CustomerTokens, describeCustomer, noTokens, type SimulatedCustomer } from './customers.ts';

/** An application as a test sees it: one that was there at first, or one whose profile was made in the console since. */
export interface SimulatedApplication {
  /** Its client id. */
  readonly id: string;
  /** The secret that the console shows now; empty while the profile is deleted. */
  readonly clientSecret: string;
  /** All customers, each with the tokens they gave this application. */
  readonly customers: readonly SimulatedCustomer[];
  /** What a client is configured with that runs as this application. */
  readonly env: ClientEnv;
  /**
   * A customer (the first one) authorizes it and the code is exchanged, as for those who had authorized at the beginning:
   * they are among `env.customers` from now on. Throws Misuse `UNKNOWN_CUSTOMER`, `UNKNOWN_SCOPE`, `UNKNOWN_APPLICATION`.
   */
  authorize(customer?: { readonly id: string; readonly scope: string }): ClientCustomer;
}

/** What stands for an application nobody described. */
export const usualApplication: ApplicationRow = { id: 'application-1' };

export const createApplication = (seed: number, row: ApplicationRow, holdings: readonly Holding[]): Application => ({
  clientId: row.id,
  clientSecret: secretOf(seed, row.id, 0),
  allowlisted: row.allowlisted ?? true,
  attached: new Set(row.attached ?? apiNames),
  scopes: row.scopes === undefined ? scopesOf(holdings) : new Set(row.scopes),
});

export interface ApplicationParts extends Pick<ClientEnv, 'onNotification' | 'as'> {
  readonly end: Pick<End, 'signal'>;
  readonly world: World;
  readonly clientId: string;
  /** What customers gave it at first, by holding. */
  readonly tokens: readonly CustomerTokens[];
  /** The customer of a holding authorizes it: the tokens that this gives. */
  readonly authorize: (holding: Holding) => CustomerTokens;
}

/** An application as its user sees it. What the console changes is seen at once. */
export const describeApplication = ({ tokens, authorize, ...parts }: ApplicationParts): SimulatedApplication => {
  const { world, clientId } = parts;
  const { seed, holdings } = world.settings;
  const given = [...tokens];
  const describe = (at: number): SimulatedCustomer =>
    describeCustomer(holdings[at] as Holding, given[at] ?? noTokens, seed);
  // A million may be there of whom nobody asks.
  let customers: SimulatedCustomer[] | undefined;
  const { env, know } = createEnv(parts);
  const authorized = new Set<number>();
  for (const [at, { accessToken }] of given.entries()) if (accessToken !== '') authorized.add(at);
  const tellClient = (): void => {
    const inOrder = [...authorized].sort((one, other) => one - other);
    know(inOrder.map((at) => toClientCustomer(holdings[at] as Holding, given[at] ?? noTokens)));
  };
  tellClient();
  const shown: Shown = {
    customers: () => (customers ??= holdings.map((_, at) => describe(at))),
    ...parts,
  };
  return Object.assign(withReadings({ id: clientId }, shown), {
    env,
    authorize: (customer?: { readonly id: string; readonly scope: string }) => {
      const place = `sim.applications, "${clientId}".authorize`;
      const at = findHolding(world, customer, place);
      const holding = holdings[at];
      if (holding === undefined) throw new Error('a world without customers');
      if (!world.applications.has(clientId)) throw explainDeleted(clientId, place);
      given[at] = authorize(holding);
      if (customers !== undefined) customers[at] = describe(at);
      authorized.add(at);
      tellClient();
      return toClientCustomer(holding, given[at]);
    },
  });
};

/** The position of a customer in a scope; without one that of the first. */
const findHolding = (
  world: World,
  customer: { readonly id: string; readonly scope: string } | undefined,
  place: string,
): number => {
  if (customer === undefined) return 0;
  return world.settings.holdings.indexOf(requireCustomer(world, customer, place));
};

/** What a customer has in a scope. Throws Misuse `UNKNOWN_CUSTOMER`, `UNKNOWN_SCOPE`. */
export const requireCustomer = (
  { settings: { holdings }, holdings: known }: World,
  customer: { readonly id: string; readonly scope: string },
  place: string,
): Holding => {
  requireOptions(customer, place);
  const { id, scope } = customer;
  const found = known.get(key(id, scope));
  if (found !== undefined) return found;
  const scopes = holdings.flatMap((holding) => (holding.customerId === id ? [holding.scope] : []));
  if (scopes.length > 0) {
    throw new Misuse('UNKNOWN_SCOPE', place, `${id} has no scope ${show(scope)}`, suggest(scope, scopes));
  }
  throw unknownCustomer(place, id, customersOf(holdings));
};

const explainDeleted = (clientId: string, place: string): Misuse => {
  const hint = `make it anew: sim.now.createProfile("${clientId}")`;
  return new Misuse('UNKNOWN_APPLICATION', place, `the profile of "${clientId}" is deleted`, hint);
};

type EnvParts = Omit<ApplicationParts, 'tokens' | 'authorize'>;

/** What an application is configured with. `know` tells it of the customers that have authorized it. */
const createEnv = ({
  world,
  clientId,
  end,
  ...calls
}: EnvParts): {
  readonly env: ClientEnv;
  readonly know: (customers: readonly ClientCustomer[]) => void;
} => {
  // Links come with answers. A client would have to be told of any other host.
  const { email, token, submission, reporting, regions, links: _links, ...others } = world.settings.addresses;
  const own = {
    ...(others satisfies Record<string, never>),
    tokenUrl: token + operations.requestToken.path,
    emailUrl: email + operations.sendEmail.path,
    storeUrls: { submission, reporting },
    regions: { ...regions },
    clientId,
  };
  const known: Known = { world, clientId, end, customers: [] };
  const env: ClientEnv = Object.assign(withKnown(own, known), calls);
  return {
    env,
    know: (customers) => {
      known.customers = customers;
      // Whoever copies an environment or writes it as JSON does not ask for a customer.
      Object.defineProperty(env, 'customer', { enumerable: known.customers.length > 0 });
    },
  };
};

/** What an environment reads when it is asked. */
interface Known extends Pick<ApplicationParts, 'world' | 'clientId' | 'end'> {
  customers: readonly ClientCustomer[];
}

const withKnown = readingsOf<Known, Pick<ClientEnv, 'clientSecret' | 'customers' | 'customer' | 'signal'>>({
  clientSecret: (known) => secretNow(known),
  customers: ({ customers }) => customers,
  customer: ({ customers: [customer], clientId }) => {
    if (customer === undefined) throw new Error(`no customer has authorized ${clientId}`);
    return customer;
  },
  signal: ({ end }) => end.signal(),
});

/** Customers come without their records: a client has to import those. */
const toClientCustomer = (
  { customerId, scope }: Holding,
  { accessToken, refreshToken }: CustomerTokens,
): ClientCustomer => ({ id: customerId, scope, accessToken, refreshToken });

/** The secret that the console shows now; none for a profile that is deleted. */
const secretNow = ({ world, clientId }: Pick<Known, 'world' | 'clientId'>): string =>
  world.applications.get(clientId)?.clientSecret ?? '';

/** What an application reads when it is asked. */
interface Shown extends Pick<Known, 'world' | 'clientId'> {
  readonly customers: () => readonly SimulatedCustomer[];
}

const withReadings = readingsOf<Shown, Pick<SimulatedApplication, 'clientSecret' | 'customers'>>({
  clientSecret: secretNow,
  customers: ({ customers }) => customers(),
});

import type { Addresses } from '../core/address.ts';
import { secretOf } from '../core/console.ts';
import type { Application, Holding } from '../core/world.ts';
import { apiNames } from '../spec/apis.ts';
import { operations } from '../spec/routes.ts';
import type { ClientEnv } from './client-env.ts';
import type { SimulatedCustomer } from './customers.ts';

/** The one application of a simulation: allowlisted, with every scope of its customers enabled. */
export const createApplication = (seed: number, holdings: readonly Holding[]): Application => ({
  clientId: 'application-1',
  clientSecret: secretOf(seed, 'application-1', 0),
  allowlisted: true,
  attached: new Set(apiNames),
  scopes: new Set(holdings.map(({ scope }) => scope)),
});

interface EnvParts {
  readonly addresses: Addresses;
  readonly application: Application;
  readonly customers: readonly SimulatedCustomer[];
  readonly onNotification: ClientEnv['onNotification'];
  readonly signal: AbortSignal;
}

export const tokenUrlOf = (addresses: Addresses): string => addresses.token + operations.requestToken.path;

/** What the application is configured with. Customers come without their records: a client has to import those. */
export const createEnv = ({ addresses, application, customers, onNotification, signal }: EnvParts): ClientEnv => {
  const known = customers.map(({ id, scope, accessToken, refreshToken }) => ({ id, scope, accessToken, refreshToken }));
  const [customer] = known;
  if (customer === undefined) throw new Error('a world without customers');
  return {
    tokenUrl: tokenUrlOf(addresses),
    emailUrl: addresses.email + operations.sendEmail.path,
    storeUrls: { submission: addresses.submission, reporting: addresses.reporting },
    regions: addresses.regions,
    clientId: application.clientId,
    clientSecret: application.clientSecret,
    customers: known,
    customer,
    onNotification,
    signal,
  };
};

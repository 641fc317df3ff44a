import type { Addresses } from '../core/address.ts';
import { secretOf } from '../core/console.ts';
import type { Application, Holding, World } from '../core/world.ts';
import type { ApplicationRow } from '../scenario/ast.ts';
import { apiNames } from '../spec/apis.ts';
import { operations } from '../spec/routes.ts';
import type { ClientEnv } from './client-env.ts';
import type { SimulatedCustomer } from './customers.ts';

/** An application as a test sees it. */
export interface SimulatedApplication {
  /** Its client id. */
  readonly id: string;
  /** The secret that the console shows now; empty once the profile is deleted. */
  readonly clientSecret: string;
  /** Those who authorized it, with the tokens they gave it. */
  readonly customers: readonly SimulatedCustomer[];
  /** What a client is configured with that runs as this application. */
  readonly env: ClientEnv;
}

/** What stands for an application nobody described. */
export const usualApplication: ApplicationRow = { id: 'application-1' };

export const createApplication = (seed: number, row: ApplicationRow, holdings: readonly Holding[]): Application => ({
  clientId: row.id,
  clientSecret: secretOf(seed, row.id, 0),
  allowlisted: row.allowlisted ?? true,
  attached: new Set(row.attached ?? apiNames),
  scopes: new Set(row.scopes ?? holdings.map(({ scope }) => scope)),
});

interface EnvParts {
  readonly world: World;
  readonly clientId: string;
  readonly customers: readonly SimulatedCustomer[];
  readonly onNotification: ClientEnv['onNotification'];
  readonly signal: AbortSignal;
}

export const tokenUrlOf = (addresses: Addresses): string => addresses.token + operations.requestToken.path;

/** What an application is configured with. Customers come without their records: a client has to import those. */
export const describeApplication = (parts: EnvParts): SimulatedApplication => {
  const { world, clientId, customers, onNotification, signal } = parts;
  const { addresses } = world.settings;
  const known = customers
    .filter(({ accessToken }) => accessToken !== '')
    .map(({ id, scope, accessToken, refreshToken }) => ({ id, scope, accessToken, refreshToken }));
  const secret = (): string => world.applications.get(clientId)?.clientSecret ?? '';
  const env: ClientEnv = {
    tokenUrl: tokenUrlOf(addresses),
    emailUrl: addresses.email + operations.sendEmail.path,
    storeUrls: { submission: addresses.submission, reporting: addresses.reporting },
    regions: addresses.regions,
    clientId,
    get clientSecret() {
      return secret();
    },
    customers: known,
    get customer() {
      const [customer] = known;
      if (customer === undefined) throw new Error(`no customer has authorized ${clientId}`);
      return customer;
    },
    onNotification,
    signal,
  };
  return {
    id: clientId,
    get clientSecret() {
      return secret();
    },
    customers,
    env,
  };
};

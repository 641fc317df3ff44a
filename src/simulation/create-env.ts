import type { World } from '../core/world.ts';
import { operations } from '../spec/routes.ts';
import type { ClientCustomer, ClientEnv } from './client-env.ts';

export interface EnvParts extends Pick<ClientEnv, 'onNotification' | 'as' | 'signal'> {
  readonly world: World;
  readonly clientId: string;
}

/** What an application is configured with. `know` tells it of its customers: those without tokens have not authorized it. */
export const createEnv = ({
  world,
  clientId,
  ...calls
}: EnvParts): { readonly env: ClientEnv; readonly know: (customers: readonly ClientCustomer[]) => void } => {
  // Links come with answers. A client would have to be told of any other host.
  const { email, token, submission, reporting, regions, links: _links, ...others } = world.settings.addresses;
  let known: readonly ClientCustomer[] = [];
  const env: ClientEnv = {
    ...(others satisfies Record<string, never>),
    tokenUrl: token + operations.requestToken.path,
    emailUrl: email + operations.sendEmail.path,
    storeUrls: { submission, reporting },
    regions,
    clientId,
    get clientSecret() {
      return secretNow(world, clientId);
    },
    get customers() {
      return known;
    },
    get customer() {
      const [customer] = known;
      if (customer === undefined) throw new Error(`no customer has authorized ${clientId}`);
      return customer;
    },
    ...calls,
  };
  return {
    env,
    know: (customers) => {
      known = customers.filter(({ accessToken }) => accessToken !== '').map(toClientCustomer);
      // Whoever copies an environment or writes it as JSON does not ask for a customer.
      Object.defineProperty(env, 'customer', { enumerable: known.length > 0 });
    },
  };
};

/** Customers come without their records: a client has to import those. */
export const toClientCustomer = ({ id, scope, accessToken, refreshToken }: ClientCustomer): ClientCustomer => ({
  id,
  scope,
  accessToken,
  refreshToken,
});

/** The secret that the console shows now; none for a profile that is deleted. */
export const secretNow = ({ applications }: World, clientId: string): string =>
  applications.get(clientId)?.clientSecret ?? '';

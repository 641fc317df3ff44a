import type { Region } from '../spec/regions.ts';
import type { ClientEndpoint } from '../transport/delivery/endpoint.ts';

/** A customer as the application knows them: who they are, and the tokens they gave it. */
export interface ClientCustomer {
  readonly id: string;
  /** The scope of interface C that the tokens are for. */
  readonly scope: string;
  /** Lives for `expires_in` seconds from the start of the simulation. */
  readonly accessToken: string;
  /** Exchanged at `tokenUrl` for a new access token. */
  readonly refreshToken: string;
}

/**
 * The client's side of the contract: all that an application would be configured with. Every way of running a client
 * hands it one of these.
 *
 * @example
 * export default async function client(env: ClientEnv): Promise<unknown> {
 *   const response = await fetch(`${env.regions['eu-west-1']}/${env.customer.scope}/data-queries`, {
 *     method: 'POST',
 *     headers: { authorization: `Bearer ${env.customer.accessToken}` },
 *   });
 *   return response.json(); // { id: '…' }
 * }
 */
export interface ClientEnv {
  /** Interface B: `{auth_url}/auth/o2/token`. */
  readonly tokenUrl: string;
  /** Interface A: `{base_url}/sendEmail`. */
  readonly emailUrl: string;
  /** Base addresses of the two store APIs. */
  readonly storeUrls: { readonly submission: string; readonly reporting: string };
  /** Base addresses of interface C, one for each region. */
  readonly regions: Readonly<Record<Region, string>>;
  /** With the secret, what the application proves to interface B who it is. */
  readonly clientId: string;
  /** It may be replaced: `rotateSecret`. */
  readonly clientSecret: string;
  /** Those who authorized it. */
  readonly customers: readonly ClientCustomer[];
  /** The first of the customers. */
  readonly customer: ClientCustomer;
  /**
   * Registers the application's endpoint for notifications: for all regions, or with `{ region }` for one, which then goes
   * before the one for all. Registering again replaces the endpoint that was there. A function gets a `Request` and gives
   * a `Response`; `{ listener }`, an Express or Koa app, an `http.Server` and a URL on this machine will do, too.
   */
  onNotification(endpoint: ClientEndpoint, options?: NotificationOptions): void;
  /**
   * What another of the developer's applications is configured with, by its client id: one that was there at first, or one
   * whose profile was made since. Throws Misuse `UNKNOWN_APPLICATION` while there is none.
   */
  as(clientId: string): ClientEnv;
  /** Aborted when the run is over. */
  readonly signal: AbortSignal;
}

/** What an endpoint for notifications is registered with. */
export interface NotificationOptions {
  /** The region of the creates whose notifications it gets; without it all. */
  readonly region?: Region | undefined;
}

/** What a client module exports by default. */
export type Client = (env: ClientEnv) => unknown;

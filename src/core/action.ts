import type { ExchangeFault } from './wire.ts';
import type { ServiceFaultName, SetupFaultName } from '../spec/faults.ts';
import type { Api } from '../spec/hosts.ts';
import type { RefusalName } from '../spec/refusals.ts';
import type { Region } from '../spec/regions.ts';
import type { OperationName } from '../spec/routes.ts';
import type { StoreFamily } from '../spec/scopes.ts';

/**
 * What is said with each verb. Without a `scope` every scope of that customer is meant, without an `application` every application;
 * without `for` a thing lasts until it is ended. Lengths are milliseconds.
 */
interface Said {
  readonly expireToken: OfToken;
  readonly revokeToken: OfToken;
  readonly blankToken: OfCustomer & { readonly lacks: TokenId };
  readonly garbleToken: OfCustomer & { readonly garbles: TokenId };
  readonly expireStoreToken: OfStore;
  readonly revokeStoreToken: OfStore;
  readonly revokeConsent: OfConsent;
  readonly expireConsent: OfConsent;
  readonly grantConsent: OfConsent & Lasting;
  readonly holdAccount: OfCustomer & Lasting;
  readonly releaseAccount: OfCustomer;
  readonly finishCollection: OfCustomer & { readonly scope?: string };
  readonly createProfile: OfApplication;
  readonly deleteProfile: OfApplication;
  readonly rotateSecret: OfApplication;
  readonly allowlistApp: OfApplication;
  readonly delistApp: OfApplication;
  readonly enableScope: OfScope;
  readonly disableScope: OfScope;
  readonly attachProfile: OfApi;
  readonly detachProfile: OfApi;
  readonly beginFault: { readonly fault: ServiceFaultName } & Lasting;
  readonly endFault: { readonly fault: ServiceFaultName };
  readonly regionDown: { readonly region: Region; readonly failure: Outage } & Lasting;
  readonly regionUp: { readonly region: Region };
  readonly fail: OfRequests & { readonly failure: Failure };
  readonly fault: OfRequests & { readonly fault: ExchangeFault };
  readonly loseNotification: Waiting;
  readonly delayNotification: Waiting & { readonly by: number };
  /** So many arrive of each, every one `by` after the one before. */
  readonly repeatNotification: Waiting & { readonly copies: number; readonly by: number };
}

export type ActionOf<Verb extends keyof Said> = { [One in Verb]: { readonly do: One } & Said[One] }[Verb];

/** What a scenario does to the world: a verb, and what is said with it. */
export type Action = ActionOf<keyof Said>;

/** What waits for the next requests to one operation: a refusal, or a fault on the network. */
export type RequestFault = ActionOf<'fail' | 'fault'>;

/** What the network does to the next notifications. The service has sent them; it hears nothing of one that is lost. */
export type NotificationFaultAction = ActionOf<'loseNotification' | 'delayNotification' | 'repeatNotification'>;

/** How an injected failure answers: a listed refusal by our name, or a bare status in the shape of the interface hit. */
export type Failure =
  | { readonly kind: 'row'; readonly row: RefusalName }
  | { readonly kind: 'status'; readonly status: number };

/** How a region is down: it refuses everything, or nothing gets to it. */
export type Outage = Failure | { readonly kind: 'connection'; readonly fault: ExchangeFault<SetupFaultName> };

/** What a customer's token yields, as far as it can be blank or not valid. (Errors, interface C: the rows about ids) */
export type TokenId = 'customerId' | 'profileId';

type OfApplication = { readonly application: string };
type OfScope = OfApplication & { readonly scope: string };
type OfApi = OfApplication & { readonly api: Api };

interface OfStore {
  readonly store: StoreFamily;
}

interface OfCustomer {
  readonly customer: string;
}

export interface OfToken extends OfCustomer {
  readonly application?: string;
}

export interface OfConsent extends OfToken {
  readonly scope?: string;
}

/** Without a length it lasts until it is ended. */
export interface Lasting {
  readonly for?: number;
}

/** What all that waits for something to hit has in common. */
interface Waiting {
  /** How many it hits. */
  readonly times: number;
  /** The number of the one exchange, or of the one notification, that it is meant for; it lets others pass. */
  readonly only?: number;
  /** For how long others like it may follow; who injects it sees to that. */
  readonly for?: number;
}

interface OfRequests extends Waiting {
  readonly operation: OperationName;
}

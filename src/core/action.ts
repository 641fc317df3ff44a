import type { ActionOf } from './actions.ts';
import type { ExchangeFault } from './wire.ts';
import type { SetupFaultName } from '../spec/faults.ts';
import type { Api } from '../spec/hosts.ts';
import type { RefusalName } from '../spec/refusals.ts';
import type { OperationName } from '../spec/routes.ts';
import type { StoreFamily } from '../spec/scopes.ts';

export type { Action } from './actions.ts';

/*
 * The parts of what is said with the verbs of `actions.ts`. Without a `scope` every scope of that customer is meant, without an
 * `application` every application; without `for` a thing lasts until it is ended. Lengths are milliseconds.
 */

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

export type OfApplication = { readonly application: string };
export type OfScope = OfApplication & { readonly scope: string };
export type OfApi = OfApplication & { readonly api: Api };

export interface OfStore {
  readonly store: StoreFamily;
}

export interface OfCustomer {
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
export interface Waiting {
  /** How many it hits. */
  readonly times: number;
  /** The number of the one exchange, or of the one notification, that it is meant for; it lets others pass. */
  readonly only?: number;
  /** For how long others like it may follow; who injects it sees to that. */
  readonly for?: number;
}

export interface OfRequests extends Waiting {
  readonly operation: OperationName;
}

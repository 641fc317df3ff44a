import type { ExchangeFault } from './wire.ts';
import type { SetupFaultName } from '../spec/faults.ts';
import type { RefusalName } from '../spec/refusals.ts';
import type { OperationName } from '../spec/routes.ts';

export type { Action } from './actions.ts';

/*
 * What is said with the verbs of `actions.ts`. Without a `scope` every scope of that customer is meant, without an `application`
 * every application. Lengths are milliseconds.
 */

/** How an injected failure answers: a listed refusal by our name, or a bare status in the shape of the interface hit. */
export type Failure =
  | { readonly kind: 'row'; readonly row: RefusalName }
  | { readonly kind: 'status'; readonly status: number };

/** How a region is down: it refuses everything, or nothing gets to it. */
export type Outage = Failure | { readonly kind: 'connection'; readonly fault: ExchangeFault<SetupFaultName> };

/** What a customer's token yields, as far as it can be blank or not valid. (Errors, interface C: the rows about ids) */
export type TokenId = 'customerId' | 'profileId';

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
interface Waiting {
  /** How many it hits. */
  readonly times: number;
  /** The number of the one exchange, or of the one notification, that it is meant for; it lets others pass. */
  readonly only?: number;
  /** For how long others like it may follow; who injects it sees to that. */
  readonly for?: number;
}

/** What waits for the next requests to one operation: a refusal, or a fault on the network. */
export type RequestFault = Waiting & { readonly operation: OperationName } & (
    | { readonly do: 'fail'; readonly failure: Failure }
    | { readonly do: 'fault'; readonly fault: ExchangeFault }
  );

/** What the network does to the next notifications. The service has sent them; it hears nothing of one that is lost. */
export type NotificationFaultAction = Waiting &
  (
    | { readonly do: 'loseNotification' }
    | { readonly do: 'delayNotification'; readonly by: number }
    /** So many arrive of each, every one `by` after the one before. */
    | { readonly do: 'repeatNotification'; readonly copies: number; readonly by: number }
  );

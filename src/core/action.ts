import type { ConnectAccident } from '../spec/accidents.ts';
import type { Api } from '../spec/hosts.ts';
import type { RefusalName } from '../spec/refusals.ts';
import type { Region } from '../spec/regions.ts';
import type { OperationName } from '../spec/routes.ts';
import type { StoreFamily } from '../spec/scopes.ts';
import type { TroubleName } from '../spec/troubles.ts';
import type { Accident } from './reply.ts';

/** How an injected failure answers: a listed refusal by our name, or a bare status in the shape of the interface hit. */
export type Failure =
  | { readonly kind: 'row'; readonly row: RefusalName }
  | { readonly kind: 'status'; readonly status: number };

/** How a region is down: it refuses everything, or nothing gets to it. */
export type Outage = Failure | { readonly kind: 'connection'; readonly accident: Accident<ConnectAccident> };

/** What a customer's token yields, as far as it can be blank or not valid. (Errors, interface C: the rows about ids) */
export type TokenId = 'customerId' | 'profileId';

/** What becomes of an answer the service has given: the connection breaks, or nothing ever comes. */
export type Loss = 'reset' | 'silence';

/**
 * What a scenario does to the world. An action without a `scope` means every scope of that customer, one without an
 * `application` every application. `for` and `by` are milliseconds; without `for` a thing lasts until it is ended.
 */
export type Action =
  | { readonly do: 'expireToken' | 'revokeToken'; readonly customer: string; readonly application?: string }
  | { readonly do: 'blankToken'; readonly customer: string; readonly lacks: TokenId }
  | { readonly do: 'garbleToken'; readonly customer: string; readonly garbles: TokenId }
  | { readonly do: 'expireStoreToken' | 'revokeStoreToken'; readonly store: StoreFamily }
  | {
      readonly do: 'revokeConsent' | 'expireConsent';
      readonly customer: string;
      readonly scope?: string;
      readonly application?: string;
    }
  | {
      readonly do: 'grantConsent';
      readonly customer: string;
      readonly scope?: string;
      readonly application?: string;
      readonly for?: number;
    }
  | { readonly do: 'holdAccount' | 'releaseAccount'; readonly customer: string }
  | { readonly do: 'finishCollection'; readonly customer: string; readonly scope?: string }
  | ConsoleAction
  | { readonly do: 'beginTrouble'; readonly trouble: TroubleName; readonly for?: number }
  | { readonly do: 'endTrouble'; readonly trouble: TroubleName }
  | { readonly do: 'regionDown'; readonly region: Region; readonly failure: Outage; readonly for?: number }
  | { readonly do: 'regionUp'; readonly region: Region }
  | FaultAction
  | NotificationFault;

/** What the developer does in the console. (Authentication, interface B, and interface C) */
export type ConsoleAction =
  | { readonly do: 'createProfile' | 'deleteProfile'; readonly application: string }
  | ProfileChange;

export type ProfileChange =
  | { readonly do: 'rotateSecret' | 'allowlistApp' | 'delistApp'; readonly application: string }
  | { readonly do: 'enableScope' | 'disableScope'; readonly application: string; readonly scope: string }
  | { readonly do: 'attachProfile' | 'detachProfile'; readonly application: string; readonly api: Api };

/** What waits for the next requests to one operation: a refusal, or an accident on the network. */
export type FaultAction = Waiting & { readonly operation: OperationName } & (
    | { readonly do: 'fail'; readonly failure: Failure }
    | { readonly do: 'accident'; readonly accident: Accident }
    | { readonly do: 'loseAnswer'; readonly loss: Loss }
    | { readonly do: 'delayAnswer'; readonly by: number }
  );

/** What all that waits for something to hit has in common. */
interface Waiting {
  /** How many it hits. */
  readonly times: number;
  /** The number of the one exchange, or of the one notification, that it is meant for; it lets others pass. */
  readonly only?: number;
}

/** What the network does to the next notifications. The service has sent them; it hears nothing of one that is lost. */
export type NotificationFault = Waiting &
  (
    | { readonly do: 'loseNotification' }
    | { readonly do: 'delayNotification'; readonly by: number }
    /** So many arrive of each, every one `by` after the one before. */
    | { readonly do: 'repeatNotification'; readonly copies: number; readonly by: number }
  );

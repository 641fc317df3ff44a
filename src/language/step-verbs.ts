// Written by scripts/generate-verbs.ts from the table in verbs.ts. Change that, then run: npx tsx scripts/generate-verbs.ts
import type { Api } from '../spec/hosts.ts';
import type { Duration } from '../spec/time.ts';
import type { ErrorName } from '../spec/errors.ts';
import type { ExchangeFaultName, ServiceFaultName, SetupFaultName } from '../spec/faults.ts';
import type { Failure, TokenId } from '../core/action.ts';
import type { LengthOf } from './length.ts';
import type { OperationName } from '../spec/routes.ts';
import type { RefusalName } from '../spec/refusals.ts';
import type { Region } from '../spec/regions.ts';
import type { RegionFailure } from './field-kinds.ts';
import type { StoreFamily } from '../spec/scopes.ts';

/** What can happen at a moment, a call for each verb. Each adds one step and gives back what the next one is said to. */
export interface VerbCalls<T> {
  /** The customer's access tokens so far are over their lifetime. In a file: `{ after: created, wait: 5m, do: expireToken }` */
  readonly expireToken: (options?: CustomerOption & ApplicationIfAnyOption) => T;
  /** The customer's access tokens so far are taken back; the refresh token, too. In a file: `{ at: 30m, do: revokeToken }` */
  readonly revokeToken: (options?: CustomerOption & ApplicationIfAnyOption) => T;
  /** The customer's tokens so far yield no customer id, or no security profile id. In a file: `{ at: 0s, do: blankToken, lacks: customerId }` */
  readonly blankToken: (lacks: TokenId, options?: CustomerOption) => T;
  /** The customer's tokens so far yield a customer id, or a security profile id, that is not valid. In a file: `{ at: 0s, do: garbleToken, garbles: customerId }` */
  readonly garbleToken: (garbles: TokenId, options?: CustomerOption) => T;
  /** The tokens for one of the store APIs are over their lifetime. In a file: `{ at: 5m, do: expireStoreToken, store: reporting }` */
  readonly expireStoreToken: (store: StoreFamily) => T;
  /** The tokens for one of the store APIs are taken back. In a file: `{ at: 5m, do: revokeStoreToken, store: submission }` */
  readonly revokeStoreToken: (store: StoreFamily) => T;
  /** The customer withdraws consent: queries that are being collected are canceled. In a file: `{ after: created, wait: 5m, do: revokeConsent }` */
  readonly revokeConsent: (options?: CustomerOption & ScopeOfCustomerOption & ApplicationIfAnyOption) => T;
  /** The customer's consent comes to its end. In a file: `{ at: 1h, do: expireConsent }` */
  readonly expireConsent: (options?: CustomerOption & ScopeOfCustomerOption & ApplicationIfAnyOption) => T;
  /** The customer consents, again or for longer. In a file: `{ after: canceled, wait: 1h, do: grantConsent, for: 2h }` */
  readonly grantConsent: <For extends string>(
    options?: CustomerOption & ScopeOfCustomerOption & ApplicationIfAnyOption & LengthOption<For>,
  ) => T;
  /** The customer's account is put on hold: queries that are being collected are canceled. In a file: `{ after: created, do: holdAccount, for: 2h }` */
  readonly holdAccount: <For extends string>(options?: CustomerOption & LengthOption<For>) => T;
  /** The hold on the account is lifted. In a file: `{ at: 3h, do: releaseAccount }` */
  readonly releaseAccount: (options?: CustomerOption) => T;
  /** What is being collected is there now. In a file: `{ after: created, wait: 1m, do: finishCollection }` */
  readonly finishCollection: (options?: CustomerOption & ScopeOfCustomerOption) => T;
  /** The developer makes a security profile: an application with this client id, which a client finds by `env.as`. In a file: `{ at: 5m, do: createProfile, application: shop }` */
  readonly createProfile: (application: string) => T;
  /** The application's security profile is deleted. In a file: `{ at: 5m, do: deleteProfile }` */
  readonly deleteProfile: (options?: ApplicationOption) => T;
  /** The application's client secret is replaced; the old one is worth nothing. In a file: `{ at: 5m, do: rotateSecret }` */
  readonly rotateSecret: (options?: ApplicationOption) => T;
  /** The application is put on the allow list. In a file: `{ at: 5m, do: allowlistApp }` */
  readonly allowlistApp: (options?: ApplicationOption) => T;
  /** The application is taken off the allow list. In a file: `{ at: 5m, do: delistApp }` */
  readonly delistApp: (options?: ApplicationOption) => T;
  /** A scope is enabled for the application. In a file: `{ at: 5m, do: enableScope, scope: orders }` */
  readonly enableScope: (scope: string, options?: ApplicationOption) => T;
  /** A scope is disabled for the application. In a file: `{ at: 5m, do: disableScope, scope: orders }` */
  readonly disableScope: (scope: string, options?: ApplicationOption) => T;
  /** The application's security profile is attached to an API. In a file: `{ at: 5m, do: attachProfile, api: portability }` */
  readonly attachProfile: (api: Api, options?: ApplicationOption) => T;
  /** The application's security profile is detached from an API. In a file: `{ at: 5m, do: detachProfile, api: portability }` */
  readonly detachProfile: (api: Api, options?: ApplicationOption) => T;
  /** Something goes wrong inside the service; "stunt-double list faults" names what can. In a file: `{ at: 5m, do: beginFault, fault: backendSilent, for: 10m }` */
  readonly beginFault: <For extends string>(fault: ServiceFaultName, options?: LengthOption<For>) => T;
  /** What went wrong inside the service is repaired. In a file: `{ at: 15m, do: endFault, fault: backendSilent }` */
  readonly endFault: (fault: ServiceFaultName) => T;
  /** A region of interface C refuses every request, or cannot be reached. In a file: `{ at: 5m, do: regionDown, region: eu-west-1, fails: refused, for: 1h }` */
  readonly regionDown: <For extends string>(region: Region, options?: OutageOption & LengthOption<For>) => T;
  /** The region answers again. In a file: `{ at: 1h, do: regionUp, region: eu-west-1 }` */
  readonly regionUp: (region: Region) => T;
  /** A notification is sent, and never arrives. In a file: `{ on: notification, do: loseNotification }` */
  readonly loseNotification: <For extends string>(options?: TimesOption & LengthOption<For>) => T;
  /** A notification arrives late. In a file: `{ on: notification, do: delayNotification, by: 70m }` */
  readonly delayNotification: <By extends string, For extends string>(
    by: LengthOf<By>,
    options?: TimesOption & LengthOption<For>,
  ) => T;
  /** A notification arrives more than once. In a file: `{ on: notification, do: repeatNotification, copies: 3, by: 1s }` */
  readonly repeatNotification: <By extends string, For extends string>(
    options?: CopiesOption & IntervalOption<By> & TimesOption & LengthOption<For>,
  ) => T;
  /** The next requests are refused before the service acts, by the name of an error or a bare status. In a file: `{ on: listDataQueryRecords, nth: 2, fail: integrationTimeout, times: 3 }` */
  readonly fail: <For extends string>(
    fail: RefusalName | number,
    options?: TimesOption & LengthOption<For> & OperationOption,
  ) => T;
  /** Something goes wrong with the next requests on the network; "stunt-double list faults" names what can. In a file: `{ on: downloadFile, fault: resetInBody }` */
  readonly fault: <By extends string, For extends string>(
    fault: ExchangeFaultName,
    options?: PauseOption<By> & PiecesOption & TimesOption & LengthOption<For> & OperationOption,
  ) => T;
  /** Time passes while the client sleeps, before it hears anything more. In a file: `{ on: notification, elapse: 61m }` */
  readonly elapse: <Duration extends string>(elapse: LengthOf<Duration>) => T;
}

interface CustomerOption {
  /** Whom it happens to. Without it the first customer. */
  readonly customer?: string | undefined;
}

interface ApplicationIfAnyOption {
  /** Only what was given to this application. Without it to any. */
  readonly application?: string | undefined;
}

interface ScopeOfCustomerOption {
  /** In which scope. Without it all of the customer. */
  readonly scope?: string | undefined;
}

interface LengthOption<For extends string> {
  /** How long it lasts. Without it: until a step ends it, or until it has hit as many as it was to hit. Where two overlap, each network fault ends by itself; of anything else the later step decides, even where it ends sooner. */
  readonly for?: LengthOf<For> | undefined;
}

interface ApplicationOption {
  /** Which application is changed in the console. Without it the first one. */
  readonly application?: string | undefined;
}

interface OutageOption {
  /** How the region fails: with an error by its name, a status, or a fault before there is a connection. Without it `503`. */
  readonly fails?: ErrorName | SetupFaultName | number | undefined;
}

interface TimesOption {
  /** How many are hit. Without it one; with `for` all that come while it lasts. */
  readonly times?: number | undefined;
}

interface CopiesOption {
  /** How many of each notification arrive. Without it `2`. */
  readonly copies?: number | undefined;
}

interface IntervalOption<By extends string> {
  /** How long after the one before each copy arrives. Without it `0s`. */
  readonly by?: LengthOf<By> | undefined;
}

interface OperationOption {
  /** Which requests are hit. Without it those that the step waits for. */
  readonly operation?: OperationName | undefined;
}

interface PauseOption<By extends string> {
  /** How long the fault takes; where it comes in pieces, each of them. */
  readonly by?: LengthOf<By> | undefined;
}

interface PiecesOption {
  /** In how many pieces it comes. */
  readonly pieces?: number | undefined;
}

/**
 * An action as written: without a `customer` the first one is meant, without a `scope` all the customer's scopes.
 * Without an `application` all are meant where customers act, and the first one where the developer does.
 */
export type StepAction =
  | { readonly do: 'expireToken'; readonly customer?: string; readonly application?: string }
  | { readonly do: 'revokeToken'; readonly customer?: string; readonly application?: string }
  | { readonly do: 'blankToken'; readonly customer?: string; readonly lacks: TokenId }
  | { readonly do: 'garbleToken'; readonly customer?: string; readonly garbles: TokenId }
  | { readonly do: 'expireStoreToken'; readonly store: StoreFamily }
  | { readonly do: 'revokeStoreToken'; readonly store: StoreFamily }
  | { readonly do: 'revokeConsent'; readonly customer?: string; readonly scope?: string; readonly application?: string }
  | { readonly do: 'expireConsent'; readonly customer?: string; readonly scope?: string; readonly application?: string }
  | {
      readonly do: 'grantConsent';
      readonly customer?: string;
      readonly scope?: string;
      readonly application?: string;
      readonly for?: Duration;
    }
  | { readonly do: 'holdAccount'; readonly customer?: string; readonly for?: Duration }
  | { readonly do: 'releaseAccount'; readonly customer?: string }
  | { readonly do: 'finishCollection'; readonly customer?: string; readonly scope?: string }
  | { readonly do: 'createProfile'; readonly application: string }
  | { readonly do: 'deleteProfile'; readonly application?: string }
  | { readonly do: 'rotateSecret'; readonly application?: string }
  | { readonly do: 'allowlistApp'; readonly application?: string }
  | { readonly do: 'delistApp'; readonly application?: string }
  | { readonly do: 'enableScope'; readonly scope: string; readonly application?: string }
  | { readonly do: 'disableScope'; readonly scope: string; readonly application?: string }
  | { readonly do: 'attachProfile'; readonly api: Api; readonly application?: string }
  | { readonly do: 'detachProfile'; readonly api: Api; readonly application?: string }
  | { readonly do: 'beginFault'; readonly fault: ServiceFaultName; readonly for?: Duration }
  | { readonly do: 'endFault'; readonly fault: ServiceFaultName }
  | { readonly do: 'regionDown'; readonly region: Region; readonly fails: RegionFailure; readonly for?: Duration }
  | { readonly do: 'regionUp'; readonly region: Region }
  | { readonly do: 'loseNotification'; readonly times: number; readonly for?: Duration }
  | { readonly do: 'delayNotification'; readonly by: Duration; readonly times: number; readonly for?: Duration }
  | {
      readonly do: 'repeatNotification';
      readonly copies: number;
      readonly by: Duration;
      readonly times: number;
      readonly for?: Duration;
    }
  | {
      readonly do: 'fail';
      readonly failure: Failure;
      readonly times: number;
      readonly for?: Duration;
      readonly operation?: OperationName;
    }
  | {
      readonly do: 'fault';
      readonly fault: ExchangeFaultName;
      readonly by?: Duration;
      readonly pieces?: number;
      readonly times: number;
      readonly for?: Duration;
      readonly operation?: OperationName;
    }
  | { readonly do: 'elapse'; readonly duration: Duration };

import type { BlankId, Loss } from '../core/action.ts';
import type { EventName } from '../core/event.ts';
import type { AccidentName, ConnectAccident } from '../spec/accidents.ts';
import type { Api } from '../spec/apis.ts';
import type { ErrorName } from '../spec/errors.ts';
import type { RefusalName } from '../spec/refusals.ts';
import type { Region } from '../spec/regions.ts';
import type { OperationName } from '../spec/routes.ts';
import type { StoreFamily } from '../spec/scopes.ts';
import type { Duration } from '../spec/time.ts';
import type { TroubleName } from '../spec/troubles.ts';
import type { ExchangeName } from './ast.ts';

interface ForCustomer {
  /** Without it the first customer is meant. */
  readonly customer?: string | undefined;
}

interface ForScope extends ForCustomer {
  /** Without it all the customer's scopes are meant. */
  readonly scope?: string | undefined;
}

interface GivenTo {
  /** What was given to this application. Without it what was given to any. */
  readonly application?: string | undefined;
}

interface ForApplication {
  /** Without it the first application is meant. */
  readonly application?: string | undefined;
}

interface Lasting {
  /** Without it there is no end until one is told. */
  readonly for?: Duration | undefined;
}

interface Repeated {
  /** How many requests or notifications are hit, 1 to 1000. By default 1. */
  readonly times?: number | undefined;
}

interface Hitting extends Repeated {
  /** What is hit; needed unless the trigger is `on` an operation. */
  readonly operation?: OperationName | undefined;
}

/** What can happen at a moment. Each verb adds one step and gives back what the next one is said to. */
export interface StepVerbs<T>
  extends TokenVerbs<T>,
    CustomerVerbs<T>,
    ConsoleVerbs<T>,
    ServiceVerbs<T>,
    RequestVerbs<T>,
    NotificationVerbs<T> {
  /** Time passes while the client sleeps. */
  readonly elapse: (duration: Duration) => T;
}

interface TokenVerbs<T> {
  readonly expireToken: (options?: ForCustomer & GivenTo) => T;
  readonly revokeToken: (options?: ForCustomer & GivenTo) => T;
  /** The customer's tokens so far yield no such id from now on. */
  readonly blankToken: (lacks: BlankId, options?: ForCustomer) => T;
  readonly expireStoreToken: (store: StoreFamily) => T;
  readonly revokeStoreToken: (store: StoreFamily) => T;
}

interface CustomerVerbs<T> {
  readonly revokeConsent: (options?: ForScope & GivenTo) => T;
  readonly expireConsent: (options?: ForScope & GivenTo) => T;
  /** With `for` the consent expires by itself. */
  readonly grantConsent: (options?: ForScope & GivenTo & Lasting) => T;
  /** Without `for` the account stays on hold until it is released. */
  readonly holdAccount: (options?: ForCustomer & Lasting) => T;
  readonly releaseAccount: (options?: ForCustomer) => T;
  /** What is being collected is there now. */
  readonly finishCollection: (options?: ForScope) => T;
}

/** What the developer does in the console. (Authentication, interface B, and interface C) */
interface ConsoleVerbs<T> {
  /** A new application: not allowlisted, without scopes, attached to nothing. */
  readonly createProfile: (application: string) => T;
  readonly deleteProfile: (options?: ForApplication) => T;
  /** The old client secret is wrong from now on. */
  readonly rotateSecret: (options?: ForApplication) => T;
  readonly allowlistApp: (options?: ForApplication) => T;
  readonly delistApp: (options?: ForApplication) => T;
  readonly enableScope: (scope: string, options?: ForApplication) => T;
  readonly disableScope: (scope: string, options?: ForApplication) => T;
  readonly attachProfile: (api: Api, options?: ForApplication) => T;
  readonly detachProfile: (api: Api, options?: ForApplication) => T;
}

interface ServiceVerbs<T> {
  /** Something inside interface C is wrong. */
  readonly beginTrouble: (trouble: TroubleName, options?: Lasting) => T;
  readonly endTrouble: (trouble: TroubleName) => T;
  /**
   * Every request of interface C to that region is refused, with an error by its name, or a status, 503 by default; or does
   * not get there.
   */
  readonly regionDown: (
    region: Region,
    options?: Lasting & { readonly fails?: ErrorName | ConnectAccident | number | undefined },
  ) => T;
  readonly regionUp: (region: Region) => T;
}

interface RequestVerbs<T> {
  /** The next requests are refused before the service acts: with an error by its name, or a bare status, 400 to 599. */
  readonly fail: (failure: RefusalName | number, options?: Hitting) => T;
  /** The next requests, or the answers to them, have an accident on the network. */
  readonly accident: (
    accident: AccidentName,
    options?: Hitting & {
      /** How long it takes; for what comes in pieces how long each of them. */
      readonly by?: Duration | undefined;
      /** How many pieces, 1 to 1000. */
      readonly pieces?: number | undefined;
    },
  ) => T;
  /** The service acts on the next requests, and its answers never arrive: the connection breaks, or nothing comes. */
  readonly loseAnswer: (options?: Hitting & { readonly loss?: Loss | undefined }) => T;
  /** The service acts on the next requests, and its answers arrive so much later. */
  readonly delayAnswer: (by: Duration, options?: Hitting) => T;
}

/** What the network does to the next notifications; said `on('notification')`, to the very one. They count as sent. */
interface NotificationVerbs<T> {
  /** They never arrive. */
  readonly loseNotification: (options?: Repeated) => T;
  /** They arrive so much later; others overtake them. */
  readonly delayNotification: (by: Duration, options?: Repeated) => T;
  /** Each arrives more than once. */
  readonly repeatNotification: (
    options?: Repeated & {
      /** How many arrive of each, 2 to 100. By default 2. */
      readonly copies?: number | undefined;
      /** How long after the one before each arrives. By default at the same instant. */
      readonly by?: Duration | undefined;
    },
  ) => T;
}

/** The ways to name a moment. */
export interface Moments<T> {
  /** At a virtual time, counted from the start: `at('10m')`. */
  readonly at: (time: Duration) => StepVerbs<T>;
  /** So long after the n-th such event: `after('created', { wait: '10m', nth: 2 })`. At once after the first, by default. */
  readonly after: (
    event: EventName,
    options?: { readonly wait?: Duration | undefined; readonly nth?: number | undefined },
  ) => StepVerbs<T>;
  /** Right before the n-th such exchange is dealt with: `on('listDataQueryRecords', { nth: 2 })`. The first, by default. */
  readonly on: (exchange: ExchangeName, options?: { readonly nth?: number | undefined }) => StepVerbs<T>;
}

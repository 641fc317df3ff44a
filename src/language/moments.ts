import type { TokenId } from '../core/action.ts';
import type { EventName } from '../core/event.ts';
import type { ExchangeFaultName, SetupFaultName, ServiceFaultName } from '../spec/faults.ts';
import type { Api } from '../spec/apis.ts';
import type { ErrorName } from '../spec/errors.ts';
import type { RefusalName } from '../spec/refusals.ts';
import type { Region } from '../spec/regions.ts';
import type { OperationName } from '../spec/routes.ts';
import type { StoreFamily } from '../spec/scopes.ts';
import type { Chance, ExchangeName, Nth, Where } from './ast.ts';
import type { LengthOf } from './length.ts';
import type { eventFilters, exchangeFilters } from './words.ts';

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

interface Lasting<For extends string> {
  /** Without it there is no end until one is told, or all have been hit. */
  readonly for?: LengthOf<For> | undefined;
}

interface Repeated<For extends string> extends Lasting<For> {
  /** How many requests or notifications are hit, 1 to 1000. By default 1; with `for` all that come while it lasts. */
  readonly times?: number | undefined;
}

interface Hitting<For extends string> extends Repeated<For> {
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
  readonly elapse: <Text extends string>(duration: LengthOf<Text>) => T;
  /** Several things at this moment, in their order: `.together((all) => all.expireToken().holdAccount())`. */
  readonly together: (tell: (all: GroupVerbs) => unknown) => T;
  /**
   * One thing after the other, from this moment on:
   * `.sequence((first) => first.revokeConsent().wait('10m').grantConsent())`.
   */
  readonly sequence: (tell: (first: Omit<StepVerbs<Sequence>, 'sequence'>) => unknown) => T;
}

/** What can happen together with other things. */
export interface GroupVerbs extends Omit<StepVerbs<GroupVerbs>, 'together' | 'sequence'> {}

/** The ways to say when the next step of a sequence happens, counted from when the one before has. */
export interface Sequence extends Omit<Moments<Sequence>, 'at'> {
  /** So much later. */
  readonly wait: <Text extends string>(
    time: LengthOf<Text>,
    options?: Condition,
  ) => Omit<StepVerbs<Sequence>, 'sequence'>;
}

interface TokenVerbs<T> {
  readonly expireToken: (options?: ForCustomer & GivenTo) => T;
  readonly revokeToken: (options?: ForCustomer & GivenTo) => T;
  /** The customer's tokens so far yield no such id from now on. */
  readonly blankToken: (lacks: TokenId, options?: ForCustomer) => T;
  /** What they yield for it from now on is not valid. */
  readonly garbleToken: (garbles: TokenId, options?: ForCustomer) => T;
  readonly expireStoreToken: (store: StoreFamily) => T;
  readonly revokeStoreToken: (store: StoreFamily) => T;
}

interface CustomerVerbs<T> {
  readonly revokeConsent: (options?: ForScope & GivenTo) => T;
  readonly expireConsent: (options?: ForScope & GivenTo) => T;
  /** With `for` the consent expires by itself. */
  readonly grantConsent: <For extends string>(options?: ForScope & GivenTo & Lasting<For>) => T;
  /** Without `for` the account stays on hold until it is released. */
  readonly holdAccount: <For extends string>(options?: ForCustomer & Lasting<For>) => T;
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
  readonly beginFault: <For extends string>(fault: ServiceFaultName, options?: Lasting<For>) => T;
  readonly endFault: (fault: ServiceFaultName) => T;
  /**
   * Every request of interface C to that region is refused, with an error by its name, or a status, 503 by default; or does
   * not get there.
   */
  readonly regionDown: <For extends string>(
    region: Region,
    options?: Lasting<For> & { readonly fails?: ErrorName | SetupFaultName | number | undefined },
  ) => T;
  readonly regionUp: (region: Region) => T;
}

interface RequestVerbs<T> {
  /** The next requests are refused before the service acts: with an error by its name, or a bare status, 400 to 599. */
  readonly fail: <For extends string>(failure: RefusalName | number, options?: Hitting<For>) => T;
  /**
   * The next requests, or the answers to them, meet a fault on the network. `reset` and `silence` lose an answer that the
   * service has given, `late` delays it.
   */
  readonly fault: <For extends string, By extends string>(
    fault: ExchangeFaultName,
    options?: Hitting<For> & {
      /** How long it takes; for what comes in pieces how long each of them. */
      readonly by?: LengthOf<By> | undefined;
      /** How many pieces, 1 to 1000. */
      readonly pieces?: number | undefined;
    },
  ) => T;
}

/** What the network does to the next notifications; said `on('notification')`, to the very one. They count as sent. */
interface NotificationVerbs<T> {
  /** They never arrive. */
  readonly loseNotification: <For extends string>(options?: Repeated<For>) => T;
  /** They arrive so much later; others overtake them. */
  readonly delayNotification: <By extends string, For extends string>(by: LengthOf<By>, options?: Repeated<For>) => T;
  /** Each arrives more than once. */
  readonly repeatNotification: <For extends string, By extends string>(
    options?: Repeated<For> & {
      /** How many arrive of each, 2 to 100. By default 2. */
      readonly copies?: number | undefined;
      /** How long after the one before each arrives. By default at the same instant. */
      readonly by?: LengthOf<By> | undefined;
    },
  ) => T;
}

/** What else must be so. What does not match is not counted either. */
interface Condition {
  /** At a time or after a wait: whether it happens at all, or of the requests that a fault hits, how likely each is: `30%`. */
  readonly chance?: Chance | undefined;
  /** At a time or after a wait: which requests or notifications a fault hits. */
  readonly where?: Where | undefined;
}

interface Counted<Field extends keyof Where> {
  /** Which of those that match: the n-th, `every`, from one to another (`2..4`), or from one on (`3..`). */
  readonly nth?: Nth | undefined;
  /** How likely each that matches is to count, drawn from the seed: `30%`. */
  readonly chance?: Chance | undefined;
  /** What else is known about it: `{ page: 2, region: 'eu-west-1' }`. */
  readonly where?: ([Field] extends [never] ? never : Pick<Where, Field>) | undefined;
}

/** The ways to name a moment. */
export interface Moments<T> {
  /** At a virtual time, counted from the start: `at('10m')`. */
  readonly at: <Text extends string>(time: LengthOf<Text>, options?: Condition) => StepVerbs<T>;
  /** So long after the n-th such event: `after('created', { wait: '10m', nth: 2 })`. At once after the first, by default. */
  readonly after: <Event extends EventName, Wait extends string>(
    event: Event,
    options?: Counted<(typeof eventFilters)[Event][number]> & { readonly wait?: LengthOf<Wait> | undefined },
  ) => StepVerbs<T>;
  /** Right before the n-th such exchange is dealt with: `on('listDataQueryRecords', { nth: 2 })`. The first, by default. */
  readonly on: <Exchange extends ExchangeName>(
    exchange: Exchange,
    options?: Counted<(typeof exchangeFilters)[Exchange][number]>,
  ) => StepVerbs<T>;
}

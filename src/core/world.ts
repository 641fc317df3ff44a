import type { SetupFaultName, ServiceFaultName } from '../spec/faults.ts';
import type { Addresses, Api } from '../spec/hosts.ts';
import type { AssumptionId, Assumptions } from '../spec/assumptions.ts';
import type { Limits } from '../spec/limits.ts';
import type { Region } from '../spec/regions.ts';
import type { StoreFamily } from '../spec/scopes.ts';
import type { Instant } from '../spec/time.ts';
import type { Failure, NotificationFaultAction, RequestFault, TokenId } from './action.ts';
import type { Counter } from './counters.ts';
import { type Crowd, indexAccounts } from './accounts.ts';
import { key } from './key.ts';
import type { Data } from './records/data.ts';
import type { Reason } from './reply.ts';
import { type Base, compileAddresses } from './routes.ts';
import type { ExchangeFault, WireAnswer } from './wire.ts';

/** What a world starts from. Lengths are in milliseconds. */
export interface WorldSettings {
  readonly seed: number;
  /** What its texts bear, so that another simulation knows them for none of its own. */
  readonly mark: string;
  /** The marks of the simulations that it goes on from, the last one first. */
  readonly earlierMarks: readonly string[];
  readonly addresses: Addresses;
  readonly assumptions: Assumptions;
  readonly limits: Limits;
  readonly applications: readonly Application[];
  readonly holdings: readonly Holding[];
  /** Which of them are alike, in the order in which they stand. */
  readonly crowds?: readonly Crowd[];
}

/** An application with its security profile, as the developer console knows it. */
export interface Application {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly allowlisted: boolean;
  /** The APIs that its profile is attached to. */
  readonly attached: ReadonlySet<Api>;
  /** Scopes of interface C enabled for it. */
  readonly scopes: ReadonlySet<string>;
}

/** A customer's data in one scope: how many records there are, and how long it takes to collect them and to say so. */
export interface Holding {
  readonly customerId: string;
  readonly scope: string;
  readonly records: number;
  readonly collects: Collects;
  /** From the end of a query to the sending of its notification. */
  readonly notifiedAfter: number;
  /** What the records are; without it they are generated. */
  readonly data?: Data;
}

/** How long a collection takes: always the same, drawn anew for each query, or until a scenario finishes it. */
export type Collects =
  | { readonly kind: 'fixed'; readonly length: number }
  | { readonly kind: 'drawn'; readonly least: number; readonly most: number }
  | { readonly kind: 'held' };

/** What consent is given for: an application may have a customer's data in a scope. */
export interface Consenting {
  readonly clientId: string;
  readonly customerId: string;
  readonly scope: string;
}

export type Consent =
  /** Without an end it stands until it is withdrawn. */
  { readonly state: 'granted'; readonly until: Instant | undefined } | { readonly state: 'revoked' | 'expired' };

/** A token as issued; `revoked`, `expiresAt`, `lacks` and `garbled` are all that can change. */
export type Token =
  | (TokenBase & { readonly kind: 'store'; readonly store: StoreFamily })
  | (TokenBase & Consenting & { readonly kind: 'customer'; readonly family: string });

export type CustomerToken = Extract<Token, { kind: 'customer' }>;

interface TokenBase {
  readonly clientId: string;
  readonly expiresAt: Instant;
  readonly revoked: boolean;
  /** The ids that the service will find blank in it. */
  readonly lacks: readonly TokenId[];
  /** Whether an id in it is not valid: one refusal answers for either. Absent in worlds saved before there was such a thing. */
  readonly garbled?: true;
}

/** What one authorization by a customer gave: the right to refresh, until revoked. */
export interface TokenFamily extends Consenting {
  readonly id: string;
  readonly refreshToken: string;
  readonly revoked: boolean;
}

/** Why a query could not be finished. */
export type LostRequirement = 'expired' | 'revoked' | 'held';

/** How far the notification of a query that has ended got. `attempts` counts those sent and those that are due. */
export type Notice =
  | { readonly state: 'due' }
  | { readonly state: 'sent'; readonly sentAt: Instant; readonly lastSentAt: Instant; readonly attempts: number }
  /** `acceptedAt` is when the attempt was sent that the application accepted. */
  | { readonly state: 'accepted'; readonly sentAt: Instant; readonly acceptedAt: Instant };

interface QueryBase extends Consenting {
  readonly id: string;
  /** The region that its notification belongs to: that of the create. */
  readonly region: Region;
}

export type Query =
  | (QueryBase & {
      readonly state: 'inProgress';
      /** Absent while a scenario holds the collection. */
      readonly endsAt: Instant | undefined;
      readonly lost: LostRequirement | undefined;
    })
  | (QueryBase & { readonly state: 'completed'; readonly endedAt: Instant; readonly notice: Notice })
  | (QueryBase & {
      readonly state: 'canceled';
      readonly endedAt: Instant;
      readonly notice: Notice;
      readonly because: LostRequirement;
    });

export type EndedQuery = Exclude<Query, { state: 'inProgress' }>;

/** An answer kept for five minutes. */
export interface Remembered {
  readonly answer: WireAnswer;
  readonly reason: Reason;
  readonly answeredAt: Instant;
  /** What the answer leaned on when it was made. */
  readonly leaned: readonly AssumptionId[];
}

/** Something that still waits for requests or notifications to hit. */
export interface WaitingFault {
  readonly action: RequestFault | NotificationFaultAction;
  readonly remaining: number;
}

/** A region that refuses everything with a failure, or to which nothing gets because of a fault. */
export interface RegionOutage {
  readonly failure?: Failure;
  readonly fault?: ExchangeFault<SetupFaultName>;
  readonly until: Instant | undefined;
}

export interface Mail {
  readonly at: Instant;
  readonly to: string;
  readonly from: string;
  readonly content: string;
}

/**
 * All that the simulated service knows. Only `step` and what it calls may change it, and only in place; everyone else reads.
 * Keys made of several parts are joined by `key`.
 */
export interface World {
  readonly settings: WorldSettings;
  readonly bases: readonly Base[];
  readonly applications: Map<string, Application>;
  readonly holdings: Holdings;
  readonly scopes: Set<string>;
  readonly accountsOnHold: Set<string>;
  readonly consents: Map<string, Consent>;
  readonly tokens: Map<string, Token>;
  readonly families: Map<string, TokenFamily>;
  /** Family by refresh token. */
  readonly refreshTokens: Map<string, string>;
  /** What authorization codes that wait to be exchanged were given for. */
  readonly codes: Map<string, Consenting>;
  readonly queries: Map<string, Query>;
  /** The query under way, by what may have only one. */
  readonly underWay: Map<string, string>;
  /** How many of a kind were made for a key so far: what makes the next id differ. */
  readonly made: Map<string, number>;
  /** Answers by caller and parameters, oldest first. */
  readonly memory: Map<string, Remembered>;
  /** When a link was last sent, by its signature, where links are renewed at every sending. */
  readonly sendings: Map<string, Instant>;
  readonly outbox: Mail[];
  readonly faults: WaitingFault[];
  /** Requests counted against limits, by limit and by who shares it. */
  readonly counters: Map<string, Counter>;
  /** The counters of requests under way, by exchange. */
  readonly open: Map<number, string>;
  /** Service faults and when they end. */
  readonly serviceFaults: Map<ServiceFaultName, Instant | undefined>;
  readonly outages: Map<Region, RegionOutage>;
}

/** What a customer has in a scope, by `key(customer, scope)`. */
type Holdings = Pick<ReadonlyMap<string, Holding>, 'get' | 'values'>;

export const consentKey = ({ clientId, customerId, scope }: Consenting): string => key(clientId, customerId, scope);

/** The world as it is before anything has happened: applications and customers known, nobody authorized yet. */
export const createWorld = (settings: WorldSettings): World => ({
  settings,
  bases: compileAddresses(settings.addresses),
  applications: new Map(settings.applications.map((application) => [application.clientId, application])),
  holdings: indexAccounts(settings.holdings, settings.crowds ?? []),
  scopes: new Set([...scopesOf(settings.holdings), ...settings.applications.flatMap(({ scopes }) => [...scopes])]),
  accountsOnHold: new Set(),
  consents: new Map(),
  tokens: new Map(),
  families: new Map(),
  refreshTokens: new Map(),
  codes: new Map(),
  queries: new Map(),
  underWay: new Map(),
  made: new Map(),
  memory: new Map(),
  sendings: new Map(),
  outbox: [],
  faults: [],
  counters: new Map(),
  open: new Map(),
  serviceFaults: new Map(),
  outages: new Map(),
});

/** All scopes in which there is data. */
export const scopesOf = (holdings: readonly Holding[]): Set<string> => {
  const scopes = new Set<string>();
  for (const { scope } of holdings) scopes.add(scope);
  return scopes;
};

/** The next number for a kind of thing made for a key: 1, 2, 3, … */
export const count = (world: World, kind: string, ...owner: readonly string[]): number => {
  const name = key(kind, ...owner);
  const next = (world.made.get(name) ?? 0) + 1;
  world.made.set(name, next);
  return next;
};

import type { Entry } from './entry.ts';
import type { TokenId } from '../core/action.ts';
import type { LimitValues } from '../spec/limits.ts';
import type { Assumptions } from '../spec/assumptions.ts';
import type { Addresses, Api } from '../spec/hosts.ts';
import type { Region } from '../spec/regions.ts';
import type { StoreFamily } from '../spec/scopes.ts';

/** Who and what is there when a simulation begins, as far as a trace has to tell it. Times are milliseconds since then. */
export interface InitialWorld {
  /** It goes on from a saved world: what was answered before is not in this trace. */
  readonly continues?: true;
  readonly hosts: Addresses;
  /** How long answers are on their way, where they take time. */
  readonly latency?: string;
  /** How far the service's clock is ahead of the one that `epoch` is told by, where answers say their date. */
  readonly clockSkew?: number;
  /** What was decided otherwise than usual: choices in points that the interfaces leave open, and values of limits. */
  readonly assumptions?: Partial<Assumptions>;
  readonly limits?: LimitValues;
  readonly applications: readonly InitialApplication[];
  /** Scopes of interface C that there are. */
  readonly scopes: readonly string[];
  readonly holdings: readonly InitialHolding[];
  /** Customers whose accounts are on hold. */
  readonly onHold?: readonly string[];
  readonly consents: readonly InitialConsent[];
  readonly tokens: readonly InitialToken[];
  readonly queries?: readonly InitialQuery[];
}

export interface InitialApplication {
  readonly id: string;
  readonly secret: string;
  readonly allowlisted: boolean;
  readonly attached: readonly Api[];
  readonly scopes: readonly string[];
}

interface InitialHolding {
  readonly customer: string;
  readonly scope: string;
  readonly records: number;
  readonly notifiedAfter: number;
}

/** What consent is given for. */
export interface Consenting {
  readonly application: string;
  readonly customer: string;
  readonly scope: string;
}

export interface InitialConsent extends Consenting {
  readonly state: 'granted' | 'revoked' | 'expired';
  readonly until?: number;
}

/** A token with a customer belongs to interface C, one with a store area to interface B. */
export interface InitialToken {
  readonly token: string;
  readonly refreshToken?: string;
  readonly application: string;
  readonly customer?: string;
  readonly scope?: string;
  readonly store?: StoreFamily;
  readonly expiresAt: number;
  readonly revoked?: true;
  readonly lacks?: readonly TokenId[];
  readonly garbled?: true;
}

export interface InitialQuery extends Consenting {
  readonly query: string;
  readonly region: Region;
  readonly state: 'inProgress' | 'completed' | 'canceled';
  /** When its notification was first sent, and when that attempt was which the application accepted. */
  readonly sentAt?: number;
  readonly acceptedAt?: number;
}

/** The applications that a trace tells of, those whose profiles were made in its course too: names are worth saying where there are several. */
export const applicationsIn = (entries: readonly Entry[]): ReadonlySet<string> =>
  new Set(
    entries.flatMap((entry) => {
      if (entry.kind === 'began') return entry.world?.applications.map(({ id }) => id) ?? [];
      return entry.kind === 'action' && entry.action.do === 'createProfile' ? [entry.action.application] : [];
    }),
  );

/** The tokens of a trace that no answer gave: those that there were at first, and those of customers who authorized later. */
export const givenTokens = (entries: readonly Entry[]): readonly InitialToken[] =>
  entries.flatMap((entry) => {
    if (entry.kind === 'began') return entry.world?.tokens ?? [];
    return entry.kind === 'authorized' && entry.token !== undefined ? [entry.token] : [];
  });

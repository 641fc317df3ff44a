import type { RowName, TokenRowName } from './rows.ts';
import type { Operation } from './events.ts';

/** A page of a listing: which records, and the token behind it, named by what it stands for. */
export interface Page {
  readonly query: number;
  readonly from: number;
  readonly count: number;
  /** The size the listing began with. */
  readonly size: number;
  readonly issuedAt: number;
  readonly next: boolean;
}

/** What a token was issued for. `family` and `refresh` are the events that began the family and gave its refresh token. */
export type Grant =
  | { readonly kind: 'store'; readonly application: string; readonly store: 'submission' | 'reporting' }
  | {
      readonly kind: 'customer';
      readonly application: string;
      readonly customer: string;
      readonly scope: string;
      readonly family: number;
      readonly refresh: number;
    };

export type Content =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'refusal'; readonly row: RowName }
  | { readonly kind: 'tokenRefusal'; readonly row: TokenRowName }
  | { readonly kind: 'query'; readonly query: number }
  | { readonly kind: 'page'; readonly page: Page }
  | { readonly kind: 'token'; readonly grant: Grant; readonly expiresIn: number; readonly scope: string }
  | { readonly kind: 'store'; readonly granted: boolean }
  | { readonly kind: 'download'; readonly query: number; readonly record: number; readonly what: 'file' | 'schema' }
  | { readonly kind: 'deadLink' }
  | { readonly kind: 'mail' }
  | { readonly kind: 'badMail'; readonly fields: readonly string[] }
  /** An injected status: nothing but the status is known of it, and whether its type may stand in the table. */
  | { readonly kind: 'status' };

/** A request that the limits looked at, and what they said. */
export interface Weighed {
  readonly operation: Operation;
  readonly application: string | undefined;
  readonly scope: string;
  readonly admitted: boolean;
}

/** Which part of the service answered. */
type Decider = 'address' | 'outage' | 'injected' | 'gate' | 'limit' | 'memory' | 'backend' | 'operation';

export interface Answer {
  readonly status: number;
  readonly content: Content;
  readonly decider: Decider;
  /** The definition that the answer follows from. */
  readonly by: string;
  readonly retryAfter?: string | undefined;
  /** The event whose answer this repeats. */
  readonly rememberedFrom?: number | undefined;
  readonly weighed?: Weighed | undefined;
  /** Whether this request vouches for those like it. */
  readonly vouches?: boolean;
  readonly injectedBy?: number;
}

/** What events get that are no requests. */
export const noAnswer: Answer = { status: 0, content: { kind: 'nothing' }, decider: 'operation', by: 'no request' };

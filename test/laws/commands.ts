import type { Action } from '../../src/core/action.ts';
import type { Region } from '../../src/spec/regions.ts';

/** Commands as plain data: what a client does and what happens to it. Things are named by role, never by id. */

/** `application/customer/scope`. */
export type Who = `${string}/${string}/${string}`;

/** Who acts (`as`), whose query is meant (`of`), and with which token. Without `takes` an answer arrives at once. */
interface Ask {
  readonly as: Who;
  readonly region: Region;
  readonly bearer?: 'none' | 'malformed' | 'unknown';
  readonly takes?: number;
}

type Doing =
  | { readonly do: 'wait'; readonly for: number }
  | { readonly do: 'login' | 'refresh'; readonly as: Who }
  | (Ask & { readonly do: 'create'; readonly body?: string })
  | (Ask & { readonly do: 'list'; readonly of: Who; readonly size?: string; readonly next?: boolean })
  | { readonly do: 'download'; readonly as: Who; readonly kind: 'file' | 'schema'; readonly nth: number }
  | { readonly do: 'mail'; readonly content: string }
  | { readonly do: 'store'; readonly as: Who; readonly token: boolean }
  | { readonly do: 'stray'; readonly path: string }
  /** The application's endpoint takes notifications from now on, or does not. */
  | { readonly do: 'endpoint'; readonly takes: boolean }
  | { readonly do: 'act'; readonly action: Action };

/** `extra` marks what only one of two runs has: its own answer is no part of what is compared. */
export type Command = Doing & { readonly extra?: true };
export type Commands = readonly Command[];

export const everyone = [
  'app/ann/orders',
  'app/ann/profile',
  'app/bob/orders',
  'other/ann/orders',
  'other/cyd/profile',
] as const satisfies readonly Who[];

export const partsOf = (
  who: Who,
): { readonly clientId: string; readonly customerId: string; readonly scope: string } => {
  const [clientId = '', customerId = '', scope = ''] = who.split('/');
  return { clientId, customerId, scope };
};

export const second = 1000;
export const minute = 60 * second;
export const hour = 60 * minute;
export const day = 24 * hour;

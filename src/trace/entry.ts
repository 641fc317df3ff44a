import type { Action } from '../core/action.ts';
import type { ExchangeFault } from '../core/reply.ts';
import type { Due, NotificationFault, Transition } from '../core/turn.ts';
import type { Usage } from '../core/limits.ts';
import type { WireAnswer, WireRequest } from '../core/wire.ts';
import type { AssumptionId } from '../spec/assumptions.ts';
import type { Region } from '../spec/regions.ts';
import type { OperationName } from '../spec/routes.ts';
import type { InitialToken, InitialWorld } from './initial-world.ts';

/** Everything that happened, in order. `at` is virtual time in milliseconds since the simulation began. */
export type Entry = {
  readonly at: number;
} /** `world` is absent where it is not known, as in a recording of the real service. */ & (
  | { readonly kind: 'began'; readonly epoch: string; readonly seed: number; readonly world?: InitialWorld }
  /** The customer authorized the application: consent stands, and a code waits to be exchanged, or has been for `token`. */
  | {
      readonly kind: 'authorized';
      readonly application: string;
      readonly customer: string;
      readonly scope: string;
      readonly code: string;
      readonly token?: InitialToken;
    }
  | {
      readonly kind: 'request';
      /** Numbers exchanges from 1; the answer carries the same one. */
      readonly exchange: number;
      readonly operation: OperationName | 'unknown';
      readonly region?: Region;
      readonly request: WireRequest;
    }
  | {
      readonly kind: 'answer';
      readonly exchange: number;
      readonly answer: WireAnswer;
      /** Row or gate that refused, by our name. */
      readonly row?: string;
      readonly section: string;
      /** When a remembered answer was first given, in milliseconds since the simulation began. */
      readonly rememberedSince?: number;
      readonly injected?: true;
      /** How full the limits of the operation were, once the request was counted. */
      readonly usage?: Usage;
      /** The assumptions that decided this answer. */
      readonly leaned: readonly AssumptionId[];
      /** When it was decided, and how many entries there were by then, if something happened before it was sent. */
      readonly decided?: { readonly at: number; readonly entries: number };
    }
  /** The client hung up before the answer. */
  | { readonly kind: 'hungUp'; readonly exchange: number }
  /** What happens on the network to an exchange: it never gets to the service, or its answer does not arrive as it was given. */
  | { readonly kind: 'fault'; readonly exchange: number; readonly fault: ExchangeFault }
  /** The answer arrives, later than it was given. */
  | { readonly kind: 'arrived'; readonly exchange: number }
  /** `by` is the exchange that brought it about, where one did. */
  | ({ readonly kind: 'transition'; readonly by?: number } & Transition)
  | {
      readonly kind: 'notification';
      /** Numbers notifications from 1. */
      readonly notification: number;
      readonly query: string;
      /** The one that it is for; a recording of the real service does not tell. */
      readonly application?: string;
      readonly status: 'COMPLETED' | 'CANCELED';
      readonly region: Region;
      readonly body: string;
    }
  /** What happens on the network to a notification that was sent. */
  | { readonly kind: 'notificationFault'; readonly notification: number; readonly fault: NotificationFault }
  /**
   * The application answered; `why` is what its code threw, where it did. A repeated notification is answered repeatedly.
   * `endpoint` is the region whose endpoint it was, where it is not the one of the notification.
   */
  | {
      readonly kind: 'delivered';
      readonly notification: number;
      readonly status: number;
      readonly why?: string;
      readonly endpoint?: Region;
    }
  | { readonly kind: 'undelivered'; readonly notification: number; readonly why: string; readonly endpoint?: Region }
  | { readonly kind: 'action'; readonly action: Action; readonly place: string }
  /** Something was due, and virtual time got there. */
  | { readonly kind: 'due'; readonly what: Due['kind'] | 'step'; readonly of: string }
  /** Time passed while the client slept: `at` is when it woke. */
  | { readonly kind: 'slept'; readonly duration: number; readonly place: string }
  | { readonly kind: 'ended'; readonly outcome: 'fulfilled' | 'rejected'; readonly error?: string }
);

import type { Action } from '../core/action.ts';
import type { Leftover } from '../core/leftovers.ts';
import type { Usage } from '../core/limits.ts';
import type { Due, Transition } from '../core/turn.ts';
import type { ExchangeFault, NotificationFault, WireAnswer, WireRequest } from '../core/wire.ts';
import type { AssumptionId } from '../spec/assumptions.ts';
import type { Region } from '../spec/regions.ts';
import type { OperationName } from '../spec/routes.ts';
import type { Consenting, InitialToken, InitialWorld } from './initial-world.ts';
import type { Told } from './told.ts';

/** What a service says of itself in a trace. All else in an entry is the same for any service. */
export interface Words {
  readonly world: object;
  /** Of a request: where it leads. */
  readonly request: object;
  /** Of an answer: why it was given. */
  readonly answer: object;
  readonly transition: object;
  readonly notification: object;
  /** Where a notification got to. */
  readonly endpoint: object;
  readonly action: unknown;
  readonly due: object;
  /** Entries that are only its own. */
  readonly own: { readonly kind: string };
}

/** Something that happened, whenever it did. */
export type TraceEvent<Of extends Words = OurWords> =
  /** `world` is absent where it is not known, as in a recording of the real service. */
  | { readonly kind: 'began'; readonly epoch: string; readonly seed: number; readonly world?: Of['world'] }
  /** Numbers exchanges from 1; what else there is of one carries the same number. */
  | ({ readonly kind: 'request'; readonly exchange: number; readonly request: WireRequest } & Of['request'])
  | ({
      readonly kind: 'answer';
      readonly exchange: number;
      readonly answer: WireAnswer;
      /** When it was decided, and how many entries there were by then, if something happened before it was sent. */
      readonly decided?: { readonly at: number; readonly entries: number };
    } & Of['answer'])
  /** The client hung up before the answer. */
  | { readonly kind: 'hungUp'; readonly exchange: number }
  /** What happens on the network to an exchange: it never gets to the service, or its answer does not arrive as it was given. */
  | { readonly kind: 'fault'; readonly exchange: number; readonly fault: ExchangeFault }
  /** The answer arrives, later than it was given. */
  | { readonly kind: 'arrived'; readonly exchange: number }
  /** `by` is the exchange that brought it about, where one did. */
  | ({ readonly kind: 'transition'; readonly by?: number } & Of['transition'])
  /** Numbers notifications from 1; what else there is of one carries the same number. */
  | ({ readonly kind: 'notification'; readonly notification: number } & Of['notification'])
  /** What happens on the network to a notification that was sent. */
  | { readonly kind: 'notificationFault'; readonly notification: number; readonly fault: NotificationFault }
  /** The application answered; `why` is what its code threw, where it did. A repeated notification is answered repeatedly. */
  | ({
      readonly kind: 'delivered';
      readonly notification: number;
      readonly status: number;
      readonly why?: string;
    } & Of['endpoint'])
  | ({ readonly kind: 'undelivered'; readonly notification: number; readonly why: string } & Of['endpoint'])
  | { readonly kind: 'action'; readonly action: Of['action']; readonly place: string }
  /** Something was due, and virtual time got there. */
  | ({ readonly kind: 'due' } & Of['due'])
  /** So many entries that stood here are not kept any more. */
  | { readonly kind: 'dropped'; readonly entries: number }
  /** Time passed while the client slept: `at` is when it woke. */
  | { readonly kind: 'slept'; readonly duration: number; readonly place: string }
  | {
      readonly kind: 'ended';
      readonly outcome: 'fulfilled' | 'rejected';
      readonly error?: string;
      /** Its result, or its error with all causes; absent where it returns nothing by design, and in older traces. */
      readonly told?: Told;
    }
  | Of['own'];

/** Everything that happened, in order. `at` is virtual time in milliseconds since the simulation began. */
export type Entry<Of extends Words = OurWords> = { readonly at: number } & TraceEvent<Of>;

/** What our service says of itself. */
export interface OurWords {
  readonly world: InitialWorld;
  readonly request: { readonly operation: OperationName | 'unknown'; readonly region?: Region };
  readonly answer: {
    /** Row or gate that refused, by our name. */
    readonly row?: string;
    readonly section: string;
    /** What in the request was decisive for a refusal. */
    readonly saw?: string;
    /** When a remembered answer was first given, in milliseconds since the simulation began. */
    readonly rememberedSince?: number;
    readonly injected?: true;
    /** What in the request the client kept from another simulation. */
    readonly leftover?: Leftover;
    /** How full the limits of the operation were, once the request was counted. */
    readonly usage?: Usage;
    /** The assumptions that decided this answer. */
    readonly leaned: readonly AssumptionId[];
  };
  readonly transition: Transition;
  readonly notification: {
    readonly query: string;
    /** The one that it is for; a recording of the real service does not tell. */
    readonly application?: string;
    readonly status: 'COMPLETED' | 'CANCELED';
    readonly region: Region;
    readonly body: string;
  };
  /** The region whose endpoint it was, where it is not the one of the notification. */
  readonly endpoint: { readonly endpoint?: Region };
  readonly action: Action;
  readonly due: { readonly what: Due['kind'] | 'step'; readonly of: string };
  /** The customer authorized the application: consent stands, and a code waits to be exchanged, or has been for `token`. */
  readonly own: Consenting & { readonly kind: 'authorized'; readonly code: string; readonly token?: InitialToken };
}

/** The entries of one kind. */
export type EntryOf<Kind extends Entry['kind']> = Extract<Entry, { readonly kind: Kind }>;

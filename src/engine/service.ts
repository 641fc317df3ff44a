import type { ExchangeFault, NotificationFault, WireAnswer, WireRequest } from '../core/wire.ts';
import type { ConnectionFaultName } from '../spec/faults.ts';
import type { Instant } from '../spec/time.ts';
import type { Words } from '../trace/entry.ts';

/** The things of a service that the engine hands on without looking into them. */
export interface ServiceTypes {
  /** What can be asked of it, by name. */
  readonly operation: string;
  /** Where a request leads. */
  readonly route: object;
  /** What a scenario does to it. */
  readonly action: unknown;
  readonly due: object;
  /** Something that happened, which steps may wait for. */
  readonly event: object;
  /** A request of its own to an application; `underway` is how many milliseconds it takes on the way. */
  readonly notification: { readonly underway: number };
  readonly reply: Reply;
  /** What can be put to it besides all that the engine does. */
  readonly input: object;
  /** What comes of an input besides all that the engine sees to. */
  readonly result: object;
  /** What it says of itself in a trace. */
  readonly words: Words;
}

/** An answer, and what the network does to it. */
export interface Reply {
  readonly answer: WireAnswer;
  readonly fault?: ExchangeFault;
}

export type Input<Of extends ServiceTypes> =
  | {
      readonly kind: 'request';
      readonly request: WireRequest;
      readonly route: Of['route'];
      readonly exchange: number;
      /** The fault that it had has been overcome by the client, so that it arrives all the same. */
      readonly despiteFault?: true;
    }
  /** The answer to a request has arrived, or nobody waits for it any more. */
  | { readonly kind: 'closed'; readonly exchange: number }
  /** A notification goes out to the network. */
  | { readonly kind: 'leaves'; readonly notification: number }
  | { readonly kind: 'due'; readonly due: Of['due'] }
  | { readonly kind: 'action'; readonly action: Of['action'] }
  | Of['input'];

/** What an input comes to. */
export interface Effects<Of extends ServiceTypes> {
  /** Present for requests only, but for those that never got here. */
  readonly reply?: Of['reply'];
  /** Why a request never got here. */
  readonly unreached?: ExchangeFault<ConnectionFaultName>;
  /** What the network does to the notification that leaves, where it does anything. */
  readonly fault?: NotificationFault | undefined;
  readonly transitions: readonly Of['words']['transition'][];
  readonly events: readonly Of['event'][];
  readonly notifications: readonly Of['notification'][];
  readonly dues: readonly Pending<Of>[];
}

/** Something due, and when, by the service's clock. */
export interface Pending<Of extends ServiceTypes> {
  readonly at: Instant;
  readonly due: Of['due'];
}

/** All that the engine is told of a service: `step`, and how to read what goes in and comes out. */
export interface Service<Of extends ServiceTypes> {
  /** What it does about one input at one instant. Synchronous, and the same whenever the same has gone before. */
  step(input: Input<Of>, now: Instant): Effects<Of> & Of['result'];
  route(request: WireRequest): Of['route'];
  /** The operation that a route leads to; undefined where it leads nowhere. */
  operationAt(route: Of['route']): Of['operation'] | undefined;
  /** The place in line of a request among those that come at one instant: places are compared as texts. */
  placeInLine(route: Of['route'], request: WireRequest): string;
  /** What the application's response to a notification is to the service. */
  heard(notification: Of['notification'], accepted: boolean): Of['input'];
  /** An answer that somebody else completes, where there is one. */
  complete(reply: Of['reply'], request: WireRequest): Promise<WireAnswer> | undefined;
  readonly words: {
    request(route: Of['route']): Of['words']['request'];
    /** `sinceEpoch` turns an instant of the service's clock into one of the trace. */
    answer(effects: Effects<Of> & Of['result'], sinceEpoch: (at: Instant) => number): Of['words']['answer'];
    notification(notification: Of['notification']): Of['words']['notification'];
    due(due: Of['due']): Of['words']['due'];
  };
}

/** A request or a notification that is about to be dealt with. `number` is the one it has in the trace. */
export type Approaching<Of extends ServiceTypes> =
  | {
      readonly kind: 'request';
      readonly name: Of['operation'];
      readonly number: number;
      readonly request: WireRequest;
      readonly route: Of['route'];
    }
  | {
      readonly kind: 'notification';
      readonly name: 'notification';
      readonly number: number;
      readonly notification: Of['notification'];
    };

/** One who acts at certain moments. What it returns is awaited before the moment goes on. */
export interface Listener<Of extends ServiceTypes> {
  /** Right before an exchange is dealt with. */
  before(exchange: Approaching<Of>): Promise<void> | undefined;
  /** Something happened; nobody has heard of it yet. */
  after(event: Of['event']): Promise<void> | undefined;
}

import type { NotificationFault, Post } from '../core/turn.ts';
import type { Region } from '../spec/regions.ts';

/** How a notification got on: the application's status, and what its code threw, or why it was not taken. */
export type Delivery = Arrival & ({ readonly status: number; readonly why?: string } | { readonly failed: string });

/** Where it got to. */
interface Arrival {
  /** The region whose endpoint it was, where it is not the notification's own. */
  readonly endpoint?: Region;
}

/** Of the regions in which the application has an endpoint, the one that the service turns to. */
export type ChooseEndpoint = (post: Post, endpoints: readonly Region[]) => Region | undefined;

/** A notification that sets out to the application. */
export interface Dispatched {
  /** Its number in the trace. */
  readonly notification: number;
  readonly post: Post;
  readonly fault: NotificationFault | undefined;
}

/** What the way to the application is made of. */
export interface Courier {
  /** Settles when that many virtual milliseconds have passed. */
  readonly pass: (length: number) => Promise<void>;
  /** Gives it to the application, or to nobody when it is lost. Never rejects. */
  readonly deliver: (post: Post, isLost: boolean) => Promise<Delivery>;
  readonly record: (entry: {
    readonly kind: 'notificationFault';
    readonly notification: number;
    readonly fault: NotificationFault;
  }) => void;
  /** Tells the service, and the trace, how it got on. */
  readonly hear: (notification: number, post: Post, delivery: Delivery) => void;
}

/** The notification's way to the application, on which it can be late, get lost, or be repeated. */
export const dispatch = async (courier: Courier, { notification, post, fault }: Dispatched): Promise<void> => {
  if (fault !== undefined) courier.record({ kind: 'notificationFault', notification, fault });
  const late = post.underway + (fault?.name === 'late' ? fault.by : 0);
  const { copies, by } = fault?.name === 'repeated' ? fault : { copies: 1, by: 0 };
  const arrive = async (length: number): Promise<void> => {
    if (length > 0) await courier.pass(length);
    courier.hear(notification, post, await courier.deliver(post, fault?.name === 'lost'));
  };
  await Promise.all(Array.from({ length: copies }, (_, copy) => arrive(late + copy * by)));
};

import type { Mishap, Post } from '../core/turn.ts';
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
  readonly mishap: Mishap | undefined;
}

/** What the way to the application is made of. */
export interface Courier {
  /** Settles when that many virtual milliseconds have passed. */
  readonly pass: (length: number) => Promise<void>;
  /** Gives it to the application, or to nobody when it is lost. Never rejects. */
  readonly deliver: (post: Post, isLost: boolean) => Promise<Delivery>;
  readonly record: (entry: { readonly kind: 'mishap'; readonly notification: number; readonly mishap: Mishap }) => void;
  /** Tells the service, and the trace, how it got on. */
  readonly hear: (notification: number, post: Post, delivery: Delivery) => void;
}

/** The notification's way to the application, on which it can be late, get lost, or be repeated. */
export const dispatch = async (courier: Courier, { notification, post, mishap }: Dispatched): Promise<void> => {
  if (mishap !== undefined) courier.record({ kind: 'mishap', notification, mishap });
  const late = post.underway + (mishap?.name === 'late' ? mishap.by : 0);
  const { copies, by } = mishap?.name === 'repeated' ? mishap : { copies: 1, by: 0 };
  const arrive = async (length: number): Promise<void> => {
    if (length > 0) await courier.pass(length);
    courier.hear(notification, post, await courier.deliver(post, mishap?.name === 'lost'));
  };
  await Promise.all(Array.from({ length: copies }, (_, copy) => arrive(late + copy * by)));
};

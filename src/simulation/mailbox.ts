import type { Timeline } from '../clock/timeline.ts';
import type { Post } from '../core/turn.ts';
import { ms } from '../spec/time.ts';
import type { Delivery } from '../stage/stage.ts';
import { deliver, type Endpoint, type NotificationTarget, toEndpoint } from '../transport/deliver.ts';
import { endpointUrl } from './addresses.ts';

/** How long the application may take to answer a notification, in virtual time. The document does not show it. */
const patience = ms('10s');

/** Where the application gets its notifications. */
export interface Mailbox {
  /** The last one registered counts. */
  register(target: NotificationTarget, place: string): void;
  /** Carries a notification there. Never rejects. */
  readonly deliver: (timeline: Timeline, post: Post) => Promise<Delivery>;
}

export const createMailbox = (): Mailbox => {
  let endpoint: Endpoint | undefined;
  return {
    register: (target, place) => {
      endpoint = toEndpoint(target, place);
    },
    deliver: async (timeline, { headers, body }) => {
      if (endpoint === undefined) return { failed: 'no endpoint is registered' };
      const waiting = new AbortController();
      const giveUp = (): void => waiting.abort(new Error('no answer within 10s'));
      const cancel = timeline.at(timeline.now() + patience, giveUp);
      const delivery = await deliver(endpoint, { url: endpointUrl, headers, body }, { signal: waiting.signal });
      cancel();
      return delivery;
    },
  };
};

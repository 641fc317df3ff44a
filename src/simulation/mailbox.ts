import type { Timeline } from '../clock/timeline.ts';
import type { Post } from '../core/turn.ts';
import { ms } from '../spec/time.ts';
import type { Delivery } from '../stage/dispatch.ts';
import { deliver } from '../transport/deliver.ts';
import {
  type ClientEndpoint,
  type Endpoint,
  type NotificationTarget,
  toClientEndpoint,
  toEndpoint,
} from '../transport/endpoint.ts';
import { readHosts } from '../transport/reach.ts';
import { endpointUrl } from './addresses.ts';

/** How long the application may take to answer a notification, in virtual time. The document does not show it. */
const patience = ms('10s');

/** Where the application gets its notifications. The last endpoint registered counts. */
export interface Mailbox {
  /** What the user of the simulation registers. Throws Misuse `BAD_OPTION`. */
  register(target: NotificationTarget): void;
  /** What a client registers. Throws Misuse `BAD_OPTION`. */
  registerClient(target: ClientEndpoint): void;
  /** Carries a notification there, or nowhere: of a lost one the service hears nothing. Never rejects. */
  readonly deliver: (timeline: Timeline, post: Post, isLost: boolean) => Promise<Delivery>;
  /** Breaks off what is being delivered, so that no server of the application has to wait for it. */
  close(): void;
}

/** What never answers. */
const nowhere: Endpoint = { kind: 'function', call: () => new Promise(() => {}) };

/** `hosts` are those besides this machine that may be posted to. Throws Misuse `BAD_OPTION`. */
export const createMailbox = (hostNames: readonly string[] = []): Mailbox => {
  const hosts = readHosts(hostNames, 'simulate({ notifyHosts })');
  const underway = new Set<AbortController>();
  let endpoint: Endpoint | undefined;
  let isClosed = false;
  return {
    register: (target) => {
      endpoint = toEndpoint(target, { place: 'simulate({ notify })', hosts });
    },
    registerClient: (target) => {
      endpoint = toClientEndpoint(target, { hosts });
    },
    deliver: async (timeline, { headers, body }, isLost) => {
      const to = isLost ? nowhere : endpoint;
      if (to === undefined) return { failed: 'no endpoint is registered' };
      const waiting = new AbortController();
      const giveUp = (): void => waiting.abort(new Error('no answer within 10s'));
      const cancel = timeline.at(timeline.now() + patience, giveUp);
      underway.add(waiting);
      const delivery = await deliver(to, { url: endpointUrl, headers, body }, { signal: waiting.signal });
      underway.delete(waiting);
      cancel();
      // When all is over, nobody is left to be told.
      return isClosed ? new Promise(() => {}) : delivery;
    },
    close: () => {
      isClosed = true;
      for (const waiting of underway) waiting.abort(new Error('the simulation is over'));
    },
  };
};

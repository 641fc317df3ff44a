import type { Timeline } from '../clock/timeline.ts';
import type { SentNotification } from '../core/turn.ts';
import { refuse } from '../misuse.ts';
import { suggest } from '../nearest.ts';
import { requireOptions } from '../language/problem.ts';
import { requireKnownFields } from '../language/strangers.ts';
import { show } from '../language/show.ts';
import { type Region, regionNames } from '../spec/regions.ts';
import { ms } from '../spec/time.ts';
import type { OurTypes } from '../driver/service.ts';
import type { Delivered, Delivery } from '../engine/notifications.ts';
import { deliver } from '../transport/delivery/deliver.ts';
import { type ClientEndpoint, type Endpoint, toClientEndpoint, toEndpoint } from '../transport/delivery/endpoint.ts';
import { readHosts } from '../transport/delivery/allowed-hosts.ts';
import { endpointUrlIn } from './addresses.ts';
import type { NotificationOptions } from './client-env.ts';
import { type NotificationTarget, readNotification } from './notification.ts';

/** How long the application may take to answer a notification, in virtual time. The document does not show it. */
const patience = ms('10s');

/** Of the regions in which the application has an endpoint, the one that the service turns to. */
type ChooseEndpoint = (post: SentNotification, endpoints: readonly Region[]) => Region | undefined;

/** Where applications get their notifications: one endpoint for all regions, and one for each that is to have its own. */
export interface Mailbox {
  /** What the user of the simulation registers, for applications that register nothing. Throws Misuse `BAD_OPTION`. */
  register(target: NotificationTarget): void;
  /** What an application registers, in place of what it had there. Throws Misuse `BAD_OPTION`. */
  registerClient(application: string, target: ClientEndpoint, options?: NotificationOptions): void;
  /**
   * Carries a notification to the endpoint of the region that is chosen of those in which the application has one, or
   * nowhere: of a lost one the service hears nothing. Never rejects.
   */
  readonly deliver: (
    timeline: Timeline,
    choose: ChooseEndpoint,
    post: SentNotification,
    isLost: boolean,
  ) => Promise<Delivered<OurTypes>>;
  /** Breaks off what is being delivered, so that no server of the application has to wait for it. */
  close(): void;
}

/** An endpoint, and where it stands as far as the service knows. */
interface Address {
  readonly url: string;
  readonly endpoint: Endpoint;
}

type Book = Map<Region | 'all', Address>;

const nowhere: Endpoint = { kind: 'function', call: () => new Promise(() => {}) };

/** `hosts` are those besides this machine that may be posted to. Throws Misuse `BAD_OPTION`. */
export const createMailbox = (hostNames: readonly string[] = []): Mailbox => {
  const hosts = readHosts(hostNames, 'simulate({ notifyHosts })');
  const underway = new Set<AbortController>();
  const books = new Map<string, Book>();
  let usual: Address | undefined;
  let isClosed = false;

  const find = (application: string, region: Region): Address | undefined => {
    const book = books.get(application);
    return book?.get(region) ?? book?.get('all') ?? usual;
  };
  const carry = async (
    timeline: Timeline,
    { headers, body }: SentNotification,
    { url, endpoint }: Address,
  ): Promise<Delivery> => {
    const waiting = new AbortController();
    let lacking = 'connection';
    const sent = (): void => void (lacking = 'answer');
    const giveUp = (): void => waiting.abort(new Error(`no ${lacking} within 10s`));
    const cancel = timeline.at(timeline.now() + patience, giveUp);
    underway.add(waiting);
    const delivery = await deliver(endpoint, { url, headers, body }, { signal: waiting.signal, sent });
    underway.delete(waiting);
    cancel();
    // When all is over, nobody is left to be told.
    return isClosed ? new Promise(() => {}) : delivery;
  };

  return {
    register: (target) => {
      const options = { place: 'simulate({ notify })', hosts, read: readNotification };
      usual = { url: endpointUrlIn(), endpoint: toEndpoint(target, options) };
    },
    registerClient: (application, target, options) => {
      const region = readRegion(options);
      const endpoint = toClientEndpoint(target, { hosts });
      const book = books.get(application) ?? new Map<Region | 'all', Address>();
      books.set(application, book.set(region ?? 'all', { url: endpointUrlIn(region), endpoint }));
    },
    deliver: async (timeline, choose, post, isLost) => {
      if (isLost) {
        return { delivery: await carry(timeline, post, { url: endpointUrlIn(), endpoint: nowhere }), endpoint: {} };
      }
      const endpoints = regionNames.filter((name) => find(post.application, name) !== undefined);
      const region = choose(post, endpoints);
      const address = region === undefined ? undefined : find(post.application, region);
      if (region === undefined || address === undefined) {
        const failed = `no endpoint is registered${endpoints.length === 0 ? '' : ` for ${post.region}`}`;
        return { delivery: { failed }, endpoint: {} };
      }
      const delivery = await carry(timeline, post, address);
      return { delivery, endpoint: region === post.region ? {} : { endpoint: region } };
    },
    close: () => {
      isClosed = true;
      for (const waiting of underway) waiting.abort(new Error('the simulation is over'));
    },
  };
};

const place = 'env.onNotification';

const readRegion = (options: NotificationOptions | undefined): Region | undefined => {
  requireOptions(options, place);
  requireKnownFields(options ?? {}, ['region'], place);
  const region: unknown = options?.region;
  if (region === undefined) return undefined;
  const known = regionNames.find((name) => name === region);
  if (known !== undefined) return known;
  throw refuse(place, `${show(region)} is no region`, suggest(region, regionNames));
};

import type { RequestListener } from 'node:http';
import { refuse } from '../../misuse.ts';
import { checkReach } from './allowed-hosts.ts';

/** Anything with a `fetch` method: a Hono app, a worker module, `{ fetch: (request) => new Response() }`. */
interface FetchHandler {
  fetch(request: Request): Response | Promise<Response>;
}

/** What `http.createServer` takes; it may return a promise. */
export type Listener = (...exchange: Parameters<RequestListener>) => unknown;

/** Any server or app in the style of Node, with the path it takes notifications at. It need not listen. */
interface ListenerChoice {
  readonly listener: Listener | App;
  /** The path that the endpoint is registered with; `/notifications/v1`. */
  readonly path?: string;
}

/** An Express or Koa app, an `http.Server` or `https.Server`. It need not listen. */
interface App {
  listen(...options: never[]): unknown;
}

/** An endpoint that gets notifications by HTTP, or as `Request`. A URL is one of this machine, or of an allowed host. */
export type EndpointChoice = FetchHandler | ListenerChoice | App | string | URL;

/** The same, or a function that gets what a notification says. */
type Target = ((message: never) => unknown) | EndpointChoice;

/** How a client registers: a function of its own is a Fetch handler. */
export type ClientEndpoint = FetchHandler['fetch'] | EndpointChoice;

/** A notification target that has been checked. */
export type Endpoint =
  | { readonly kind: 'function'; readonly call: (body: string) => unknown }
  | { readonly kind: 'handler'; readonly handler: FetchHandler }
  | { readonly kind: 'listener'; readonly listener: Listener; readonly path?: string }
  | { readonly kind: 'url'; readonly url: string };

export interface EndpointOptions {
  /** What the target was given as, for messages; `notify`. */
  readonly place?: string;
  /** Hosts besides this machine that may be posted to, normalized; none. */
  readonly hosts?: ReadonlySet<string>;
  /** What a function is given of a body; all of it. */
  readonly read?: (body: string) => unknown;
}

/**
 * Checks what the user gave as notification target.
 *
 * @throws Misuse `BAD_OPTION` when it is none, or a URL that leads where it may not
 *
 * @example
 * toEndpoint((message) => queue.push(message)).kind // 'function'
 * toEndpoint(express()).kind // 'listener'
 */
export const toEndpoint = (target: Target, options: EndpointOptions = {}): Endpoint => {
  const { place = 'notify', hosts = new Set(), read = (body) => body } = options;
  if (typeof target === 'string' || target instanceof URL) {
    checkReach(String(target), hosts, place);
    return { kind: 'url', url: String(target) };
  }
  const found = findListener(target, place);
  if (found !== undefined) return { kind: 'listener', ...found };
  if (typeof target === 'function') return { kind: 'function', call: (body) => target(read(body) as never) };
  if (hasMethod(target, 'fetch')) return { kind: 'handler', handler: target as FetchHandler };
  throw refuse(place, 'not a notification target', anyTarget);
};

/** The same for a target that a client registers. */
export const toClientEndpoint = (target: ClientEndpoint, options: EndpointOptions = {}): Endpoint => {
  const { place = 'env.onNotification' } = options;
  const isHandler = typeof target === 'function' && !hasMethod(target, 'listen');
  return toEndpoint(isHandler ? { fetch: target } : target, { ...options, place });
};

const anyTarget =
  'give a function, { fetch }, { listener }, an Express or Koa app, an http.Server (NestJS: app.getHttpServer()), or a URL on this machine';

/** What takes requests in the style of Node: said outright, or found in an app or a server by its shape. */
const findListener = (target: unknown, place: string): Found | undefined => {
  const { listener: said, path } = Object(target) as Partial<ListenerChoice>;
  if (said === undefined) return findInApp(target);
  const found = findInApp(said) ?? (typeof said === 'function' ? { listener: said } : undefined);
  if (found === undefined || path === undefined) return found;
  if (typeof path === 'string' && path.startsWith('/')) return { ...found, path };
  throw refuse(place, `${JSON.stringify(path)} is no path`, 'write "/hooks/v1"');
};

interface Found extends ListenerChoice {
  readonly listener: Listener;
}

const findInApp = (target: unknown): Found | undefined => {
  if (!hasMethod(target, 'listen') || hasMethod(target, 'fetch')) return undefined;
  if (typeof target === 'function') return { listener: target };
  if (hasMethod(target, 'callback')) return { listener: target.callback() as Listener };
  if (!hasMethod(target, 'emit')) return undefined;
  return { listener: (...exchange) => target.emit('request', ...exchange) };
};

const hasMethod = <Name extends string>(
  value: unknown,
  name: Name,
): value is { readonly [Key in Name]: (...values: unknown[]) => unknown } =>
  ((typeof value === 'object' && value !== null) || typeof value === 'function') &&
  typeof Reflect.get(value, name) === 'function';

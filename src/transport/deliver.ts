import { Misuse } from '../misuse.ts';
import { isLoopback, readPlace } from './places.ts';
import { untilAborted } from './until-aborted.ts';

/** What a notification says, read from its `Message`. */
export interface Notification {
  /** The id of the query it is about. */
  readonly id: string;
  readonly version: string;
  readonly status: string;
}

/** Anything with a `fetch` method: a Hono app, a worker module, `{ fetch: (request) => new Response() }`. */
export interface FetchHandler {
  fetch(request: Request): Response | Promise<Response>;
}

/** How an application wants to be notified: a function, a Fetch handler, or the URL of a server on this machine. */
export type NotificationTarget = ((notification: Notification) => unknown) | FetchHandler | string | URL;

/** A notification target that has been checked. */
export type Endpoint =
  | { readonly kind: 'function'; readonly call: (notification: Notification) => unknown }
  | { readonly kind: 'handler'; readonly handler: FetchHandler }
  | { readonly kind: 'url'; readonly url: string };

/** A notification as the service posts it: to `url`, the endpoint the application has registered. */
export interface Post {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** How the application answered: with a status, or not at all and why. */
export type Delivery = { readonly status: number } | { readonly failed: string };

/**
 * Checks what the user gave as notification target.
 *
 * @throws Misuse `BAD_OPTION` when it is none of the three, or a URL that leads off this machine: a test that posts to
 * the open network is a mistake.
 *
 * @example
 * toEndpoint((notification) => queue.push(notification.id)).kind // 'function'
 */
export const toEndpoint = (target: NotificationTarget, place = 'notify'): Endpoint => {
  if (typeof target === 'function') return { kind: 'function', call: target };
  if (typeof target === 'string' || target instanceof URL) return { kind: 'url', url: readUrl(String(target), place) };
  if (typeof target === 'object' && target !== null && typeof target.fetch === 'function')
    return { kind: 'handler', handler: target };
  throw new Misuse(
    'BAD_OPTION',
    place,
    'not a notification target',
    'give a function, { fetch }, or a URL on this machine',
  );
};

const readUrl = (url: string, place: string): string => {
  const host = readPlace(url)?.host;
  if (host !== undefined && isLoopback(host)) return url;
  throw new Misuse(
    'BAD_OPTION',
    place,
    `"${url}" does not lead to a server on this machine`,
    'write "http://127.0.0.1:3000/path"',
  );
};

/**
 * Delivers a notification and tells how the application answered; it never rejects. A function gets the parsed message
 * and counts as status 200 once it has returned; a handler gets a real `Request`; a URL gets a real POST, whose
 * redirects are not followed. Aborting the signal makes the delivery fail at once.
 *
 * @example
 * await deliver(toEndpoint(app), { url: 'https://app.test/hook', headers: {}, body }, { signal }) // { status: 204 }
 */
export const deliver = async (
  endpoint: Endpoint,
  post: Post,
  options: { readonly signal: AbortSignal },
): Promise<Delivery> => {
  const { signal } = options;
  try {
    signal.throwIfAborted();
    return { status: await untilAborted(signal, () => send(endpoint, post, signal)) };
  } catch (error) {
    return { failed: describe(error) };
  }
};

const send = (endpoint: Endpoint, post: Post, signal: AbortSignal): Promise<number> => {
  if (endpoint.kind === 'function') return callFunction(endpoint.call, post);
  if (endpoint.kind === 'handler') return sendToHandler(endpoint.handler, post, signal);
  return sendToUrl(endpoint.url, post, signal);
};

const callFunction = async (call: (notification: Notification) => unknown, { body }: Post): Promise<number> => {
  await call(readNotification(body));
  return 200;
};

/** The service posts `{ Subject, Message }`, and `Message` is JSON once more. */
const readNotification = (body: string): Notification => {
  const posted: unknown = JSON.parse(body);
  const message: unknown =
    isObject(posted) && typeof posted['Message'] === 'string' ? JSON.parse(posted['Message']) : undefined;
  if (isNotification(message)) return message;
  throw new TypeError(`not a notification: ${body}`);
};

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const isNotification = (value: unknown): value is Notification =>
  isObject(value) && ['id', 'version', 'status'].every((name) => typeof value[name] === 'string');

const sendToHandler = async (handler: FetchHandler, post: Post, signal: AbortSignal): Promise<number> => {
  const { url, headers, body } = post;
  const response = await handler.fetch(new Request(url, { method: 'POST', headers: { ...headers }, body, signal }));
  return response.status;
};

/** The answer's body is read to its end and dropped, so that the application's server can close. */
const sendToUrl = async (url: string, { headers, body }: Post, signal: AbortSignal): Promise<number> => {
  const response = await fetch(url, { method: 'POST', headers: { ...headers }, body, redirect: 'manual', signal });
  await response.body?.pipeTo(new WritableStream());
  return response.status;
};

/** `fetch` says why only in its cause. */
const describe = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
};

import type { Delivery } from '../../engine/notifications.ts';
import { errorText } from '../../error-text.ts';
import type { Endpoint } from './endpoint.ts';
import { postToListener } from './post-to-listener.ts';
import { postToUrl } from './post-to-url.ts';
import { untilAborted } from '../until-aborted.ts';

/** A notification as the service posts it: to `url`, the endpoint the application has registered. */
export interface Post {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * Delivers a notification and tells how the application answered; it never rejects. A function gets what it says
 * and counts as status 200 once it has returned; a handler gets a real `Request`; a listener gets a real request, and
 * what it throws is a 500; a URL gets a real POST, whose redirects are not followed. Aborting the signal makes the
 * delivery fail at once; `sent` is called when the whole notification has left for the endpoint.
 *
 * @example
 * await deliver(toEndpoint(app), { url: 'https://app.test/hook', headers: {}, body }, { signal }) // { status: 204 }
 */
export const deliver = async (
  endpoint: Endpoint,
  post: Post,
  options: { readonly signal: AbortSignal; readonly sent?: () => void },
): Promise<Delivery> => {
  const { signal, sent } = options;
  try {
    signal.throwIfAborted();
    if (endpoint.kind !== 'url') sent?.();
    return await untilAborted(signal, () => send(endpoint, post, signal, sent));
  } catch (error) {
    return { failed: describe(error) };
  }
};

const send = async (endpoint: Endpoint, post: Post, signal: AbortSignal, sent?: () => void): Promise<Delivery> => {
  switch (endpoint.kind) {
    case 'function':
      await endpoint.call(post.body);
      return { status: 200 };
    case 'handler':
      return { status: (await endpoint.handler.fetch(makeRequest(post, signal))).status };
    case 'listener': {
      const url = endpoint.path === undefined ? post.url : new URL(endpoint.path, post.url).href;
      return postToListener(endpoint.listener, { ...post, url }, signal);
    }
    case 'url':
      return { status: await postToUrl({ ...post, url: endpoint.url }, signal, sent) };
    default:
      return endpoint satisfies never;
  }
};

const makeRequest = ({ url, headers, body }: Post, signal: AbortSignal): Request =>
  new Request(url, { method: 'POST', headers: { ...headers }, body, signal });

/** Where a name led to several addresses in vain, only the code says why. */
const describe = (error: unknown): string => {
  const text = errorText(error);
  const hasCode = typeof error === 'object' && error !== null && 'code' in error;
  return text === '' && hasCode ? String(error.code) : text;
};

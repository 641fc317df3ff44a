import type { ClientEnv } from '../../src/index.ts';
import { retryStatuses, retryWaits } from '../../src/spec/retry.ts';
import { ms } from '../../src/spec/time.ts';

/** A page of a listing, as far as a client looks at it. (Resources and their fields, interface C) */
export interface Page {
  readonly records: readonly { readonly file: string }[];
  readonly nextPageToken?: string;
}

/** The calls that every client is told to make, each in the way its library is meant to be used. */
export interface Calls {
  /** Exchanges the refresh token for an access token; `timeout` is the library's own time limit, in milliseconds. */
  readonly token: (env: ClientEnv, timeout?: number) => Promise<string>;
  /** Creates a query, and again after 1, 2, 4, 10 and 30 s as long as the answer is to be retried; gives its id. */
  readonly create: (env: ClientEnv, token: string) => Promise<string>;
  readonly page: (env: ClientEnv, token: string, id: string, nextPageToken?: string) => Promise<Page>;
  readonly download: (url: string) => Promise<string>;
}

/** What sends the requests in the end, and so decides which transports can catch them. */
export type Layer =
  | 'global fetch'
  | 'a copy of global fetch'
  | 'node:http(s)'
  | 'a named import of node:http(s)'
  | 'a copy of request of node:http(s)'
  | "undici's global dispatcher"
  | 'an undici dispatcher of its own'
  | 'HTTP/2';

export interface WildClient {
  readonly name: string;
  /** The packages it is made of, for their versions. Node itself without any. */
  readonly packages: readonly string[];
  readonly layer: Layer;
  /** How it retries: `itself`, by an option or a hook, or in a loop around it. */
  readonly retries: 'itself' | 'in a loop';
  readonly calls: Calls;
  /** The same client over a `fetch` that is handed to it, if it takes one. */
  readonly over?: (fetch: Fetch) => Calls;
  /** Its own time limit for an answer; `none` when it leaves that to what it is used with. */
  readonly timeout: Timeout | 'none';
  /** Milliseconds that it lets pass before each call and after it, on purpose or not. */
  readonly lag?: { readonly before: number; readonly after: number };
  /** What to know when one uses it, here or against the real service. */
  readonly caveat?: string;
}

interface Timeout {
  /** What the error has to have. */
  readonly error: { readonly name?: string; readonly code?: string | number; readonly message?: RegExp };
  /** Milliseconds between the looks that it takes at its limits. Without a grid it gives up on the spot. */
  readonly grid?: number;
  /** Milliseconds by which it gives up later than its limit, or earlier. */
  readonly grace?: number;
}

export type Fetch = typeof globalThis.fetch;

/** One request in words that every library can be told. */
export interface Call {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Fields of a form, which the library encodes. */
  readonly form?: Readonly<Record<string, string>>;
  /** Milliseconds after which the library itself gives up. */
  readonly timeout?: number;
}

export interface Answer {
  readonly status: number;
  readonly text: string;
}

/** Sends one request and gives the answer back, whatever its status. */
export type Send = (call: Call) => Promise<Answer>;

/** Milliseconds before each retry. */
export const waits: readonly number[] = retryWaits.map((wait) => ms(wait));

export const isRetried = (status: number): boolean => (retryStatuses as readonly number[]).includes(status);

export const sleep = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });

/** Retries in a loop, for the libraries that have no retries or none with such waits. */
export const retryInLoop =
  (send: Send, pause: (milliseconds: number) => Promise<unknown> = sleep): Send =>
  async (call) => {
    let answer = await send(call);
    for (const wait of waits) {
      if (!isRetried(answer.status)) break;
      await pause(wait);
      answer = await send(call);
    }
    return answer;
  };

/** All calls of a client that can send any request. `sendAgain` is how it sends one that is to be retried. */
export const makeCalls = (send: Send, sendAgain: Send = retryInLoop(send)): Calls => ({
  token: async (env, timeout) => {
    const form = {
      grant_type: 'refresh_token',
      refresh_token: env.customer.refreshToken,
      client_id: env.clientId,
      client_secret: env.clientSecret,
    };
    const call: Call = { method: 'POST', url: env.tokenUrl, headers: {}, form };
    const answer = await send(timeout === undefined ? call : { ...call, timeout });
    return (read(answer, 200) as { access_token: string }).access_token;
  },
  create: async (env, token) =>
    (read(await sendAgain({ method: 'POST', url: queriesUrl(env), headers: bearer(token) }), 201) as { id: string }).id,
  page: async (env, token, id, nextPageToken) =>
    read(await send({ method: 'GET', url: pageUrl(env, id, nextPageToken), headers: bearer(token) }), 200) as Page,
  download: async (url) => expectStatus(await send({ method: 'GET', url, headers: {} }), 200).text,
});

const queriesUrl = (env: ClientEnv): string => `${env.regions['eu-west-1']}/${env.customer.scope}/data-queries`;

/** Records on a page, so that a short listing has several. */
export const pageSize = 2;

const pageUrl = (env: ClientEnv, id: string, nextPageToken?: string): string => {
  const query = new URLSearchParams({ maxResults: String(pageSize), ...(nextPageToken && { nextPageToken }) });
  return `${queriesUrl(env)}/${id}/records?${query.toString()}`;
};

const bearer = (token: string): { readonly authorization: string } => ({ authorization: `Bearer ${token}` });

const expectStatus = (answer: Answer, status: number): Answer => {
  if (answer.status !== status) throw new Error(`${answer.status}: ${answer.text}`);
  return answer;
};

const read = (answer: Answer, status: number): unknown => JSON.parse(expectStatus(answer, status).text);

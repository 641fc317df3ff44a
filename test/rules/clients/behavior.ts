import type { ClientEnv } from '../../../src/index.ts';
import { errorsOfType } from '../../../src/spec/errors.ts';

/** An answer as far as a client looks at it. */
export interface Reply {
  /** 0 when none came, or none that can be read. */
  readonly status: number;
  readonly body: Body;
}

/** Every field is missing in some answer. */
export interface Body {
  readonly id?: string;
  readonly records?: readonly Link[];
  readonly nextPageToken?: string | null;
  readonly access_token?: string;
  readonly refresh_token?: string;
  readonly type?: string;
  readonly message?: string;
  readonly error?: string;
}

export interface Link {
  readonly file: string;
  readonly schema: string;
}

export interface Message {
  readonly id: string;
  readonly version: string;
  readonly status: string;
}

export type Form = Readonly<Record<string, string>>;

/** What a client can do rightly or wrongly. Wrong clients differ from the reference client in one of these. */
export interface Behavior {
  readonly authorization: (token: string) => string;
  /** What it takes for the access token it begins with. */
  readonly firstToken: (customer: ClientEnv['customer']) => string;
  readonly tokenRequest: (env: ClientEnv, form: Form) => { readonly url: string; readonly init: RequestInit };
  readonly linkHeaders: (token: string) => Record<string, string>;
  readonly isExpired: (reply: Reply) => boolean;
  readonly keepsNewToken: boolean;
  readonly sharesRefresh: boolean;
  readonly refreshesFirst: boolean;
  readonly keepsStoreToken: boolean;
  readonly renewsStoreToken: boolean;
  readonly mostRetries: (reply: Reply) => number;
  /** Milliseconds before each retry. */
  readonly waits: readonly number[];
  /** Milliseconds before a create is repeated that met a conflict. */
  readonly conflictWait: number;
  readonly regions: readonly (keyof ClientEnv['regions'])[];
  /** Aborted when nobody listens any more: a client that goes on all the same would talk into the next test. */
  readonly signal: AbortSignal;
  /** What sends its requests. */
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** How often it refreshes the token for one call. */
  readonly mostRefreshes: number;
  /** Milliseconds until it gives up on an answer, and on a notification. */
  readonly timeout: number;
  readonly patience: number;
  readonly pace: boolean;
  readonly atOnce: number;
  /** Whether it lists although nothing has been heard of the query, or it was canceled. */
  readonly listsUnasked: boolean;
  readonly listsCanceled: boolean;
  /** Milliseconds between the notification and the listing, and between a page and its downloads. */
  readonly dawdles: number;
  readonly downloadsAfter: number;
  readonly startsOver: boolean;
  readonly pageSize: string;
  readonly followingSize: string;
  readonly followsPages: boolean;
  readonly listsTwice: boolean;
  readonly onDeadLink: 'list again' | 'try again' | 'give up' | 'leave out';
  readonly fetchesSchemas: boolean;
  readonly isWhole: (reply: Reply) => boolean;
  readonly answerTo: (message: Message, isKnown: boolean, isRepeated: boolean) => number;
  readonly mail: Form;
  readonly repeatsMail: (reply: Reply) => boolean;
  readonly waitsForMail: boolean;
  readonly believesLink: (link: string) => boolean;
}

const isListed = ({ status, body }: Reply): boolean =>
  [400, 403, 404, 409, 413].includes(status) && errorsOfType(body.type ?? '').length > 0;

/** As the interface has it: these five times, blocked requests, too; once what the table does not list. */
const mostRetries = (reply: Reply): number => {
  const { status, body } = reply;
  if (status === 0) return 2;
  if (status < 400) return 0;
  if ([429, 500, 504].includes(status) || body.type === 'BLOCKED_REQUEST') return 5;
  const isOfTokenAddress = body.error !== undefined && status < 500;
  return isListed(reply) || isOfTokenAddress ? 0 : 1;
};

export const reference: Behavior = {
  authorization: (token) => `Bearer ${token}`,
  firstToken: ({ accessToken }) => accessToken,
  tokenRequest: (env, form) => ({
    url: env.tokenUrl,
    init: {
      method: 'POST',
      body: new URLSearchParams({ ...form, client_id: env.clientId, client_secret: env.clientSecret }),
    },
  }),
  linkHeaders: () => ({}),
  isExpired: ({ status, body }) => status === 403 && body.message?.startsWith('Access token is expired') === true,
  keepsNewToken: true,
  sharesRefresh: true,
  refreshesFirst: false,
  keepsStoreToken: true,
  renewsStoreToken: true,
  mostRetries,
  waits: [1000, 2000, 4000, 10_000, 30_000],
  conflictWait: 6 * 60_000,
  regions: ['eu-west-1', 'us-east-1', 'us-west-2'],
  signal: new AbortController().signal,
  fetch: (url, init) => fetch(url, init),
  mostRefreshes: 2,
  timeout: 30_000,
  patience: 4 * 3_600_000,
  pace: true,
  atOnce: 10,
  listsUnasked: false,
  listsCanceled: false,
  dawdles: 0,
  downloadsAfter: 0,
  startsOver: true,
  pageSize: '20',
  followingSize: '20',
  followsPages: true,
  listsTwice: false,
  onDeadLink: 'list again',
  fetchesSchemas: true,
  isWhole: ({ status }) => status === 200,
  answerTo: () => 204,
  mail: { toEmailAddress: 'owner@example.com', fromEmailAddress: 'import@example.com', emailContent: 'All is here.' },
  repeatsMail: ({ status }) => status >= 500 || status === 429,
  waitsForMail: true,
  believesLink: () => true,
};

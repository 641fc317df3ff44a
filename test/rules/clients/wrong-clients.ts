import { Agent, fetch as undiciFetch } from 'undici';
import type { Client, ClientEnv } from '../../../src/index.ts';
import { importWith } from './reference-client.ts';
import { pause } from './reference-calls.ts';
import { type Form, type Reply, reference, type Behavior } from './behavior.ts';

/** Clients that are each wrong in one way: the reference client with one override, or with something done besides. */

const minute = 60_000;
const hour = 60 * minute;

const seconds = ({ waits }: Behavior): readonly number[] => waits.map((wait) => wait / 1000);
const retriesOf =
  (...statuses: readonly number[]) =>
  (reply: Reply): number =>
    statuses.includes(reply.status) ? 5 : reference.mostRetries(reply);
const never =
  (...statuses: readonly number[]) =>
  (reply: Reply): number =>
    statuses.includes(reply.status) ? 0 : reference.mostRetries(reply);

const withSecretInUrl = (env: ClientEnv, form: Form): ReturnType<Behavior['tokenRequest']> => {
  const { url, init } = reference.tokenRequest(env, form);
  return { url: `${url}?client_secret=${encodeURIComponent(env.clientSecret)}`, init };
};

const withBasicHeader = (env: ClientEnv, form: Form): ReturnType<Behavior['tokenRequest']> => {
  const { url, init } = reference.tokenRequest(env, form);
  const basic = Buffer.from(`${env.clientId}:${env.clientSecret}`).toString('base64');
  return { url, init: { ...init, headers: { authorization: `Basic ${basic}` } } };
};

const patientAgent = new Agent({ headersTimeout: 0, bodyTimeout: 0 });

/** The function without the limit of five minutes that it comes with. */
const fetchWithoutEnd: Behavior['fetch'] = (url, init) =>
  undiciFetch(url, { ...init, dispatcher: patientAgent } as Parameters<
    typeof undiciFetch
  >[1]) as unknown as Promise<Response>;

const isTransient = ({ status }: Reply): boolean => [429, 500, 504].includes(status);

const issuedAt = (link: string): number => Number(new URL(link).searchParams.get('issued'));

/** The reference client, but for what its name says. */
const overridden = {
  saysBearerInLowerCase: { authorization: (token) => `bearer ${token}` },
  leavesOutBearer: { authorization: (token) => token },
  putsSecretInUrl: { tokenRequest: withSecretInUrl },
  putsSecretInHeader: { tokenRequest: withBasicHeader },
  showsRefreshToken: { firstToken: ({ refreshToken }) => refreshToken },
  showsTokenToLinks: { linkHeaders: (token) => ({ authorization: `Bearer ${token}` }) },
  neverRefreshes: { isExpired: () => false },
  triesDeadTokenAgain: { keepsNewToken: false },
  triesDeadStoreTokenAgain: { renewsStoreToken: false },
  retriesRevoked: {
    mostRetries: (reply) => (reply.body.message === 'Access token has been revoked' ? 3 : reference.mostRetries(reply)),
  },
  retriesForbidden: { mostRetries: retriesOf(403) },
  retriesBadRequests: { mostRetries: retriesOf(400), pageSize: '1000', followingSize: '1000' },
  retriesNotFound: { mostRetries: retriesOf(404) },
  neverRetries: { mostRetries: ({ status }) => (status === 0 ? 2 : 0) },
  givesUpWhenThrottled: { mostRetries: never(429) },
  givesUpOnTimeouts: { mostRetries: never(504) },
  givesUpOnStrangeErrors: {
    mostRetries: (reply) => (isTransient(reply) || reply.status === 0 ? reference.mostRetries(reply) : 0),
  },
  retriesAtOnce: { waits: [0] },
  takesSecondsForMilliseconds: { waits: seconds(reference) },
  alwaysWaitsASecond: { waits: [1000] },
  hammersConflict: { conflictWait: 1000 },
  retriesConflict: { mostRetries: retriesOf(409) },
  listsUnasked: { listsUnasked: true },
  listsCanceled: { listsCanceled: true },
  listsTheNextDay: { dawdles: 26 * hour },
  neverStartsOver: { startsOver: false },
  readsOnePage: { followsPages: false },
  changesPageSize: { followingSize: '10' },
  downloadsLate: { downloadsAfter: 6 * minute },
  triesDeadLinkAgain: { onDeadLink: 'try again' },
  givesUpOnDeadLink: { onDeadLink: 'give up' },
  leavesOutDeadLinks: { onDeadLink: 'leave out' },
  knowsNoPace: { pace: false },
  listsTwice: { listsTwice: true },
  asksInVainAfterConflict: { conflictWait: minute },
  answersWithError: { answerTo: () => 500 },
  answersWithRedirect: { answerTo: () => 303 },
  knowsOnlyItsOwn: { answerTo: (_message, isKnown) => (isKnown ? 204 : 404) },
  refusesRepeats: { answerTo: (_message, _isKnown, isRepeated) => (isRepeated ? 409 : 204) },
  refusesNewFields: { answerTo: (message) => (Object.keys(message).length > 3 ? 400 : 204) },
  skipsSchemas: { fetchesSchemas: false },
  takesAnythingForWhole: { isWhole: () => true },
  waitsForEver: { patience: Number.POSITIVE_INFINITY },
  neverTimesOut: { timeout: Number.POSITIVE_INFINITY, fetch: fetchWithoutEnd },
  retriesForEver: {
    mostRetries: (reply) => (isTransient(reply) ? Number.POSITIVE_INFINITY : reference.mostRetries(reply)),
    mostRefreshes: Number.POSITIVE_INFINITY,
    waits: [...reference.waits, 10 * minute, 12 * hour],
  },
  forgetsItsMail: { waitsForMail: false },
  asksForTooMany: { pageSize: '1000', followingSize: '1000' },
  asksForNone: { pageSize: '0' },
  knowsOneRegion: { regions: ['eu-west-1'] },
  asksTokenForEachReport: { keepsStoreToken: false },
  refreshesBeforeEachCall: { refreshesFirst: true },
  mailsWithoutSender: { mail: { toEmailAddress: 'owner@example.com', emailContent: 'All is here.' } },
  repeatsRefusedMail: { repeatsMail: ({ status }) => status >= 400 },
  repeatsLostMail: { repeatsMail: ({ status }) => status === 0 || reference.repeatsMail({ status, body: {} }) },
  trustsItsOwnClock: { believesLink: (link) => Date.now() - issuedAt(link) < 5 * minute },
} as const satisfies Readonly<Record<string, Partial<Behavior>>>;

const sleepsForAWeek: Client = async (env) => {
  const result = await importWith()(env);
  await pause(7 * 24 * hour);
  return result;
};

/** Two calls that find the token expired refresh it twice. */
const refreshesTwice: Client = async (env) => {
  const refresh = async (): Promise<void> => {
    const { url, init } = reference.tokenRequest(env, {
      grant_type: 'refresh_token',
      refresh_token: env.customer.refreshToken,
    });
    await fetch(url, init);
  };
  await Promise.all([refresh(), refresh()]);
  return importWith()(env);
};

/** Looks every minute whether the query is done by now. */
const polls: Client = async (env) => {
  const base = `${env.regions['eu-west-1']}/${env.customer.scope}/data-queries`;
  const headers = { authorization: `Bearer ${env.customer.accessToken}` };
  const { id } = (await (await fetch(base, { method: 'POST', headers })).json()) as { id: string };
  env.onNotification(() => new Response(null, { status: 204 }));
  for (let tries = 0, status = 0; status !== 200 && tries < 30; tries++) {
    await pause(minute);
    ({ status } = await fetch(`${base}/${id}/records`, { headers }));
  }
};

/** Does not know what to do with a page that is empty. */
const failsWithoutRecords: Client = async (env) => {
  const result = (await importWith()(env)) as { readonly records: number };
  if (result.records === 0) throw new TypeError("Cannot read properties of undefined (reading 'file')");
  return result;
};

const others = { sleepsForAWeek, refreshesTwice, polls, failsWithoutRecords } as const;

/** How its requests come in: all but one send everything by the global `fetch`. */
export const transportOf = (name: string): 'fetch' | 'sockets' => (name === 'neverTimesOut' ? 'sockets' : 'fetch');

export const wrongClients: Readonly<Record<keyof typeof overridden | keyof typeof others, Client>> = {
  ...(Object.fromEntries(Object.entries(overridden).map(([name, behavior]) => [name, importWith(behavior)])) as Record<
    keyof typeof overridden,
    Client
  >),
  ...others,
};

import { expect, test } from 'vitest';
import { describeDivergence } from './describe.ts';
import { generateSettings } from './generate-settings.ts';
import type { Authority, Event, Happening, TokenRequest } from './reference/events.ts';
import { answered } from './reference/history.ts';
import type { Choices } from './reference/settings.ts';
import { runEvents } from './run-history.ts';

/** Histories on which core and reference once differed, each with what the assumptions say about its last event. */

interface Regression {
  readonly title: string;
  readonly choices?: Partial<Choices>;
  readonly events: Past;
  /** The status of the answer to the last event that is a request. */
  readonly status: number;
  readonly retryAfter?: string;
}

type Past = readonly (readonly [at: number, happening: Happening])[];

const minute = 60_000;

const authorize = (application: string): Happening => ({
  kind: 'authorize',
  application,
  customer: 'ann',
  scope: 'orders',
});

const exchange = (client: string, code: number): Happening => ({
  kind: 'token',
  contentType: 'form',
  grant: 'authorization_code',
  client,
  secret: 'right',
  code: { of: code },
});

const storeToken: TokenRequest = {
  kind: 'token',
  contentType: 'form',
  grant: 'client_credentials',
  client: 'alpha',
  secret: 'right',
  scope: 'store::apps:readwrite',
};

const create = (token: number): Happening => ({
  kind: 'create',
  region: 'eu-west-1',
  scope: 'orders',
  token: { of: token },
  body: 0,
  held: false,
});

const list = (token: number, query: number): Happening => ({
  kind: 'list',
  region: 'eu-west-1',
  scope: 'orders',
  token: { of: token },
  query: { of: query },
  max: undefined,
  page: undefined,
  held: false,
});

const storeCall = (token: Authority): Happening => ({ kind: 'store', store: 'submission', token });

const email: Happening = { kind: 'email', to: 'a@b', from: 'c@d', content: 'x', json: true };

/** A query that completes after ten minutes, and a notification that is accepted 30 s later; then a younger token. */
const acceptedLate: Past = [
  [0, authorize('alpha')],
  [0, exchange('alpha', 0)],
  [0, create(1)],
  [10 * minute + 30_000, { kind: 'heard', query: { of: 2 }, attempt: 1, accepted: true }],
  [30 * minute, authorize('alpha')],
  [30 * minute, exchange('alpha', 4)],
];

/** A query that completes after ten minutes, and a notification that is refused 20 s later. */
const refusedOnce: Past = [
  [0, authorize('alpha')],
  [0, exchange('alpha', 0)],
  [0, create(1)],
  [10 * minute + 20_000, { kind: 'heard', query: { of: 2 }, attempt: 1, accepted: false }],
];

/** The second attempt is heard 20 s after it was sent, which was 1 s after the first had been refused. */
const acceptedSecond: Past = [
  ...refusedOnce,
  [10 * minute + 41_000, { kind: 'heard', query: { of: 2 }, attempt: 2, accepted: true }],
  [30 * minute, authorize('alpha')],
  [30 * minute, exchange('alpha', 5)],
];

const regressions: readonly Regression[] = [
  {
    title: 'a query of another application is as foreign as one of another customer',
    events: [
      [0, authorize('alpha')],
      [0, exchange('alpha', 0)],
      [0, create(1)],
      [0, authorize('beta')],
      [0, exchange('beta', 3)],
      [0, list(4, 2)],
    ],
    status: 404,
  },
  {
    title: 'a store call with an expired token is 403 even where one without a token is 401',
    choices: { 'store.missingToken': 'unauthorized' },
    events: [
      [0, storeToken],
      [0, { kind: 'expireStoreToken', store: 'submission' }],
      [0, storeCall({ of: 0 })],
    ],
    status: 403,
  },
  {
    title: 'a store call with a header that holds no token is 401 where one without a token is',
    choices: { 'store.missingToken': 'unauthorized' },
    events: [[0, storeCall('malformed')]],
    status: 401,
  },
  {
    title: 'an equal email exactly at the end of the time is still taken for a repetition',
    choices: { 'email.retrySafety': '5m' },
    events: [
      [0, email],
      [5 * minute, email],
    ],
    status: 200,
  },
  {
    title: 'consent withdrawn from all applications is withdrawn from one whose profile is deleted too',
    choices: { 'login.consentRevokesTokens': 'tokens-revoked' },
    events: [
      [0, authorize('alpha')],
      [0, exchange('alpha', 0)],
      [0, { kind: 'deleteProfile', application: 'alpha' }],
      [0, { kind: 'revokeConsent', customer: 'ann' }],
      [0, create(1)],
    ],
    status: 403,
  },
  {
    title: 'a create that a remembered authorization vouches for, without consent, is canceled at once and blocks none',
    choices: { 'cache.meaning': 'authorization-only' },
    events: [
      [0, authorize('alpha')],
      [0, exchange('alpha', 0)],
      [0, create(1)],
      [1, { kind: 'revokeConsent', customer: 'ann' }],
      [2, create(1)],
      [3, create(1)],
    ],
    status: 201,
  },
  {
    title: 'a create that a remembered authorization vouches for, while the account is on hold, is canceled at once',
    choices: { 'cache.meaning': 'authorization-only' },
    events: [
      [0, authorize('alpha')],
      [0, exchange('alpha', 0)],
      [0, create(1)],
      [1, { kind: 'holdAccount', customer: 'ann' }],
      [2, create(1)],
      [3, create(1)],
    ],
    status: 201,
  },
  {
    title: 'the hour counts from the sending of the attempt that was accepted, not from its acceptance',
    choices: { 'notification.windowStart': 'first-delivery' },
    events: [...acceptedLate, [70 * minute + 1, list(5, 2)]],
    status: 403,
  },
  {
    title: 'the hour counts from the sending of the attempt that was accepted, and not from an earlier one',
    choices: { 'notification.windowStart': 'first-delivery', 'notification.retry': 'until-accepted' },
    events: [...acceptedSecond, [70 * minute + 21_000, list(6, 2)]],
    status: 200,
  },
  {
    title: 'the hour that an accepted second attempt began is over a millisecond after its end',
    choices: { 'notification.windowStart': 'first-delivery', 'notification.retry': 'until-accepted' },
    events: [...acceptedSecond, [70 * minute + 21_001, list(6, 2)]],
    status: 403,
  },
  {
    title: 'a bare 429 outside the table says when to come back where 429s do',
    choices: { 'errors.unknown': 'outside-table', 'limits.retryAfter': 'seconds' },
    events: [
      [0, { kind: 'fail', operation: 'createDataQuery', failure: { kind: 'status', status: 429 }, times: 1 }],
      [0, create(0)],
    ],
    status: 429,
    retryAfter: '1',
  },
];

test.each(regressions)('$title', ({ choices, events, status, retryAfter }) => {
  const settings = generateSettings({ changes: [], facts: [0, 0, 0, 0, 0] });
  const chosen = { ...settings, choices: { ...settings.choices, ...choices } };
  const outcome = runEvents(
    chosen,
    events.map(([at, happening]): Event => ({ ...happening, at: settings.start + at })),
  );

  expect(outcome.divergence === undefined ? 'alike' : describeDivergence(outcome.divergence)).toBe('alike');
  const last = answered(outcome.history, events.length - 1);
  expect([last.status, last.retryAfter]).toEqual([status, retryAfter]);
});

import { expect, test } from 'vitest';
import { describeDivergence } from './describe.ts';
import { drawSettings } from './draw-settings.ts';
import type { Authority, Event, Happening, TokenRequest } from './reference/events.ts';
import { answered } from './reference/history.ts';
import type { Choices } from './reference/settings.ts';
import { tellEvents } from './tell.ts';

/** Histories on which core and reference once differed, each with what the ledger says about its last event. */

interface Regression {
  readonly title: string;
  readonly choices?: Partial<Choices>;
  readonly events: readonly (readonly [at: number, happening: Happening])[];
  /** The status of the answer to the last event that is a request. */
  readonly status: number;
}

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
];

test.each(regressions)('$title', ({ choices, events, status }) => {
  const settings = drawSettings({ changes: [], facts: [0, 0, 0, 0, 0] });
  const chosen = { ...settings, choices: { ...settings.choices, ...choices } };
  const told = tellEvents(
    chosen,
    events.map(([at, happening]): Event => ({ ...happening, at: settings.start + at })),
  );

  expect(told.divergence === undefined ? 'alike' : describeDivergence(told.divergence)).toBe('alike');
  expect(answered(told.history, events.length - 1).status).toBe(status);
});

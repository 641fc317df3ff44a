import { describe, expect, test } from 'vitest';
import { createWorld } from '../../../src/core/world.ts';
import { completed, hosts, showRefusal, type Story, tell } from '../world.ts';

const eu = hosts.regions['eu-west-1'];

describe('another application’s code and refresh token', () => {
  test('a code works for the application it was given to, and for no other the customer consented to', () => {
    const story = tell();
    story.login('ann', 'orders', 'other');
    const code = story.code();

    expect(story.exchange(code, 'other').row).toBe('invalidGrant');
    expect(story.exchange(code).status).toBe(200);
  });

  test('so does a refresh token', () => {
    const story = tell();
    story.login('ann', 'orders', 'other');
    const { refresh } = story.login();

    const other = { client_id: 'other', client_secret: 'other-secret' };
    expect(story.form({ grant_type: 'refresh_token', refresh_token: refresh, ...other }).row).toBe('invalidGrant');
    expect(story.refresh(refresh).status).toBe(200);
  });
});

describe('query.foreignToken: a query of the same customer that another application has', () => {
  test.each([
    ['query-not-found', '404 RESOURCE_NOT_FOUND QUERY_ID_NOT_FOUND Query id does not exist'],
    ['access-denied', '403 FORBIDDEN ACCESS_DENIED Access token is not authorized for this operation'],
  ] as const)('%s', (choice, refusal) => {
    const { story, id } = completed({ 'query.foreignToken': choice });

    expect(showRefusal(story.list(story.login('ann', 'orders', 'other').token, id))).toBe(refusal);
  });
});

test('auth.order: of a token that is revoked and has expired it is said that it has been revoked', () => {
  const story = tell();
  const { token } = story.login();
  story.act({ do: 'revokeToken', customer: 'ann' });
  story.wait('2h');

  expect(showRefusal(story.create(token, 'orders'))).toBe('403 FORBIDDEN ACCESS_DENIED Access token has been revoked');
});

test('login.refreshRotation rotates: the refresh token that is known of is the one that was given last', () => {
  const story = tell({ 'login.refreshRotation': 'rotates' });
  const given = String(story.refresh(story.login().refresh).body.refresh_token);

  expect([...story.world.families.values()].map((family) => family.refreshToken)).toEqual([given]);
});

test('a token for one scope does not authorize another, though the customer consented to both', () => {
  const story = tell();
  story.login('ann', 'orders');
  const { token } = story.login('ann', 'profile');

  expect(showRefusal(story.create(token, 'orders'))).toBe(
    '403 FORBIDDEN ACCESS_DENIED Access token is not authorized for this operation',
  );
});

test('a scope that an application has is known, though no customer holds data in it', () => {
  const { settings } = tell().world;

  expect([...createWorld({ ...settings, holdings: [] }).scopes]).toEqual(['orders', 'profile']);
});

describe('cache.meaning authorization-only: an answer vouches for five minutes for all that has to do with who asks', () => {
  test.each([
    ['the token', (story: Story) => story.act({ do: 'revokeToken', customer: 'ann' })],
    ['the application', (story: Story) => story.act({ do: 'delistApp', application: 'app' })],
    ['the scope', (story: Story) => story.act({ do: 'disableScope', application: 'app', scope: 'orders' })],
    ['consent', (story: Story) => story.act({ do: 'revokeConsent', customer: 'ann' })],
    ['the authorizer', (story: Story) => story.act({ do: 'beginFault', fault: 'authorizerFails' })],
  ] as const)('%s', (_name, lose) => {
    const { story, token, id } = completed({ 'cache.meaning': 'authorization-only' });
    story.list(token, id);
    lose(story);

    expect(story.list(token, id).status).toBe(200);
    story.wait('5m');
    expect(story.list(token, id).status).toBeGreaterThanOrEqual(403);
  });
});

describe('auth.order limits-first: what does not depend on who asks still comes ahead of the limits', () => {
  test.each([
    ['blockedRequest', (story: Story) => story.act({ do: 'beginFault', fault: 'scannersBlock' }), 'orders', ''],
    ['blankScopeId', () => undefined, '%20', ''],
    ['requestTooLarge', () => undefined, 'orders', 'x'.repeat(262_145)],
    ['invalidParameters', () => undefined, 'orders', 'x'],
  ] as const)('%s, however often', (row, begin, scope, body) => {
    const story = tell({ 'auth.order': 'limits-first', 'query.createBody': 'refused' });
    const { token } = story.login();
    begin(story);

    const answers = Array.from({ length: 7 }, () => story.create(token, scope, eu, body));

    expect(answers.map((answer) => answer.row)).toEqual(Array.from({ length: 7 }, () => row));
  });

  test.each(['authorization-first', 'limits-first'] as const)(
    '%s: one more than the limit without a token',
    (order) => {
      const story = tell({ 'auth.order': order });

      const answers = Array.from({ length: 6 }, () => story.create('unknown'));

      expect(answers.at(-1)?.row).toBe(order === 'limits-first' ? 'scopeThrottled' : 'tokenInvalid');
    },
  );
});

test('query.createBody refused: that is about creating; a listing may come with a body', () => {
  const { story, token, id } = completed({ 'query.createBody': 'refused' });
  const headers = { authorization: `Bearer ${token}` };

  expect(story.ask(`${eu}/orders/data-queries/${id}/records`, { headers, body: 'x' }).status).toBe(200);
  expect(story.create(token, 'orders', eu, 'x').row).toBe('invalidParameters');
});

test('a token that yields neither profile nor customer is refused for the profile first', () => {
  const story = tell();
  const { token } = story.login();

  story.act({ do: 'blankToken', customer: 'ann', lacks: 'profileId' });
  story.act({ do: 'blankToken', customer: 'ann', lacks: 'customerId' });

  expect(story.create(token).row).toBe('blankSecurityProfileId');
});

test('login.refreshShape json: refreshing takes JSON that says it is JSON', () => {
  const story = tell({ 'login.refreshShape': 'json' });
  const fields = { client_id: 'app', client_secret: 'app-secret', grant_type: 'refresh_token' };
  const body = JSON.stringify({ ...fields, refresh_token: story.login().refresh });
  const ask = (type: string) =>
    story.ask(`${hosts.token}/auth/o2/token`, { method: 'POST', headers: { 'content-type': type }, body });

  expect(ask('text/plain').body.error).toBe('invalid_request');
  expect(ask('application/json').status).toBe(200);
});

describe('store areas', () => {
  test.each([
    ['expired', (story: Story) => story.act({ do: 'expireStoreToken', store: 'submission' })],
    ['revoked', (story: Story) => story.act({ do: 'revokeStoreToken', store: 'submission' })],
    [
      'of a detached profile',
      (story: Story) => story.act({ do: 'detachProfile', application: 'app', api: 'submission' }),
    ],
  ] as const)('store.missingToken unauthorized: a token that is %s is no missing one', (_name, lose) => {
    const story = tell({ 'store.missingToken': 'unauthorized' });
    const headers = { authorization: `Bearer ${story.storeToken('store::apps:readwrite')}` };
    lose(story);

    expect([story.ask(`${hosts.submission}/x`, { headers }).status, story.ask(`${hosts.submission}/x`).status]).toEqual(
      [403, 401],
    );
  });

  test('a token that expired can be revoked besides', () => {
    const story = tell();
    const headers = { authorization: `Bearer ${story.storeToken('store::apps:readwrite')}` };

    story.act({ do: 'expireStoreToken', store: 'submission' });
    story.act({ do: 'revokeStoreToken', store: 'submission' });

    expect(story.ask(`${hosts.submission}/x`, { headers }).status).toBe(403);
  });

  test('a profile attached to one API more keeps those it was attached to', () => {
    const story = tell();
    story.act({ do: 'detachProfile', application: 'app', api: 'submission' });
    story.act({ do: 'attachProfile', application: 'app', api: 'submission' });
    const headers = { authorization: `Bearer ${story.storeToken('reporting::store:marketer')}` };

    expect([story.ask(`${hosts.reporting}/x`, { headers }).status, story.create(story.login().token).status]).toEqual([
      200, 201,
    ]);
  });
});

test('tokens that were issued and refreshed are events', () => {
  const story = tell();
  story.storeToken('reporting::store:marketer');
  story.refresh(story.login().refresh);

  expect(story.events).toEqual([
    { event: 'tokenIssued', scope: 'reporting::store:marketer' },
    { event: 'tokenIssued', customer: 'ann', scope: 'orders' },
    { event: 'tokenRefreshed', customer: 'ann', scope: 'orders' },
  ]);
});

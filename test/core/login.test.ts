import { describe, expect, test } from 'vitest';
import { hosts, showRefusal, type Story, tell } from './world.ts';

const dead = [
  400,
  {
    error: 'invalid_grant',
    error_description: 'The authorization code or refresh token is invalid, expired or revoked',
  },
];

const refresh = (story: Story, token: string, changes: Record<string, string> = {}): unknown[] => {
  const { status, body } = story.form({ grant_type: 'refresh_token', refresh_token: token, ...changes });
  return [status, body];
};

describe('tokens of customers', () => {
  test('login.authorizationCode: a code is exchanged once, by the application it was given to', () => {
    const story = tell();
    const code = story.code();

    const foreign = story.exchange(code, 'other');
    const first = story.exchange(code);
    const second = story.exchange(code);
    const unknown = story.exchange('no-code');

    for (const refused of [foreign, second, unknown]) expect([refused.status, refused.body]).toEqual(dead);
    expect([first.status, first.body]).toEqual([
      200,
      {
        access_token: expect.stringMatching(/^sdt-/),
        refresh_token: expect.any(String),
        expires_in: 3600,
        scope: 'orders',
        token_type: 'bearer',
      },
    ]);
    expect(story.events).toEqual([{ event: 'tokenIssued', customer: 'ann', scope: 'orders' }]);
  });

  test('login.refusedGrant: a request without code or refresh token is refused the same way', () => {
    const { status, body } = tell().form({ grant_type: 'authorization_code' });

    expect([status, body]).toEqual(dead);
    expect([tell().form({ grant_type: 'refresh_token' }).body]).toEqual([dead[1]]);
  });

  test('an expired token is replaced by generating a new one with a refresh token', () => {
    const story = tell();
    const { token, refresh: kept } = story.login();
    story.wait('1h');
    expect(showRefusal(story.create(token))).toBe(
      '403 FORBIDDEN ACCESS_DENIED Access token is expired. Refresh the token',
    );

    const fresh = story.refresh(kept).body;

    expect(fresh.access_token).not.toBe(token);
    expect(story.create(fresh.access_token).status).toBe(201);
    expect(fresh.refresh_token).toBe(kept);
    expect(story.refresh(kept).status).toBe(200);
  });

  test('login.refreshRotation: every use gives a new one and ends the old', () => {
    const story = tell({ 'login.refreshRotation': 'rotates' });
    const { refresh: first } = story.login();

    const second = String(story.refresh(first).body.refresh_token);

    expect(second).not.toBe(first);
    expect(refresh(story, first)).toEqual(dead);
    expect(story.refresh(second).status).toBe(200);
  });

  describe.each([
    ['form', 'application/x-www-form-urlencoded'],
    ['json', 'application/json'],
  ] as const)('login.refreshShape %s', (shape, type) => {
    test.each([
      ['none', undefined, 200, undefined],
      ['an empty scope, which is none', '', 200, undefined],
      ['the scope that was granted', 'orders', 200, undefined],
      ['another scope', 'reviews', 400, 'invalid_scope'],
      ['one scope more', 'orders reviews', 400, 'invalid_scope'],
    ])('%s: "MUST NOT include any scope not originally granted" (RFC 6749, 6)', (_name, scope, status, error) => {
      const story = tell({ 'login.refreshShape': shape, 'login.refreshRotation': 'rotates' });
      const client = { client_id: 'app', client_secret: 'app-secret' };
      const fields = { grant_type: 'refresh_token', refresh_token: story.login().refresh, ...client };
      const ask = (more: Record<string, string>) => {
        const all = { ...fields, ...more };
        const body = shape === 'form' ? new URLSearchParams(all).toString() : JSON.stringify(all);
        return story.ask(`${hosts.token}/auth/o2/token`, { method: 'POST', headers: { 'content-type': type }, body });
      };

      const answer = ask(scope === undefined ? {} : { scope });

      expect([answer.status, answer.body.error]).toEqual([status, error]);
      // What is refused uses up no refresh token.
      expect(ask({}).status).toBe(status === 200 ? 400 : 200);
    });
  });

  test('a dead refresh token is told before a scope that it never had', () => {
    expect(refresh(tell(), 'unknown', { scope: 'reviews' })).toEqual(dead);
  });

  test('a refresh token is of no use to another application', () => {
    const story = tell();
    const { refresh: kept } = story.login();

    expect(refresh(story, kept, { client_id: 'other', client_secret: 'other-secret' })).toEqual(dead);
    expect(refresh(story, 'unknown')).toEqual(dead);
  });

  test.each([
    ['refresh-token-too', 400],
    ['access-token-only', 200],
  ] as const)('login.revokedFamily %s: refreshing after a revocation gives %d', (choice, status) => {
    const story = tell({ 'login.revokedFamily': choice });
    const { token, refresh: kept } = story.login();
    const bob = story.login('bob');

    story.act({ do: 'revokeToken', customer: 'ann' });

    expect(showRefusal(story.create(token))).toBe('403 FORBIDDEN ACCESS_DENIED Access token has been revoked');
    expect(story.refresh(kept).status).toBe(status);
    expect(story.refresh(bob.refresh).status).toBe(200);
    expect(story.create(bob.token).status).toBe(201);
    expect(story.create(story.login().token).status).toBe(201);
  });

  test('a token that is revoked and expired is revoked', () => {
    const story = tell();
    const { token } = story.login();

    story.act({ do: 'expireToken', customer: 'ann' });
    story.act({ do: 'revokeToken', customer: 'ann' });

    expect(story.create(token).body.message).toBe('Access token has been revoked');
  });

  test.each(['dead', 'alive'] as const)('expireToken ends a token at once, with its last instant %s', (choice) => {
    const story = tell({ 'token.expiryBoundary': choice });
    const { token, refresh: kept } = story.login();

    story.act({ do: 'expireToken', customer: 'ann' });

    expect(story.create(token).body.message).toBe('Access token is expired. Refresh the token');
    expect(story.create(String(story.refresh(kept).body.access_token)).status).toBe(201);
  });

  test.each([
    ['tokens-stay', 'revokeConsent', 'Access token is not authorized for this operation'],
    ['tokens-revoked', 'revokeConsent', 'Access token has been revoked'],
    ['tokens-stay', 'expireConsent', 'Access token is not authorized for this operation'],
    ['tokens-revoked', 'expireConsent', 'Access token is not authorized for this operation'],
  ] as const)('login.consentRevokesTokens %s: after %s, "%s"', (choice, action, message) => {
    const story = tell({ 'login.consentRevokesTokens': choice });
    const ann = story.login();
    const profile = story.login('ann', 'profile');
    const bob = story.login('bob');

    story.act({ do: action, customer: 'ann', scope: 'orders' });

    expect(story.create(ann.token).body.message).toBe(message);
    expect(refresh(story, ann.refresh)).toEqual(dead);
    expect([story.create(profile.token, 'profile').status, story.create(bob.token).status]).toEqual([201, 201]);
    story.act({ do: 'grantConsent', customer: 'ann' });
    expect(story.refresh(ann.refresh).status).toBe(message.includes('revoked') ? 400 : 200);
  });

  test('without a scope, consent ends for every scope; a second end changes nothing', () => {
    const story = tell();
    const orders = story.login();
    const profile = story.login('ann', 'profile');

    story.act({ do: 'revokeConsent', customer: 'ann' });
    story.act({ do: 'expireConsent', customer: 'ann' });

    expect([story.create(orders.token).status, story.create(profile.token, 'profile').status]).toEqual([403, 403]);
  });

  test.each([
    ['tokens-work', 201],
    ['tokens-blocked', 403],
  ] as const)('login.holdBlocksTokens %s: creating on hold gives %d', (choice, status) => {
    const story = tell({ 'login.holdBlocksTokens': choice });
    const { token } = story.login();

    story.act({ do: 'holdAccount', customer: 'ann' });
    const held = story.create(token);
    story.wait('5m');
    story.act({ do: 'releaseAccount', customer: 'ann' });

    expect(held.status).toBe(status);
    if (status === 403) expect(held.body.message).toBe('Access token is not authorized for this operation');
    expect(story.create(token).status).toBe(201);
  });
});

describe('login.refreshShape', () => {
  const json = (story: Story, fields: unknown): unknown[] => {
    const headers = { 'content-type': 'application/json' };
    const body = typeof fields === 'string' ? fields : JSON.stringify(fields);
    const answer = story.ask(`${hosts.token}/auth/o2/token`, { method: 'POST', headers, body });
    return [answer.status, answer.body.error];
  };
  const client = { client_id: 'app', client_secret: 'app-secret' };
  const unsupported = [400, 'invalid_request'];

  test('form fields, and no JSON', () => {
    const story = tell();
    const { refresh: kept } = story.login();

    expect(story.refresh(kept).status).toBe(200);
    expect(json(story, { ...client, grant_type: 'refresh_token', refresh_token: kept })).toEqual(unsupported);
  });

  test('a JSON object, and no form; every other request stays a form', () => {
    const story = tell({ 'login.refreshShape': 'json' });
    const { refresh: kept } = story.login();

    expect(json(story, { ...client, grant_type: 'refresh_token', refresh_token: kept })).toEqual([200, undefined]);
    expect(story.refresh(kept).body.error).toBe('invalid_request');
    expect(json(story, { ...client, grant_type: 'client_credentials' })).toEqual(unsupported);
    expect(json(story, '{')).toEqual(unsupported);
    expect(story.storeToken('store::apps:readwrite')).toMatch(/^sdt-/);
  });

  test('a field that is no text is as good as absent', () => {
    const story = tell({ 'login.refreshShape': 'json' });
    const odd = { toString: 1 };

    expect(json(story, { ...client, grant_type: 'refresh_token', refresh_token: odd })).toEqual([400, 'invalid_grant']);
    expect(json(story, { client_id: odd, grant_type: 'refresh_token' })).toEqual([401, 'invalid_client']);
  });
});

describe('an authorization with tokens, as those have who authorized at the beginning', () => {
  const authorization = { kind: 'authorizeWithTokens', clientId: 'app', customerId: 'ann', scope: 'orders' } as const;

  test('gives what the exchange of its code would have: the tokens work, the code is spent', () => {
    const given = tell().step(authorization).tokens;
    const story = tell();
    const { code, accessToken, refreshToken } = story.step(authorization).tokens ?? expect.unreachable();

    expect(story.exchange(code).body.error).toBe('invalid_grant');
    expect(story.create(accessToken).status).toBe(201);
    expect(story.refresh(refreshToken).status).toBe(200);
    expect(tell().login()).toEqual({ token: given?.accessToken, refresh: given?.refreshToken });
  });

  test('says that it leans on login.authorizationCode, as the exchange does', () => {
    expect(tell().step(authorization).leaned).toContain('login.authorizationCode');
  });

  test('ends with the consent that it gives', () => {
    const story = tell();
    const { accessToken } = story.step({ ...authorization, for: 60_000 }).tokens ?? expect.unreachable();
    story.wait('1m');

    expect(story.create(accessToken).row).toBe('accessNotAuthorized');
  });

  test('is no request: what waits for the next one waits on', () => {
    const story = tell();
    story.act({ do: 'fail', operation: 'requestToken', failure: { kind: 'status', status: 503 }, times: 1 });

    expect(story.step(authorization).tokens?.accessToken).toMatch(/^sdt-/);
    expect(story.exchange(story.code()).status).toBe(503);
  });

  test('is none for a profile that is deleted', () => {
    const story = tell();
    story.act({ do: 'deleteProfile', application: 'app' });

    expect(story.step(authorization).tokens).toBeUndefined();
  });
});

import { describe, expect, test } from 'vitest';
import { rows, type Story, tell } from './world.ts';

/** Consent, by application, customer and scope: given, with or without an end, and taken back. */

const app = { clientId: 'app', customerId: 'ann', scope: 'orders' } as const;
const tenMinutes = 600_000;

/** The customer authorizes the application until an end, and it has its tokens. */
const loginFor = (story: Story, length: number): { token: string; refresh: string } => {
  const { code = '' } = story.step({ kind: 'authorize', ...app, for: length });
  const { body } = story.exchange(code);
  return { token: String(body.access_token), refresh: String(body.refresh_token) };
};

const stateOf = (story: Story, { clientId, customerId, scope }: Record<keyof typeof app, string> = app) =>
  story.world.consents.get([clientId, customerId, scope].join('\0'))?.state;

describe('consent with an end', () => {
  test('stands until the end, and at that instant it is expired already', () => {
    const story = tell();
    const { token, refresh } = loginFor(story, tenMinutes);
    story.wait('9m59.999s');

    expect([story.create(token).status, story.refresh(refresh).status]).toEqual([201, 200]);
    story.wait('1ms');
    expect([story.create(token).row, story.refresh(refresh).row]).toEqual(['accessNotAuthorized', 'invalidGrant']);
    expect(stateOf(story)).toBe('expired');
  });

  test('a request that comes at the very instant, ahead of all that is due then, finds none', () => {
    const story = tell();
    const { token, refresh } = loginFor(story, tenMinutes);
    const { code = '' } = story.step({ kind: 'authorize', ...app, for: tenMinutes });
    story.now += tenMinutes;

    expect(story.create(token).row).toBe('accessNotAuthorized');
    expect([story.refresh(refresh).row, story.exchange(code).row]).toEqual(['invalidGrant', 'invalidGrant']);
  });

  test.each([
    ['at-once', '4m', 'canceled'],
    ['at-collection-end', '4m', 'inProgress'],
    ['at-collection-end', '10m', 'canceled'],
  ] as const)('what collects under it cannot be finished: %s, after %s, %s', (choice, after, state) => {
    const story = tell({ 'query.cancelMoment': choice });
    const { token } = loginFor(story, 240_000);
    const id = String(story.create(token).body.id);
    story.wait('3m59.999s');
    expect(story.world.queries.get(id)?.state).toBe('inProgress');
    story.wait('1ms');
    story.wait(after === '10m' ? '6m' : '0s');

    expect(story.world.queries.get(id)).toMatchObject(
      state === 'canceled' ? { state, because: 'expired' } : { state, lost: 'expired' },
    );
  });

  test('the end of a collection that comes at the very instant of the end of consent is no completion', () => {
    const story = tell();
    const { token } = loginFor(story, tenMinutes);
    const id = String(story.create(token).body.id);
    story.dues.reverse();

    story.wait('10m');

    expect(story.world.queries.get(id)).toMatchObject({ state: 'canceled', because: 'expired' });
    expect(story.notifications.map(({ status }) => status)).toEqual(['CANCELED']);
  });

  test.each([
    ['without an end', undefined, '1h', 'granted'],
    ['with a later end', 900_000, '14m59.999s', 'granted'],
    ['with a later end', 900_000, '15m', 'expired'],
    ['with an earlier end', 60_000, '1m', 'expired'],
  ] as const)('given anew %s, only the new one counts: after %3$s, %4$s', (_, length, after, state) => {
    const story = tell({ 'token.lifetime': '2d' });
    const { token } = loginFor(story, tenMinutes);
    story.act({
      do: 'grantConsent',
      customer: 'ann',
      scope: 'orders',
      application: 'app',
      ...(length && { for: length }),
    });

    story.wait(after);

    expect(stateOf(story)).toBe(state);
    expect(story.create(token).status).toBe(state === 'granted' ? 201 : 403);
  });

  test('withdrawn before its end it stays withdrawn, and given anew after its end it stands', () => {
    const story = tell();
    const { token } = loginFor(story, tenMinutes);
    story.act({ do: 'revokeConsent', customer: 'ann' });
    story.wait('10m');
    expect(stateOf(story)).toBe('revoked');

    story.act({ do: 'grantConsent', customer: 'ann', scope: 'orders' });
    story.wait('30m');

    expect(story.create(token).status).toBe(201);
  });

  test('once it has ended nothing is left to withdraw: tokens are not revoked with it', () => {
    const story = tell({ 'login.consentRevokesTokens': 'tokens-revoked' });
    const { token } = loginFor(story, tenMinutes);
    story.now += tenMinutes;
    story.act({ do: 'revokeConsent', customer: 'ann' });
    story.wait('0s');

    expect(stateOf(story)).toBe('expired');
    story.act({ do: 'grantConsent', customer: 'ann' });
    expect(story.create(token).status).toBe(201);
  });
});

describe('whom a lever concerns', () => {
  const pairs = ['app ann orders', 'app ann profile', 'app bob orders', 'other ann orders', 'other ann profile'];

  test.each(
    rows(`
      named                gone
      ann                  app ann orders, app ann profile, other ann orders, other ann profile
      ann orders           app ann orders, other ann orders
      ann by app           app ann orders, app ann profile
      ann orders by other  other ann orders
      bob                  app bob orders
      bob profile          none
    `),
  )('revokeConsent and expireConsent of $named: $gone', ({ named = '', gone = '' }) => {
    const [, customer = '', scope, application] = /^(\w+)(?: (?!by)(\w+))?(?: by (\w+))?$/.exec(named) ?? [];
    for (const [lever, state] of [
      ['revokeConsent', 'revoked'],
      ['expireConsent', 'expired'],
    ] as const) {
      const story = tell();
      const of = pairs.map((pair) => pair.split(' ') as [string, string, string]);
      const tokens = of.map(([clientId, customerId, held]) => story.login(customerId, held, clientId).token);

      story.act({ do: lever, customer, ...(scope && { scope }), ...(application && { application }) });

      const hit = of.filter(
        ([clientId, customerId, held]) => stateOf(story, { clientId, customerId, scope: held }) === state,
      );
      expect(hit.map((pair) => pair.join(' ')).join(', ') || 'none').toBe(gone);
      const refused = of.filter(
        ([, , held], index) => story.create(tokens[index] ?? '', held).row === 'accessNotAuthorized',
      );
      expect(refused).toEqual(hit);
    }
  });

  test('consent to a scope that holds no data is withdrawn like any other, when the scope is named', () => {
    const story = tell();
    const { token } = story.login('bob', 'profile');

    story.act({ do: 'revokeConsent', customer: 'bob', scope: 'profile' });

    expect(story.create(token, 'profile').row).toBe('accessNotAuthorized');
  });

  test('grantConsent gives consent where there never was one', () => {
    const story = tell();
    story.act({ do: 'grantConsent', customer: 'bob', application: 'app' });

    expect(stateOf(story, { clientId: 'app', customerId: 'bob', scope: 'orders' })).toBe('granted');
    expect(story.world.consents.size).toBe(1);
    story.act({ do: 'grantConsent', customer: 'ann', scope: 'orders' });
    expect([...story.world.consents.keys()].filter((name) => name.endsWith('ann\0orders'))).toHaveLength(4);
  });

  test.each([
    ['revokeConsent', 'expireConsent', 'revoked'],
    ['expireConsent', 'revokeConsent', 'expired'],
  ] as const)('only consent that stands can end: after %s, %s does nothing', (first, second, state) => {
    const story = tell({ 'login.consentRevokesTokens': 'tokens-revoked' });
    const { refresh } = story.login();
    story.act({ do: first, customer: 'ann' });
    story.act({ do: second, customer: 'ann' });

    expect(stateOf(story)).toBe(state);
    story.act({ do: 'grantConsent', customer: 'ann' });
    expect(story.refresh(refresh).status).toBe(state === 'revoked' ? 400 : 200);
  });

  test('login.consentRevokesTokens tokens-revoked: of that application, customer and scope alone', () => {
    const story = tell({ 'login.consentRevokesTokens': 'tokens-revoked' });
    const tokens = pairs.map((pair) => {
      const [clientId = '', customerId = '', scope = ''] = pair.split(' ');
      return { scope, clientId, ...story.login(customerId, scope, clientId) };
    });
    const store = story.storeToken('store::apps:readwrite');
    story.act({ do: 'revokeConsent', customer: 'ann', scope: 'orders', application: 'app' });

    expect(tokens.map(({ token, scope }) => story.create(token, scope).row === 'tokenRevoked')).toEqual([
      true,
      false,
      false,
      false,
      false,
    ]);
    expect([...story.world.families.values()].filter(({ revoked }) => revoked)).toHaveLength(1);
    expect(story.world.tokens.get(store)?.revoked).toBe(false);
  });

  test.each(['expireToken', 'revokeToken'] as const)('%s: all of a customer, or those of one application', (lever) => {
    const row = lever === 'expireToken' ? 'tokenExpired' : 'tokenRevoked';
    const seen = (application: string | undefined) => {
      const story = tell();
      const all = [story.login(), story.login('ann', 'orders', 'other'), story.login('bob')];
      story.act({ do: lever, customer: 'ann', ...(application && { application }) });
      const later = story.login().token;
      const refreshed = [...story.world.families.values()].map(({ revoked }) => revoked);
      return [
        ...all.map(({ token }) => story.create(token).row === row),
        story.create(later).row === row,
        ...refreshed,
      ];
    };
    const ends = lever === 'revokeToken';

    expect(seen(undefined)).toEqual([true, true, false, false, ends, ends, false, false]);
    expect(seen('other')).toEqual([false, true, false, false, false, ends, false, false]);
  });
});

describe('a code', () => {
  test('whose exchange fails is left as it was', () => {
    const story = tell();
    const code = story.code();
    story.act({ do: 'revokeConsent', customer: 'ann' });
    const wrong = { grant_type: 'authorization_code', code, client_secret: 'x' };

    expect([story.exchange(code).row, story.exchange(code, 'other').row, story.form(wrong).row]).toEqual([
      'invalidGrant',
      'invalidGrant',
      'invalidClient',
    ]);
    story.act({ do: 'grantConsent', customer: 'ann' });
    expect([story.exchange(code).status, story.exchange(code).status]).toEqual([200, 400]);
  });
});

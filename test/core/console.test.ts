import { describe, expect, test } from 'vitest';
import type { Action } from '../../src/core/action.ts';
import { createdIn, secretOf as numberedSecret, secretsMade } from '../../src/core/console.ts';
import { type Answer, completed, hosts, showRefusal, type Story, tell } from './world.ts';

/** What the developer does in the console, and what requests meet from then on. */

const scopes = { submission: 'store::apps:readwrite', reporting: 'reporting::store:marketer' } as const;

type Area = keyof typeof scopes;

const call = (story: Story, area: Area, token: string): number =>
  story.ask(`${hosts[area]}/x`, { headers: { authorization: `Bearer ${token}` } }).status;

const secretOf = (story: Story, application: string): string =>
  story.world.applications.get(application)?.clientSecret ?? '';

const client = (story: Story, application: string) => ({
  client_id: application,
  client_secret: secretOf(story, application),
});

describe('the client secret', () => {
  test('a new one: the old is wrong from now on, for every grant', () => {
    const story = tell();
    const { token, refresh } = story.login();
    const store = story.storeToken(scopes.submission);
    const code = story.code('bob');
    story.act({ do: 'rotateSecret', application: 'app' });

    const asked = [
      story.form({ grant_type: 'client_credentials', scope: scopes.submission }),
      story.refresh(refresh),
      story.exchange(code),
    ];

    for (const { status, body } of asked) expect([status, body.error]).toEqual([401, 'invalid_client']);
    const right = { ...client(story, 'app'), grant_type: 'authorization_code', code };
    expect([story.form(right).status, story.form(right).status]).toEqual([200, 400]);
    expect([story.create(token).status, call(story, 'submission', store)]).toEqual([201, 200]);
    expect(story.login('ann', 'orders', 'other').token).not.toBe('undefined');
  });

  test('no two are the same', () => {
    const story = tell();
    const seen = [secretOf(story, 'app')];
    for (const application of ['app', 'app', 'other']) {
      story.act({ do: 'rotateSecret', application });
      seen.push(secretOf(story, application));
    }
    story.act({ do: 'createProfile', application: 'app' });

    expect(new Set([...seen, secretOf(story, 'app')]).size).toBe(5);
  });

  test('all that were ever made are known, also those that are worth nothing any more, and of a profile that is gone', () => {
    const story = tell();
    const { applications, settings } = story.world;
    // Each has a number, and 0 is that of the secret which an application of a simulation starts with.
    const made = [...applications.keys(), 'fresh'].map((application) => numberedSecret(settings.seed, application, 0));
    for (const application of ['app', 'app', 'other']) {
      story.act({ do: 'rotateSecret', application });
      made.push(secretOf(story, application));
    }
    story.act({ do: 'createProfile', application: 'fresh' });
    made.push(secretOf(story, 'fresh'));
    story.act({ do: 'deleteProfile', application: 'fresh' });

    expect(secretsMade(story.world).toSorted()).toEqual(made.toSorted());
  });
});

describe('a profile that is deleted', () => {
  test('its tokens are known, and it is not: SECURITY_PROFILE_NOT_FOUND', () => {
    const { story, token, id } = completed();
    const other = story.login('ann', 'orders', 'other').token;
    story.act({ do: 'deleteProfile', application: 'app' });

    for (const answer of [story.create(token), story.list(token, id)]) {
      expect(showRefusal(answer)).toBe(
        '404 RESOURCE_NOT_FOUND SECURITY_PROFILE_NOT_FOUND Security profile id does not exist',
      );
    }
    expect(story.create('unknown').row).toBe('tokenInvalid');
    expect(story.create(other).status).toBe(201);
  });

  test('it gets no tokens, and calls of store areas are refused as with an expired token', () => {
    const story = tell();
    const { refresh } = story.login();
    const code = story.code();
    const tokens = { submission: story.storeToken(scopes.submission), reporting: story.storeToken(scopes.reporting) };
    story.act({ do: 'deleteProfile', application: 'app' });

    const asked = [
      story.form({ grant_type: 'client_credentials', scope: scopes.submission }),
      story.refresh(refresh),
      story.exchange(code),
    ];

    for (const { status, body } of asked) expect([status, body.error]).toEqual([401, 'invalid_client']);
    for (const area of ['submission', 'reporting'] as const) {
      const answer = story.ask(`${hosts[area]}/x`, { headers: { authorization: `Bearer ${tokens[area]}` } });
      expect([answer.status, answer.body]).toEqual([403, { message: 'Request is not authorized' }]);
    }
  });

  test('whatever is changed in it afterwards changes nothing', () => {
    const story = tell();
    story.act({ do: 'deleteProfile', application: 'app' });
    story.act({ do: 'deleteProfile', application: 'app' });
    story.act({ do: 'rotateSecret', application: 'app' });
    story.act({ do: 'enableScope', application: 'app', scope: 'orders' });

    expect([...story.world.applications.keys()]).toEqual(['other', 'stranger', 'barred']);
  });
});

describe('a profile that was just created', () => {
  const begin = (application: string): { story: Story; token: string } => {
    const story = tell();
    story.act({ do: 'createProfile', application });
    const code = story.code('ann', 'orders', application);
    const { body } = story.form({ ...client(story, application), grant_type: 'authorization_code', code });
    return { story, token: String(body.access_token) };
  };

  const steps: readonly (readonly [string, Action])[] = [
    ['appNotAuthorized', { do: 'attachProfile', application: 'fresh', api: 'portability' }],
    ['appNotAllowlisted', { do: 'allowlistApp', application: 'fresh' }],
    ['scopeNotEnabled', { do: 'enableScope', application: 'fresh', scope: 'orders' }],
  ];

  test('is attached to nothing, not allowlisted, and has no scope: each missing step answers in turn', () => {
    const { story, token } = begin('fresh');

    for (const [row, step] of steps) {
      expect(story.create(token).row).toBe(row);
      story.act(step);
    }

    expect(story.create(token).status).toBe(201);
    expect(story.create(story.login('ann', 'profile').token, 'profile').status).toBe(201);
  });

  test('is told from those there were at first, in the order of making, and also once it is deleted', () => {
    const story = tell();
    for (const application of ['fresh', 'another']) story.act({ do: 'createProfile', application });
    story.act({ do: 'rotateSecret', application: 'other' });
    story.act({ do: 'deleteProfile', application: 'fresh' });

    expect(createdIn(story.world)).toEqual(['fresh', 'another']);
    story.act({ do: 'createProfile', application: 'fresh' });
    expect(createdIn(story.world)).toEqual(['fresh', 'another']);
  });

  test('in the place of an old one of that name it has none of its rights and another secret', () => {
    const { story, token } = begin('app');

    expect(story.create(token).row).toBe('appNotAuthorized');
    expect(story.form({ grant_type: 'client_credentials', scope: scopes.submission }).row).toBe('invalidClient');
  });
});

describe('each right is taken and given back by itself, and to one application alone', () => {
  const app = { application: 'app' } as const;
  const changes: readonly (readonly [Action, string, Action])[] = [
    [{ do: 'delistApp', ...app }, 'appNotAllowlisted', { do: 'allowlistApp', ...app }],
    [
      { do: 'disableScope', ...app, scope: 'orders' },
      'scopeNotEnabled',
      { do: 'enableScope', ...app, scope: 'orders' },
    ],
    [
      { do: 'detachProfile', ...app, api: 'portability' },
      'appNotAuthorized',
      { do: 'attachProfile', ...app, api: 'portability' },
    ],
  ];

  test.each(changes)('%j: %s, until %j', (take, row, give) => {
    const { story, token, id } = completed();
    const profile = story.login('ann', 'profile').token;
    const other = story.login('bob', 'orders', 'other').token;

    story.act(take);
    story.act(take);

    expect([story.create(token).row, story.list(token, id).row]).toEqual([row, row]);
    expect(story.create(other).status).toBe(201);
    expect(story.create(profile, 'profile').row).toBe(take.do === 'disableScope' ? undefined : row);
    story.act(give);
    story.act(give);
    expect([story.create(token).status, story.list(token, id).status]).toEqual([201, 200]);
  });

  test('what was asked for before goes on: a query collects, and its notification is sent', () => {
    const story = tell();
    story.create(story.login().token);
    for (const [take] of changes) story.act(take);
    story.act({ do: 'deleteProfile', ...app });

    story.wait('10m');

    expect(story.notifications.map(({ status }) => status)).toEqual(['COMPLETED']);
  });
});

describe('a scope exists', () => {
  test('once an application names it, and goes on to when it is disabled', () => {
    const story = tell();
    const { token } = story.login('ann', 'wishes');
    const create = (): Answer => story.create(token, 'wishes');
    expect(create().row).toBe('scopeIdNotFound');

    story.act({ do: 'enableScope', application: 'other', scope: 'wishes' });
    expect(create().row).toBe('scopeNotEnabled');
    story.act({ do: 'enableScope', application: 'app', scope: 'wishes' });
    expect(create().status).toBe(201);
    story.act({ do: 'disableScope', application: 'app', scope: 'wishes' });

    expect(create().row).toBe('scopeNotEnabled');
  });
});

describe('a profile that is not attached to a store API', () => {
  test.each([
    ['submission', 'reporting'],
    ['reporting', 'submission'],
  ] as const)('token.detachedProfile: detached from %s, attached to %s', (gone, kept) => {
    for (const choice of ['call-refused', 'scope-refused'] as const) {
      const story = tell({ 'token.detachedProfile': choice });
      const before = { [gone]: story.storeToken(scopes[gone]), [kept]: story.storeToken(scopes[kept]) };
      story.act({ do: 'detachProfile', application: 'app', api: gone });

      const asked = story.form({ grant_type: 'client_credentials', scope: scopes[gone] });

      expect(asked.body.error).toBe(choice === 'scope-refused' ? 'invalid_scope' : undefined);
      expect(story.form({ grant_type: 'client_credentials', scope: scopes[kept] }).status).toBe(200);
      expect([call(story, gone, before[gone] ?? ''), call(story, kept, before[kept] ?? '')]).toEqual([403, 200]);
      if (choice === 'call-refused') expect(call(story, gone, asked.body.access_token)).toBe(403);
      story.act({ do: 'attachProfile', application: 'app', api: gone });
      expect(call(story, gone, before[gone] ?? '')).toBe(200);
    }
  });
});

describe('ids that a token does not yield', () => {
  test('blankToken concerns the tokens issued so far to one customer', () => {
    const story = tell();
    const { token, refresh } = story.login();
    const bob = story.login('bob').token;
    story.act({ do: 'blankToken', customer: 'ann', lacks: 'customerId' });

    expect(story.create(token).body.type).toBe('BLANK_CUSTOMER_ID');
    story.act({ do: 'blankToken', customer: 'ann', lacks: 'profileId' });
    expect(story.create(token).body.type).toBe('BLANK_SECURITY_PROFILE_ID');
    expect([story.create(bob).status, story.create(String(story.refresh(refresh).body.access_token)).status]).toEqual([
      201, 201,
    ]);
    story.act({ do: 'revokeToken', customer: 'ann' });
    expect(story.create(token).row).toBe('tokenRevoked');
  });
});

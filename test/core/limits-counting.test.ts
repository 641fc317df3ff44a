import { describe, expect, test } from 'vitest';
import type { Assumptions } from '../../src/spec/assumptions.ts';
import { type Answer, hosts, type Story, tell } from './world.ts';

/** Which requests count against limits, and what counting costs. */

const eu = hosts.regions['eu-west-1'];

const create = (story: Story, token: string, exchange?: number): Answer =>
  story.create(token, 'orders', eu, '', exchange === undefined ? {} : { exchange });

const statuses = (times: number, act: (index: number) => Answer): number[] =>
  Array.from({ length: times }, (_, index) => act(index).status);

describe('which requests count', () => {
  const free: Readonly<Record<string, (story: Story, token: string) => void>> = {
    'an injected failure': (story, token) => {
      story.act({ do: 'fail', operation: 'createDataQuery', failure: { kind: 'status', status: 500 }, times: 1 });
      create(story, token);
    },
    'a region that is down': (story, token) => {
      story.act({ do: 'regionDown', region: 'us-west-2', failure: { kind: 'status', status: 503 } });
      story.create(token, 'orders', hosts.regions['us-west-2']);
    },
    'an unknown token': (story) => create(story, 'unknown'),
    'no header': (story) => story.ask(`${eu}/orders/data-queries`, { method: 'POST' }),
    'a payload too large': (story, token) => story.create(token, 'orders', eu, 'x'.repeat(262_145)),
    'a blank scope id': (story, token) => story.create(token, '%20'),
    'an application that is not allowlisted': (story) => create(story, story.login('ann', 'orders', 'stranger').token),
    'a customer without consent': (story) => {
      const { token } = story.login('bob');
      story.act({ do: 'revokeConsent', customer: 'bob' });
      create(story, token);
    },
    'a method that is not defined': (story) => story.ask(`${eu}/orders/data-queries`, { method: 'PUT' }),
  };

  test.each(Object.keys(free))('%s counts against no limit', (what) => {
    const story = tell();
    const { token } = story.login();
    for (let asked = 0; asked < 5; asked++) free[what]?.(story, token);

    expect(statuses(6, () => create(story, token))).toEqual([201, 201, 201, 201, 201, 429]);
  });

  test('a refusal by the operation counts, and so does a fault behind the service', () => {
    const story = tell();
    const { token } = story.login();
    create(story, story.login('ann', 'orders', 'other').token);
    create(story, token);
    story.act({ do: 'beginFault', fault: 'backendFails' });

    const other = story.login('bob').token;

    expect(statuses(4, () => create(story, other))).toEqual([500, 500, 500, 429]);
  });

  test.each([
    ['not-counted', [201, 429, 429, 429, 201]],
    ['counted', [201, 429, 429, 429, 429]],
  ] as const)('limits.throttledCounts %s: five refused after half a second, then half a second', (choice, wanted) => {
    const story = tell({ 'limits.throttledCounts': choice });
    const { token } = story.login();
    statuses(4, () => create(story, token));
    const seen = [create(story, token).status];
    story.wait('500ms');
    seen.push(...statuses(5, () => create(story, token)).slice(0, 3));
    story.wait('500ms');
    seen.push(create(story, token).status);

    expect(seen).toEqual(wanted);
  });

  test('limits.throttledCounts counted: what one limit refuses fills the others too', () => {
    const story = tell({ 'limits.throttledCounts': 'counted' });
    const { token } = story.login();
    statuses(25, () => create(story, token));
    story.wait('1s');

    expect(create(story, token).body.category).toBe('TOO_MANY_REQUESTS');
  });

  test('limits.cachedCounts: a remembered answer counts, or is free even when the limit is full', () => {
    const ask = (choice: Partial<Assumptions>): number[] => {
      const story = tell(choice);
      const { token } = story.login();
      const bob = story.login('bob').token;
      statuses(4, () => create(story, token));
      return [...statuses(5, () => create(story, bob)), create(story, token).status];
    };

    expect(ask({})).toEqual([201, 429, 429, 429, 429, 429]);
    expect(ask({ 'limits.cachedCounts': 'not-counted' })).toEqual([201, 201, 201, 201, 201, 201]);
  });

  test.each([
    ['cache.beforeConflict', 'conflict', 409],
    ['cache.meaning', 'authorization-only', 409],
  ] as const)('limits.cachedCounts not-counted under %s %s: what is answered anew counts', (id, value, status) => {
    const story = tell({ 'limits.cachedCounts': 'not-counted', [id]: value });
    const { token } = story.login();

    expect(statuses(6, () => create(story, token))).toEqual([201, status, status, status, status, 429]);
  });

  test('a 429 is not remembered, unless everything is', () => {
    const ask = (choice: Partial<Assumptions>): number[] => {
      const story = tell(choice);
      const { token } = story.login();
      const bob = story.login('bob').token;
      statuses(5, () => create(story, bob));
      const first = create(story, token).status;
      return [first, ...['1s', '4m59s'].map((wait) => (story.wait(wait), create(story, token).status))];
    };

    expect(ask({})).toEqual([429, 201, 201]);
    expect(ask({ 'cache.errors': 'everything' })).toEqual([429, 429, 201]);
  });

  test('cache.meaning authorization-only: a throttled request vouches for nothing', () => {
    const story = tell({ 'cache.meaning': 'authorization-only' });
    const { token } = story.login();
    const bob = story.login('bob').token;
    statuses(5, () => create(story, bob));

    expect(create(story, token).status).toBe(429);
    story.wait('1s');
    story.act({ do: 'revokeToken', customer: 'ann' });
    expect(create(story, token).row).toBe('tokenRevoked');
  });
});

describe('auth.order limits-first', () => {
  const first = { 'auth.order': 'limits-first' } as const;

  test('requests that are refused afterwards count; those that path or payload refuse do not', () => {
    const story = tell(first);
    const { token } = story.login();
    story.create(token, '%20');
    story.create(token, 'orders', eu, 'x'.repeat(262_145));

    expect(statuses(6, () => create(story, 'unknown'))).toEqual([403, 403, 403, 403, 403, 429]);
    expect(create(story, token).row).toBe('scopeThrottled');
  });

  test('nobody known has limits of his own, shared by all who are nobody', () => {
    const story = tell({ ...first, 'limits.who': 'per-application' });
    const { token } = story.login();

    expect(statuses(3, () => create(story, 'unknown'))).toEqual([403, 403, 403]);
    expect(statuses(3, () => story.ask(`${eu}/orders/data-queries`, { method: 'POST' }))).toEqual([403, 403, 429]);
    expect(create(story, token).status).toBe(201);
  });

  test('a token that is revoked still tells which application asks', () => {
    const story = tell({ ...first, 'limits.who': 'per-application' });
    const { token } = story.login();
    story.act({ do: 'revokeToken', customer: 'ann' });

    expect(statuses(6, () => create(story, token))).toEqual([403, 403, 403, 403, 403, 429]);
    expect(create(story, story.login('bob').token).status).toBe(429);
  });

  test('limits.cachedCounts not-counted: who is refused gets no remembered answer, and counts', () => {
    const story = tell({ ...first, 'limits.cachedCounts': 'not-counted' });
    const { token } = story.login();
    create(story, token);
    story.act({ do: 'revokeToken', customer: 'ann' });

    expect(statuses(5, () => create(story, token))).toEqual([403, 403, 403, 403, 429]);
  });
});

test.each([
  [{}, 25],
  [{ 'limits.throttledCounts': 'counted' }, 25],
  [{ 'limits.window': 'fixed', 'limits.quotaReset': 'midnight-utc', 'limits.burst': 'token-bucket' }, 0],
] as const)('what is kept for limits is bounded by the limits, whatever is asked: %j', (choice, most) => {
  const story = tell({ ...choice, 'token.lifetime': '2d' });
  const { token } = story.login();
  for (let asked = 0; asked < 3000; asked++) {
    create(story, token, asked);
    story.now += 250;
    story.close(asked);
  }

  const counters = [...story.world.counters.values()];

  expect(counters).toHaveLength(3);
  expect(counters.flatMap((counter) => (counter.kind === 'ring' ? counter.times : [])).length).toBe(most);
  expect(story.world.open.size).toBe(0);
});

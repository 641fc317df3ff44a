import { describe, expect, test } from 'vitest';
import { type Answer, hosts, nobodysId, type Story, tell } from './world.ts';

/** How many requests may be under way, or how full a bucket is. */

const eu = hosts.regions['eu-west-1'];

const create = (story: Story, token: string, exchange?: number): Answer =>
  story.create(token, 'orders', eu, '', exchange === undefined ? {} : { exchange });

const list = (story: Story, token: string, exchange?: number): Answer =>
  story.list(token, nobodysId, '', 'orders', exchange === undefined ? {} : { exchange });

const statuses = (times: number, act: (index: number) => Answer): number[] =>
  Array.from({ length: times }, (_, index) => act(index).status);

describe('up to 5 concurrent requests', () => {
  const five = (story: Story, token: string): void => {
    for (const exchange of [1, 2, 3, 4, 5]) {
      story.wait('1s');
      create(story, token, exchange);
    }
    story.wait('1s');
  };

  test('the 6th under way is refused, until the answer to one has arrived', () => {
    const story = tell();
    const { token } = story.login();
    five(story, token);

    expect(create(story, token, 6).row).toBe('tooManyRequests');
    story.close(6);
    expect(create(story, token, 7).status).toBe(429);
    story.close(3);
    expect(create(story, token, 8).status).toBe(201);
    expect(create(story, token, 9).status).toBe(429);
  });

  test('limits.throttledCounts counted: a request that is refused is not under way for all that', () => {
    const story = tell({ 'limits.throttledCounts': 'counted' });
    const { token } = story.login();
    five(story, token);
    expect([6, 7].map((exchange) => create(story, token, exchange).status)).toEqual([429, 429]);

    story.close(1);

    expect([create(story, token, 8).status, create(story, token, 9).status]).toEqual([201, 429]);
  });

  test('limits.window fixed: what a refused request finds of a stretch that is over is nothing', () => {
    const story = tell({ 'limits.window': 'fixed' });
    const { token } = story.login();
    five(story, token);

    expect(create(story, token, 6).usage).toEqual({ createRate: 0, createBurst: 5, createOverall: 5 });
  });

  test('closing twice, or what was never open, frees nothing', () => {
    const story = tell();
    const { token } = story.login();
    five(story, token);
    story.close(1);
    story.close(1);
    story.close(77);

    expect([create(story, token, 6).status, create(story, token, 7).status]).toEqual([201, 429]);
  });

  test('lists and creates, applications and scopes are apart; customers and regions are not', () => {
    const story = tell();
    five(story, story.login().token);

    expect(list(story, story.login().token, 11).status).toBe(404);
    expect(create(story, story.login('ann', 'orders', 'other').token, 12).status).toBe(409);
    expect(story.create(story.login('ann', 'profile').token, 'profile', eu, '', { exchange: 13 }).status).toBe(201);
    expect(create(story, story.login('bob').token, 14).status).toBe(429);
    expect(story.create(story.login().token, 'orders', hosts.regions['us-west-2']).status).toBe(429);
  });

  test('of six lists at once the last is refused by the burst, long before the base rate', () => {
    const story = tell();
    const { token } = story.login();

    expect(statuses(6, (index) => list(story, token, index))).toEqual([404, 404, 404, 404, 404, 429]);
    expect(list(story, token, 9).row).toBe('tooManyRequests');
  });

  test('a request that a gate or an injected failure answers is not under way', () => {
    const story = tell();
    const { token } = story.login();
    story.act({ do: 'fail', operation: 'createDataQuery', failure: { kind: 'status', status: 500 }, times: 3 });
    for (const exchange of [1, 2, 3]) create(story, token, exchange);
    for (const exchange of [4, 5, 6]) create(story, 'unknown', exchange);

    expect(story.world.open.size).toBe(0);
    expect(create(story, token, 7).status).toBe(201);
    expect(story.world.open.size).toBe(1);
  });

  test.each([
    ['not-counted', [404, 404, 404, 404, 404, 429, 429, 404]],
    ['counted', [404, 404, 404, 404, 404, 429, 429, 429]],
  ] as const)('limits.burst token-bucket, throttled %s: five, then one every 100 ms', (choice, wanted) => {
    const story = tell({ 'limits.burst': 'token-bucket', 'limits.throttledCounts': choice });
    const { token } = story.login();
    const seen = statuses(6, () => list(story, token));
    story.wait('99ms');
    seen.push(list(story, token).status);
    story.wait('1ms');
    seen.push(list(story, token).status);

    expect(seen).toEqual(wanted);
  });

  test('limits.burst token-bucket, throttled counted: a refusal empties the bucket, and owes it nothing', () => {
    const story = tell({ 'limits.burst': 'token-bucket', 'limits.throttledCounts': 'counted' });
    const { token } = story.login();
    statuses(8, () => list(story, token));
    story.wait('100ms');

    expect(list(story, token).status).toBe(404);
  });

  test('limits.burst token-bucket: the bucket never holds more than five', () => {
    const story = tell({ 'limits.burst': 'token-bucket' });
    const { token } = story.login();
    list(story, token);
    story.wait('1h');

    const fresh = story.login().token;

    expect(statuses(6, () => list(story, fresh))).toEqual([404, 404, 404, 404, 404, 429]);
    expect(list(story, fresh).usage).toEqual({ listRate: 5, listBurst: 5, listDaily: 6 });
  });
});

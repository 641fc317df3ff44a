import { describe, expect, test } from 'vitest';
import type { Failure } from '../../src/core/action.ts';
import { regionNames } from '../../src/spec/regions.ts';
import { type Answer, completed, hosts, showRefusal, type Story, tell } from './world.ts';

/** "All responses are synchronized between regions, so a caller may switch regions at any time." */

const unavailable: Failure = { kind: 'status', status: 503 };
const eu = 'eu-west-1';

const listAt = (story: Story, region: keyof typeof hosts.regions, token: string, id: string): Answer =>
  story.ask(`${hosts.regions[region]}/orders/data-queries/${id}/records`, {
    headers: { authorization: `Bearer ${token}` },
  });

const createAt = (story: Story, region: keyof typeof hosts.regions, token: string): Answer =>
  story.create(token, 'orders', hosts.regions[region]);

describe('one service in three regions', () => {
  test.each(regionNames)('a query created in %s is in progress, and listed, in every region', (region) => {
    const story = tell();
    const { token } = story.login();
    const { id } = createAt(story, region, token).body;
    story.wait('5m');

    for (const other of regionNames) expect(createAt(story, other, token).row).toBe('requestConflict');
    story.wait('5m');
    const pages = regionNames.map((other) => listAt(story, other, token, id).text);
    expect(new Set(pages).size).toBe(1);
    expect(story.notifications.map((post) => post.region)).toEqual([region]);
  });
});

describe('a region that is down', () => {
  test.each([
    [unavailable, '503 SERVICE_UNAVAILABLE SERVICE_UNAVAILABLE Injected 503'],
    [{ kind: 'row', row: 'integrationTimeout' }, '504 GATEWAY_TIMEOUT INTEGRATION_TIMEOUT Request timed out'],
  ] as const)('refuses every request to it with %j, until it is up', (failure, refusal) => {
    const { story, token, id } = completed();
    story.act({ do: 'regionDown', region: eu, failure });

    const asked = [createAt(story, eu, token), listAt(story, eu, token, id), createAt(story, eu, 'unknown')];

    for (const answer of asked) expect(showRefusal(answer)).toBe(refusal);
    story.wait('2d');
    expect(createAt(story, eu, 'unknown').status).toBe(asked[0]?.status);
    story.act({ do: 'regionUp', region: eu });
    expect(createAt(story, eu, story.login().token).status).toBe(201);
  });

  test('the others answer, and know all that happened', () => {
    const story = tell();
    const { token } = story.login();
    const { id } = createAt(story, eu, token).body;
    story.act({ do: 'regionDown', region: eu, failure: unavailable });
    story.wait('10m');

    expect([listAt(story, 'us-east-1', token, id).status, createAt(story, 'us-west-2', token).status]).toEqual([
      200, 201,
    ]);
  });

  test('what it refuses does nothing, is not remembered, and leaves injected failures waiting', () => {
    const story = tell({ 'cache.errors': 'everything' });
    const { token } = story.login();
    story.act({ do: 'fail', operation: 'createDataQuery', failure: { kind: 'row', row: 'tokenExpired' }, times: 1 });
    story.act({ do: 'regionDown', region: eu, failure: unavailable });

    expect([createAt(story, eu, token).status, createAt(story, eu, token).status]).toEqual([503, 503]);
    expect([story.world.queries.size, story.world.memory.size, story.world.faults.length]).toEqual([0, 0, 1]);
    story.act({ do: 'regionUp', region: eu });
    expect([createAt(story, eu, token).row, createAt(story, eu, token).status]).toEqual(['tokenExpired', 201]);
  });

  test('a path or method that is not there is not there all the same', () => {
    const story = tell();
    story.act({ do: 'regionDown', region: eu, failure: unavailable });

    const answer = story.ask(`${hosts.regions[eu]}/orders/data-queries`, { method: 'PUT' });

    expect(answer.row).toBe('resourceNotFound');
  });

  test('a notification is sent all the same, from the region of the create', () => {
    const story = tell();
    createAt(story, eu, story.login().token);
    story.act({ do: 'regionDown', region: eu, failure: unavailable });
    story.wait('10m');

    expect(story.notifications.map(({ region, status }) => `${region} ${status}`)).toEqual(['eu-west-1 COMPLETED']);
  });

  test('for a while: from its beginning on, and no longer at its end', () => {
    const story = tell();
    story.act({ do: 'regionDown', region: eu, failure: unavailable, for: 60_000 });

    expect(createAt(story, eu, 'x').status).toBe(503);
    story.wait('59.999s');
    expect(createAt(story, eu, 'x').status).toBe(503);
    story.wait('1ms');
    expect(createAt(story, eu, 'x').row).toBe('tokenInvalid');
  });

  test('down again, the later outage counts; each region has its own', () => {
    const story = tell();
    story.act({ do: 'regionDown', region: eu, failure: unavailable, for: 60_000 });
    story.act({ do: 'regionDown', region: 'us-east-1', failure: { kind: 'status', status: 502 } });
    story.act({ do: 'regionDown', region: eu, failure: { kind: 'status', status: 500 }, for: 120_000 });
    story.wait('1m');

    const seen = () => regionNames.map((region) => createAt(story, region, 'x').status);

    expect(seen()).toEqual([500, 502, 403]);
    story.act({ do: 'regionUp', region: 'us-east-1' });
    story.act({ do: 'regionUp', region: 'us-west-2' });
    expect(seen()).toEqual([500, 403, 403]);
  });

  test('email, tokens, store areas and links do not feel it', () => {
    const { story, token, id } = completed();
    const [pair] = story.list(token, id).body.records;
    for (const region of regionNames) story.act({ do: 'regionDown', region, failure: unavailable });
    const store = story.storeToken('store::apps:readwrite');

    const mail = { toEmailAddress: 'a@b', fromEmailAddress: 'c@d', emailContent: 'x' };

    expect([
      story.ask(pair.file).status,
      story.sendEmail(mail).status,
      story.ask(`${hosts.submission}/x`, { headers: { authorization: `Bearer ${store}` } }).status,
    ]).toEqual([200, 200, 200]);
  });
});

import { describe, expect, test } from 'vitest';
import { completed, hosts, showRefusal, type Story, tell } from './world.ts';

const conflict = '409 CONFLICT REQUEST_CONFLICT There is a conflicting request in progress';

describe('responses are the same for five minutes per identical parameters', () => {
  test('a repeated create gets the remembered 201 from every region, then 409', () => {
    const story = tell();
    const { token } = story.login();
    const first = story.create(token);

    for (const region of Object.values(hosts.regions)) {
      const again = story.create(token, 'orders', region);
      expect([again.status, again.text, again.remembered]).toEqual([201, first.text, true]);
    }
    story.wait('5m');

    expect(showRefusal(story.create(token))).toBe(conflict);
    expect(story.transitions).toHaveLength(1);
  });

  test('nobody else gets it: another customer, scope or application', () => {
    const story = tell();
    const first = story.create(story.login().token);

    expect(story.create(story.login('bob').token).body.id).not.toBe(first.body.id);
    expect(story.create(story.login('ann', 'profile').token, 'profile').body.id).not.toBe(first.body.id);
    expect(showRefusal(story.create(story.login('ann', 'orders', 'other').token))).toBe(conflict);
  });

  test('who may not create does not get a remembered answer either', () => {
    const story = tell();
    const { token } = story.login();
    story.create(token);

    story.act({ do: 'revokeToken', customer: 'ann' });

    expect(story.create(token).body.message).toBe('Access token has been revoked');
  });

  test('a listing too early is remembered, past the completion', () => {
    const story = tell();
    const { token } = story.login();
    const id = String(story.create(token).body.id);
    story.wait('9m59s');
    const early = story.list(token, id);
    story.wait('4m');

    const again = story.list(token, id);

    expect([early.row, again.row, again.remembered]).toEqual(['queryNotCompleted', 'queryNotCompleted', true]);
    expect(story.list(token, id, '?maxResults=249').status).toBe(200);
    story.wait('1m');
    expect(story.list(token, id).status).toBe(200);
  });

  test('a refusal of the authorization is not remembered', () => {
    const story = tell();
    const { token } = story.login();
    story.act({ do: 'revokeConsent', customer: 'ann' });
    expect(story.create(token).status).toBe(403);

    story.act({ do: 'grantConsent', customer: 'ann' });

    expect(story.create(token).status).toBe(201);
  });

  test('cache.beforeConflict conflict: 409 while the query collects, and the remembered 201 once it has ended', () => {
    const story = tell({ 'cache.beforeConflict': 'conflict' });
    const { token } = story.login();
    const first = story.create(token);

    const second = story.create(token);
    story.act({ do: 'holdAccount', customer: 'ann' });
    const third = story.create(token);

    expect([showRefusal(second), second.remembered, second.leaned.includes('cache.beforeConflict')]).toEqual([
      conflict,
      false,
      true,
    ]);
    expect([third.text, third.remembered]).toEqual([first.text, true]);
  });

  test('what is remembered is dropped in time', () => {
    const { story, token, id } = completed();
    for (const size of [1, 2, 3]) story.list(token, id, `?maxResults=${size}`);
    story.wait('5m1ms');

    story.list(token, id);

    expect(story.world.memory.size).toBe(1);
  });
});

describe('cache.errors everything', () => {
  test('a refusal is remembered for the very header it met', () => {
    const story = tell({ 'cache.errors': 'everything' });
    const ask = (headers: Record<string, string>) =>
      story.ask('https://eu.example/orders/data-queries', { method: 'POST', headers });

    const kinds = [{}, { authorization: '' }, { authorization: 'Basic x' }, { authorization: 'Bearer x' }];
    const answers = [...kinds, ...kinds].map((headers) => ask(headers as Record<string, string>));

    expect(answers.map(({ row }) => row).slice(0, 4)).toEqual([
      'missingAuthorizationHeader',
      'missingAuthorizationHeader',
      'tokenFormatInvalid',
      'tokenInvalid',
    ]);
    expect(answers.map(({ remembered }) => remembered)).toEqual([...Array(4).fill(false), ...Array(4).fill(true)]);
    expect(answers[7]?.leaned).toContain('cache.errors');
  });

  const askTimes = (story: Story, from: number, to: number): void => {
    for (let number = from; number < to; number++) {
      const headers = { authorization: `Basic ${number}` };
      story.ask('https://eu.example/orders/data-queries', { method: 'POST', headers });
      story.wait('10s');
    }
  };

  test('of many that are remembered, those are dropped that are older than five minutes', () => {
    const story = tell({ 'cache.errors': 'everything' });

    askTimes(story, 0, 40);

    // Asked from 0 to 390 s: what was asked before 90 s is too old.
    expect(story.world.memory.size).toBe(31);
  });

  test('what is answered anew among many is remembered anew', () => {
    const story = tell({ 'cache.errors': 'everything', 'cache.afterEnd': 'new-after-end' });
    const { token } = story.login();
    story.create(token);
    askTimes(story, 0, 20);
    story.act({ do: 'finishCollection', customer: 'ann' });

    const { body } = story.create(token);
    askTimes(story, 20, 40);

    expect(story.create(token).body).toEqual(body);
  });

  test('so consent that is back helps only after five minutes, or with another token', () => {
    const story = tell({ 'cache.errors': 'everything' });
    const { token, refresh } = story.login();
    story.act({ do: 'revokeConsent', customer: 'ann' });
    story.create(token);
    story.act({ do: 'grantConsent', customer: 'ann' });

    expect(story.create(token).status).toBe(403);
    expect(story.create(String(story.refresh(refresh).body.access_token)).status).toBe(201);
    story.wait('5m');
    expect(story.create(token).row).toBe('requestConflict');
  });
});

describe('cache.meaning authorization-only', () => {
  test('for five minutes a revoked token works on, for the same parameters; no answer is remembered', () => {
    const { story, token, id } = completed({ 'cache.meaning': 'authorization-only' });
    const first = story.list(token, id, '?maxResults=1');
    story.wait('1s');
    story.act({ do: 'revokeToken', customer: 'ann' });

    const second = story.list(token, id, '?maxResults=1');

    expect([second.status, second.remembered, second.leaned.includes('cache.meaning')]).toEqual([200, false, true]);
    expect(second.text).not.toBe(first.text);
    expect(story.list(token, id, '?maxResults=2').row).toBe('tokenRevoked');
    story.wait('4m59s');
    expect(story.list(token, id, '?maxResults=1').row).toBe('tokenRevoked');
  });

  test('a repeated create gets 409', () => {
    const story = tell({ 'cache.meaning': 'authorization-only' });
    const { token } = story.login();

    expect([story.create(token).status, story.create(token).status]).toEqual([201, 409]);
    expect(story.create(token, 'orders', hosts.regions['us-east-1'], 'x'.repeat(262_145)).status).toBe(413);
  });

  test('nor is a refusal remembered where every answer would be', () => {
    const story = tell({ 'cache.meaning': 'authorization-only', 'cache.errors': 'everything' });
    const { token } = story.login();
    story.act({ do: 'revokeConsent', customer: 'ann' });
    story.create(token);
    story.act({ do: 'grantConsent', customer: 'ann' });

    expect(story.create(token).status).toBe(201);
  });
});

describe('links of a remembered answer', () => {
  test('links.lifetimeUnderCache every-sending: the page sent again renews its own links and no others', () => {
    const { story, token, id } = completed({ 'links.lifetimeUnderCache': 'every-sending' });
    const first = story.list(token, id, '?maxResults=1').body;
    const next = `?maxResults=1&nextPageToken=${first.nextPageToken}`;
    const second = story.list(token, id, next).body;
    story.wait('4m59s');
    story.list(token, id, '?maxResults=1');
    story.wait('1s');

    const statuses = [first, second].map(({ records }) => story.ask(records[0].file).status);

    expect(statuses).toEqual([200, 403]);
    expect(story.ask(first.records[0].schema).status).toBe(200);
    story.wait('4m59s');
    expect(story.ask(first.records[0].file).status).toBe(403);
  });
});

import { describe, expect, test } from 'vitest';
import type { AssumptionId } from '../../../src/spec/assumptions.ts';
import { type Answer, completed, hosts, nobodysId, overhear, tell } from '../world.ts';

/** An answer names the assumptions that decided something on the way, and no others. */

const expectNot = ({ leaned }: Answer, ...ids: readonly AssumptionId[]): void => {
  expect(leaned.filter((id) => ids.includes(id))).toEqual([]);
};

const file = ({ body }: Answer): string => String(body.records[0].file);

describe('a boundary decides at its very instant only', () => {
  test('the life of a token', () => {
    const story = tell({ 'token.expiryBoundary': 'alive' });
    const { token } = story.login();

    expectNot(story.create(token), 'token.expiryBoundary');
    story.wait('3600s');
    expect(story.create(token).leaned).toContain('token.expiryBoundary');
    story.wait('1ms');
    expectNot(story.create(token), 'token.expiryBoundary');
  });

  test('five minutes of memory', () => {
    const { story, token, id } = completed({ 'cache.boundary': 'old-answer' });
    story.list(token, id);

    story.wait('4m');
    expectNot(story.list(token, id), 'cache.boundary');
    story.wait('1m');
    expect(story.list(token, id).leaned).toContain('cache.boundary');
    story.wait('1m');
    expectNot(story.list(token, id), 'cache.boundary');
  });

  test('five minutes of a link', () => {
    const { story, token, id } = completed({ 'links.boundary': 'usable' });
    const url = file(story.list(token, id));

    expectNot(story.ask(url), 'links.boundary');
    story.wait('5m');
    expect(story.ask(url).leaned).toContain('links.boundary');
    story.wait('1ms');
    expectNot(story.ask(url), 'links.boundary');
  });

  test('the hour of listing', () => {
    const { story, token, id } = completed({ 'token.lifetime': '2h' });

    expectNot(story.list(token, id), 'list.windowBoundary');
    story.wait('1h');
    expect(story.list(token, id).leaned).toContain('list.windowBoundary');
    story.wait('1ms');
    expectNot(story.list(token, id, '?maxResults=9'), 'list.windowBoundary');
  });

  test('the second of a rate', () => {
    const story = tell();
    const { token } = story.login();
    const create = () => story.create(token);
    expectNot(create(), 'limits.boundary');
    story.wait('1s');
    expectNot(create(), 'limits.boundary');
    story.wait('1m');
    const five = Array.from({ length: 5 }, create);

    for (const answer of five) expectNot(answer, 'limits.boundary');
    story.wait('999ms');
    expectNot(create(), 'limits.boundary');
    story.wait('1ms');
    expect(create().leaned).toContain('limits.boundary');
  });
});

describe('what a request does not touch decides nothing', () => {
  test('creating with a small body', () => {
    const story = tell();
    const { token } = story.login();

    expectNot(story.create(token, 'orders', hosts.regions['eu-west-1'], 'x'.repeat(262_144)), 'query.maxPayload');
    expect(story.create(token, 'orders', hosts.regions['eu-west-1'], 'x'.repeat(262_145)).leaned).toContain(
      'query.maxPayload',
    );
  });

  test('a header with another word than Bearer, and with that very word', () => {
    const story = tell();
    const { token } = story.login();
    const create = (authorization: string): Answer =>
      story.ask(`${hosts.regions['eu-west-1']}/orders/data-queries`, { method: 'POST', headers: { authorization } });

    expectNot(create('Basic eDp5'), 'auth.schemeCase');
    expect(create(`bearer ${token}`).leaned).toContain('auth.schemeCase');
    expectNot(create(`Bearer ${token}`), 'auth.schemeCase');
  });

  test('a creation that is repeated where it was made', () => {
    const story = tell();
    const { token } = story.login();
    story.create(token);

    expectNot(story.create(token), 'region.notification');
    expect(story.create(token, 'orders', hosts.regions['us-east-1']).leaned).toContain('region.notification');
  });

  test('a first creation, with nothing remembered and nothing under way', () => {
    const story = tell();

    const first = story.create(story.login().token);

    expectNot(first, 'cache.meaning', 'cache.identity', 'cache.defaults', 'cache.beforeConflict', 'auth.order');
    expectNot(first, 'query.acrossApplications', 'limits.cachedCounts', 'limits.boundary', 'query.createBody');
  });

  test('a conflict with the application’s own query', () => {
    const story = tell({ 'cache.meaning': 'authorization-only' });
    const { token } = story.login();
    story.create(token);

    const conflict = story.create(token);

    expect(conflict.row).toBe('requestConflict');
    expectNot(conflict, 'query.acrossApplications');
  });

  test('a download without an authorization header', () => {
    const { story, token, id } = completed();

    expectNot(story.ask(file(story.list(token, id))), 'links.extraAuthorization');
  });

  test('parameters that the operation has, each of them once, and an id as it was given', () => {
    const { story, token, id } = completed();
    const ask = (query: string, of = id): Answer => story.list(token, of, query);

    expectNot(ask('?maxResults=9&nextPageToken='), 'list.repeatedParameter', 'cache.unknownParameter', 'query.idCase');
    expect(ask('?maxResults=9&maxResults=8').leaned).toContain('list.repeatedParameter');
    expect(ask('?page=2').leaned).toContain('cache.unknownParameter');
    expect(ask('', id.toUpperCase()).leaned).toContain('query.idCase');
  });

  test('a link, or a path that nobody has, unless it is a link whose head is asked for', () => {
    const { story, token, id } = completed();
    const link = file(story.list(token, id));
    const ask = (url: string, method: string): Answer => story.ask(url, { method });
    const eu = hosts.regions['eu-west-1'];

    expect(ask(link, 'HEAD').leaned).toContain('links.head');
    expectNot(ask(link, 'GET'), 'links.head');
    expectNot(ask(`${hosts.links}/nowhere`, 'GET'), 'links.head');
    expectNot(ask(`${eu}/nowhere`, 'HEAD'), 'links.head');
    expectNot(ask(`${eu}/nowhere`, 'GET'), 'links.head');
  });

  test('a download of a whole file, and the head of a part of one', () => {
    const { story, token, id } = completed({ 'links.range': 'partial', 'links.head': 'as-get' });
    const link = file(story.list(token, id));
    const headers = { range: 'bytes=0-1' };

    expectNot(story.ask(link), 'links.range');
    expect(story.ask(link, { headers }).leaned).toContain('links.range');
    const head = story.ask(link, { method: 'HEAD', headers });
    expect(head.status).toBe(200);
    expectNot(head, 'links.range');
  });

  test('a listing that is wrong in one thing alone', () => {
    const { story, token, id } = completed();
    const ask = (query: string, of = id): Answer => story.list(token, of, `?${query}`);

    const wrong = [ask('maxResults=0'), ask('nextPageToken=x'), ask('', nobodysId)];

    expect(wrong.map(({ row }) => row)).toEqual(['invalidMaxResults', 'invalidNextPage', 'queryIdNotFound']);
    for (const answer of wrong) expectNot(answer, 'list.checkOrder');
    expect(ask('maxResults=0&nextPageToken=x').leaned).toContain('list.checkOrder');
  });

  test('a page of one record, because no more were asked for, or are left', () => {
    const { story, token, id } = completed({}, { records: 3 });
    const most = 'list.mostPerPage';
    const next = String(story.list(token, id, '?maxResults=2').body.nextPageToken);

    expectNot(story.list(token, id, '?maxResults=1'), most);
    expect(story.list(token, id, '?maxResults=2').leaned).toContain(most);
    const last = story.list(token, id, `?maxResults=2&nextPageToken=${next}`);
    expect(last.body.records).toHaveLength(1);
    expectNot(last, most);
  });

  test('a page that is the only one', () => {
    const { story, token, id } = completed({}, { records: 3 });

    expectNot(story.list(token, id), 'list.tokenPosition', 'list.pageSizeOnToken', 'links.lifetimeUnderCache');
  });

  test('a listing before the notification', () => {
    const { story, token, id } = completed({}, { records: 3 });
    const other = tell();
    const { token: bearer } = other.login();
    const running = String(other.create(bearer).body.id);

    expectNot(other.list(bearer, running), 'notification.windowStart', 'list.windowBoundary');
    expect(story.list(token, id).leaned).toContain('notification.windowStart');
  });

  test.each(['at-once', 'at-collection-end'] as const)(
    'query.cancelMoment %s: a collection that lacks nothing',
    (moment) => {
      const { outcome, leaned } = overhear(() => completed({ 'query.cancelMoment': moment }).story.notifications);

      expect(outcome.map(({ status }) => status)).toEqual(['COMPLETED']);
      expect([leaned.has('query.cancelMoment'), leaned.has('query.holdReleasedBeforeEnd')]).toEqual([false, false]);
    },
  );

  test('a path of no operation that lacks nothing', () => {
    const story = tell();
    const eu = hosts.regions['eu-west-1'];

    expectNot(story.ask(`${eu}/a/b/c`), 'errors.missingSegment');
    expect(story.ask(`${eu}/data-queries`, { method: 'POST' }).leaned).toContain('errors.missingSegment');
  });

  test('a wrong secret with a grant type that is known', () => {
    const story = tell();

    expectNot(story.form({ grant_type: 'client_credentials', client_secret: 'wrong' }), 'token.checkOrder');
  });
});

describe('what does decide is named', () => {
  test('the status of every token error', () => {
    const story = tell();

    expect(story.form({ grant_type: 'password' }).leaned).toContain('token.errorStatus');
    expect(story.form({ grant_type: 'client_credentials', client_secret: 'wrong' }).leaned).toContain(
      'token.errorStatus',
    );
  });

  test('once, however often it decides', () => {
    const { leaned } = tell().form({ grant_type: 'client_credentials', client_secret: 'wrong' });

    expect(leaned.filter((id) => id === 'token.errorStatus')).toHaveLength(1);
  });

  test('where a notification comes from', () => {
    const { leaned } = overhear(() => completed());

    expect([...leaned]).toContain('region.notification');
  });

  test('how a refresh token is sent', () => {
    const story = tell();

    expect(story.refresh(story.login().refresh).leaned).toContain('login.refreshShape');
  });

  test('an answer sent again', () => {
    const { story, token, id } = completed();
    story.list(token, id);

    const again = story.list(token, id).leaned;

    expect(again).toEqual(expect.arrayContaining(['cache.meaning', 'cache.identity', 'cache.defaults']));
    expectNot(story.create(token), 'cache.defaults');
  });

  test('a remembered creation does not tell how listings are remembered', () => {
    const story = tell();
    const { token } = story.login();
    story.create(token);

    const again = story.create(token);

    expect(again.remembered).toBe(true);
    expectNot(again, 'cache.defaults', 'links.lifetimeUnderCache');
  });

  test('a refusal that a remembered answer might have spared', () => {
    const { story, token, id } = completed();
    story.list(token, id);
    story.act({ do: 'revokeToken', customer: 'ann' });

    expect(story.list(token, id).leaned).toContain('cache.meaning');
    expectNot(story.list(token, id, '?maxResults=9'), 'cache.meaning');
  });

  test('a refusal that has nothing to do with who asks', () => {
    const { story, token, id } = completed();
    story.list(token, id);
    story.act({ do: 'beginFault', fault: 'scannersBlock' });

    expectNot(story.list(token, id), 'cache.meaning');
  });

  test('limits.cachedCounts not-counted: a remembered answer that no limit counted', () => {
    const { story, token, id } = completed({ 'limits.cachedCounts': 'not-counted' });

    expectNot(story.list(token, id), 'limits.cachedCounts');
    expect(story.list(token, id).leaned).toContain('limits.cachedCounts');
  });

  test('limits-first: a throttled request that a gate would have refused anyway', () => {
    const { story, token, id } = completed({ 'auth.order': 'limits-first' });
    story.list(token, id);
    story.act({ do: 'revokeToken', customer: 'ann' });
    const answers = Array.from({ length: 10 }, () => story.list(token, id));

    expect(answers.at(-1)?.row).toBe('scopeThrottled');
    expectNot(answers.at(-1) as Answer, 'limits.cachedCounts');
  });

  test('limits-first: a limit that lets through what a gate refuses', () => {
    const story = tell({ 'auth.order': 'limits-first' });

    expect(story.create('unknown').leaned).toContain('auth.order');
  });

  test('a throttled request whose answer is remembered', () => {
    const story = tell();
    const { token } = story.login();
    const answers = Array.from({ length: 6 }, () => story.create(token));

    expect(answers.at(-1)?.row).toBe('scopeThrottled');
    expect(answers.at(-1)?.leaned).toContain('limits.cachedCounts');
  });

  test('and one whose answer is not', () => {
    const { story, token } = completed();
    const answers = Array.from({ length: 11 }, (_, index) => story.list(token, `${index}`));

    expect(answers.at(-1)?.row).toBe('scopeThrottled');
    expectNot(answers.at(-1) as Answer, 'limits.cachedCounts');
  });
});

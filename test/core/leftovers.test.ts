import { expect, test } from 'vitest';
import { makeMark, plainUuid, readMark, seal } from '../../src/core/seals.ts';
import { completed, hosts, nobodysId, type Story, tell } from './world.ts';

const [own, other] = ['00000001', '00000002'];

/** A client's doings up to its first page, in a simulation with a mark. */
const importIn = (mark: string) => {
  const { story, token, refresh, id } = completed({}, { mark, records: 3 });
  const store = story.storeToken('reporting::store:marketer');
  const page = story.list(token, id, '?maxResults=1');
  const [{ file, schema }] = page.body.records as [{ file: string; schema: string }];
  return { story, token, refresh, id, store, code: story.code(), page: String(page.body.nextPageToken), file, schema };
};

const leftoverOf = (story: Story, url: string, { method = 'GET', headers = {}, body = '' } = {}): string | undefined =>
  story.step({ kind: 'request', request: { method, url, headers, body } }).reply?.reason.leftover;

const { regions, token: auth, submission, reporting, email } = hosts;
const create = `${regions['eu-west-1']}/orders/data-queries`;
const pathOf = (id: string) => `${create}/${id}/records`;
const by = (token: string, method = 'GET') => ({ method, headers: { authorization: `Bearer ${token}` } });
const post = (body: string, type = 'application/x-www-form-urlencoded') => ({
  method: 'POST',
  headers: { 'content-type': type },
  body,
});

test('two simulations of one seed give other texts to the same client', () => {
  const [one, two] = [importIn(own), importIn(other)];
  const kept = new Set([one.token, one.refresh, one.store, one.id, one.code, one.page, one.file, one.schema]);
  const others = [two.token, two.refresh, two.store, two.id, two.code, two.page, two.file, two.schema];

  expect(others.filter((text) => kept.has(text))).toEqual([]);
});

test('the same seed and mark give the same texts', () => {
  const texts = ({ story: _story, ...rest }: ReturnType<typeof importIn>) => rest;

  expect(texts(importIn(own))).toEqual(texts(importIn(own)));
});

test('a mark is that of a seed and an instance', () => {
  const marks = [makeMark(1, 'one'), makeMark(1, 'two'), makeMark(2, 'one')];

  expect(new Set(marks).size).toBe(3);
  for (const mark of marks) expect(readMark(seal('a text', mark))).toBe(mark);
  expect(marks[0]).toBe(makeMark(1, 'one'));
});

test('a query id is a version 4 UUID', () => {
  expect(importIn(own).id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});

const before = importIn(other);
const refreshing = { grant_type: 'refresh_token', client_id: 'app', client_secret: 'app-secret' };

test.each([
  ['access token', create, by(before.token, 'POST')],
  ['access token', pathOf(before.id), by(before.token)],
  ['access token', create, by(` ${before.token}`, 'POST')],
  ['access token', `${submission}/apps`, by(before.store)],
  ['access token', `${reporting}/sales`, by(before.store)],
  ['access token', `${email}/sendEmail`, { ...by(before.token, 'POST'), body: '{}' }],
  ['query id', pathOf(before.id), {}],
  ['query id', pathOf(before.id.toUpperCase()), {}],
  ['page token', `${pathOf('x')}?nextPageToken=${before.page}`, {}],
  ['link', before.file, {}],
  ['link', before.schema, { method: 'GET' }],
  [
    'refresh token',
    `${auth}/auth/o2/token`,
    post(`${new URLSearchParams({ ...refreshing, refresh_token: before.refresh })}`),
  ],
  [
    'refresh token',
    `${auth}/auth/o2/token`,
    post(JSON.stringify({ ...refreshing, refresh_token: before.refresh }), 'application/json'),
  ],
  ['authorization code', `${auth}/auth/o2/token`, post(`grant_type=authorization_code&code=${before.code}`)],
])('%s of another simulation is found out: %s', (what, url, ask) => {
  expect(leftoverOf(tell({}, { mark: own }), url, ask)).toBe(what);
});

test('its answer is that to one that nobody issued', () => {
  const answerTo = (token: string, id: string, query = '') => {
    const { story, token: mine } = importIn(own);
    const { row, text, status } = story.list(token === '' ? mine : token, id, query);
    return { row, text, status };
  };

  expect(answerTo(before.token, before.id)).toEqual(answerTo('unknown', before.id));
  expect(answerTo('', before.id)).toEqual(answerTo('', nobodysId));
  expect(answerTo('', importIn(own).id, `?nextPageToken=${before.page}`)).toMatchObject({ row: 'invalidNextPage' });
});

test('what is its own, or nobody’s, is no leftover', () => {
  const { story, token, id, page, file, refresh } = importIn(own);

  expect(leftoverOf(story, `${pathOf(id)}?nextPageToken=${page}`, by(token))).toBeUndefined();
  expect(leftoverOf(story, file)).toBeUndefined();
  expect(leftoverOf(story, create, { method: 'POST' })).toBeUndefined();
  expect(leftoverOf(story, create, by('mine', 'POST'))).toBeUndefined();
  expect(leftoverOf(story, `${auth}/auth/o2/token`, post(`grant_type=x&refresh_token=${refresh}`))).toBeUndefined();
  expect(leftoverOf(story, `${auth}/auth/o2/token`, post('grant_type=x'))).toBeUndefined();
});

test('what it goes on with from the simulations before it is no leftover', () => {
  const after = tell({}, { mark: own, earlierMarks: [other] });

  expect(leftoverOf(after, create, by(before.token, 'POST'))).toBeUndefined();
  expect(leftoverOf(after, create, by(importIn('00000003').token, 'POST'))).toBe('access token');
});

test('a text of another simulation that was changed is nobody’s', () => {
  const altered = before.token.replace(/^(.{20})./, (_, head: string) => `${head}~`);

  expect(leftoverOf(tell({}, { mark: own }), create, by(altered, 'POST'))).toBeUndefined();
  expect([readMark(before.token), readMark(altered), readMark(plainUuid(before.id))]).toEqual([
    other,
    undefined,
    other,
  ]);
});

test('a page token that was changed anywhere is refused', () => {
  const { story, token, id, page } = importIn(own);
  const wrong = Array.from(page, (digit, at) => page.slice(0, at) + (digit === '0' ? '1' : '0') + page.slice(at + 1));
  const rows = [...wrong, '1-1'].map((one) => {
    story.wait('1s');
    return story.list(token, id, `?maxResults=1&nextPageToken=${one}`).row;
  });

  expect(new Set(rows)).toEqual(new Set(['invalidNextPage']));
});

test('a request that never arrives has no answer to say it', () => {
  const story = tell({}, { mark: own });
  story.act({ do: 'fault', operation: 'createDataQuery', fault: { name: 'refused' }, times: 1 });
  const request = { method: 'POST', url: create, headers: { authorization: `Bearer ${before.token}` }, body: '' };

  expect(story.step({ kind: 'request', request })).toMatchObject({ unreached: { name: 'refused' } });
});

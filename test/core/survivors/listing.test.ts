import { describe, expect, test } from 'vitest';
import { placeIn } from '../../../src/core/pages.ts';
import { completed, holding, nobodysId, type Story, tell } from '../world.ts';

interface Pair {
  readonly file: string;
}

const positionsOf = (records: readonly Pair[]): readonly number[] =>
  records.map(({ file }) => Number(/\.(\d+)\?/.exec(file)?.[1]));

const everyPage = (story: Story, token: string, id: string, query = ''): readonly (readonly number[])[] => {
  const pages = [];
  for (let next = ''; ; ) {
    const { body } = story.list(token, id, `?${query}&nextPageToken=${next}`);
    pages.push(positionsOf(body.records));
    if (body.nextPageToken === undefined) return pages;
    next = String(body.nextPageToken);
  }
};

const count = (from: number, to: number): readonly number[] => Array.from({ length: to - from }, (_, at) => from + at);

test.each(['-5-2', '5-', '5', ''])('%j leads nowhere, for it has no place in it', (token) => {
  expect(placeIn(token)).toBe(undefined);
});

describe('pages', () => {
  test('go on where the one before ended, until no token is returned', () => {
    const { story, token, id } = completed();

    expect(everyPage(story, token, id)).toEqual([count(0, 250), count(250, 500), count(500, 600)]);
  });

  test('list.pageSizeOnToken token-carries: the token knows how large pages are', () => {
    const { story, token, id } = completed({ 'list.pageSizeOnToken': 'token-carries' });
    const { body } = story.list(token, id, '?maxResults=179');

    const second = story.list(token, id, `?nextPageToken=${body.nextPageToken}`);

    expect(positionsOf(second.body.records)).toEqual(count(179, 358));
  });

  test('list.checkOrder parameters-first: of a query that nobody has, a page token is told first, if there is one', () => {
    const { story, token, id } = completed({ 'list.checkOrder': 'parameters-first' });
    const next = String(story.list(token, id).body.nextPageToken);

    expect(story.list(token, nobodysId).row).toBe('queryIdNotFound');
    expect(story.list(token, nobodysId, `?nextPageToken=${next}`).row).toBe('invalidNextPage');
  });

  test('cache.defaults different: an absent maxResults is 250 all the same', () => {
    const { story, token, id } = completed({ 'cache.defaults': 'different' });

    expect(
      [story.list(token, id), story.list(token, id, '?maxResults=')].map(({ body }) => body.records.length),
    ).toEqual([250, 250]);
  });

  test.each([
    ['body', 'nextPageToken'],
    ['pagination-object', 'pagination'],
    ['header', undefined],
  ] as const)('list.tokenPosition %s: first and last page are answered with 200', (position, part) => {
    const { story, token, id } = completed({ 'list.tokenPosition': position });

    const pages = [story.list(token, id), story.list(token, id, '?maxResults=250')];
    const { story: small, token: other, id: few } = completed({ 'list.tokenPosition': position }, { records: 3 });
    const last = small.list(other, few);

    expect([...pages, last].map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(Object.keys(pages[0]?.body)).toEqual(part === undefined ? ['records'] : ['records', part]);
    expect(Object.keys(last.body)).toEqual(['records']);
  });
});

describe('a page token that the service did not give out', () => {
  test.each([
    ['something ahead', (token: string) => `!${token}`],
    ['a letter ahead', (token: string) => `1${token}`],
    ['something behind', (token: string) => `${token}!`],
    ['a letter behind', (token: string) => `${token}0`],
    ['another place', (token: string) => token.replace(/^\w+/, '6z')],
    ['another size', (token: string) => token.replace(/-\w+/, '-6z')],
    ['nothing but its end', (token: string) => token.slice(-16)],
  ])('with %s: 400 INVALID_NEXT_PAGE', (_name, change) => {
    const { story, token, id } = completed();
    const next = String(story.list(token, id).body.nextPageToken);

    const { status, body } = story.list(token, id, `?nextPageToken=${encodeURIComponent(change(next))}`);

    expect([status, body.type]).toEqual([400, 'INVALID_NEXT_PAGE']);
  });
});

test('a list asked for between the end of a query and its notification does not lean on when the hour begins', () => {
  const story = tell({}, { more: [holding('cid', 'orders', { notifiedAfter: 60_000 })] });
  const { token } = story.login('cid');
  const id = String(story.create(token).body.id);
  story.wait('10m');

  const { row, leaned } = story.list(token, id);

  expect(row).toBe('queryNotCompleted');
  expect(leaned).toContain('list.beforeNotification');
  expect(leaned).not.toContain('notification.windowStart');
});

test.each(['-1', '0', '251', '1e1', '+5', '5.0', ' 5', '0x5', '1000', '9999999999'])(
  'maxResults %j is outside 1..250 or no whole number: 400',
  (text) => {
    const { story, token, id } = completed();

    expect(story.list(token, id, `?maxResults=${encodeURIComponent(text)}`).row).toBe('invalidMaxResults');
  },
);

test.each([
  ['with something ahead', (id: string) => `x${id}`],
  ['with something behind', (id: string) => `${id}x`],
])('query.malformedId invalid-parameters: an id %s is no UUID', (_name, change) => {
  const { story, token, id } = completed({ 'query.malformedId': 'invalid-parameters' });

  expect(story.list(token, change(id)).row).toBe('invalidParameters');
});

import { describe, expect, test } from 'vitest';
import { completed, hosts, nobodysId, showRefusal, tell } from './world.ts';

interface Pair {
  readonly schema: string;
  readonly file: string;
}

describe('listDataQueryRecords', () => {
  test.each([
    ['', 250],
    ['?maxResults=1', 1],
    ['?maxResults=250', 250],
    ['?maxResults=', 250],
    ['?maxResults=7&maxResults=9', 7],
    ['?other=1&nextPageToken=', 250],
  ])('"%s" gives %d records', (query, count) => {
    const { story, token, id } = completed();

    const { status, body } = story.list(token, id, query);

    expect([status, body.records.length]).toEqual([200, count]);
    expect(Object.keys(body.records[0]).sort()).toEqual(['file', 'schema']);
  });

  test.each(['0', '251', '-1', 'abc', '1.5', '1e2', '%20', '+5', '9999999999', '0x10', '%zz1', '%ff'])(
    'maxResults=%s is outside 1..250',
    (text) => {
      const { story, token, id } = completed();

      const answer = story.list(token, id, `?maxResults=${text}`);

      expect(showRefusal(answer)).toBe('400 BAD_REQUEST INVALID_MAX_RESULTS Max results value is outside limits');
    },
  );

  test.each([
    [0, 250, 1],
    [1, 250, 1],
    [249, 250, 1],
    [250, 250, 1],
    [251, 250, 2],
    [600, 250, 3],
    [600, 100, 6],
    [5, 1, 5],
  ])('%d records by %d: the %d pages joined are all records, once each', (records, size, pages) => {
    const { story, token, id } = completed({}, { records });
    const found: Pair[] = [];
    let next: string | undefined = '';
    let asked = 0;

    while (next !== undefined) {
      const { body } = story.list(token, id, `?maxResults=${size}&nextPageToken=${next}`);
      found.push(...(body.records as Pair[]));
      expect('nextPageToken' in body).toBe(body.nextPageToken !== undefined);
      next = body.nextPageToken as string | undefined;
      asked += 1;
    }

    const positions = found.map(({ file }) => story.ask(file).body.position as number);
    expect(positions).toEqual(Array.from({ length: records }, (_, index) => index));
    expect(asked).toBe(pages);
  });

  test.each(['x', '%zz', '1-2-3-0123456789abcdef', 'tampered', 'foreign', 'other scope'])(
    'a page token that is %s is not valid',
    (kind) => {
      const { story, token, id } = completed();
      const given = String(story.list(token, id).body.nextPageToken);
      const bob = story.login('bob');
      const profile = story.login('ann', 'profile');
      const bobs = String(story.create(bob.token).body.id);
      const profiles = String(story.create(profile.token, 'profile').body.id);
      story.wait('10m');
      const tokens: Readonly<Record<string, string>> = {
        tampered: given.replace(/^./, 'z'),
        foreign: String(story.list(bob.token, bobs).body.nextPageToken),
        'other scope': String(story.list(profile.token, profiles, '', 'profile').body.nextPageToken),
      };

      const answer = story.list(token, id, `?nextPageToken=${tokens[kind] ?? kind}`);

      expect(showRefusal(answer)).toBe('400 BAD_REQUEST INVALID_NEXT_PAGE Invalid next page token');
      expect(story.list(token, id, `?nextPageToken=${given}`).status).toBe(200);
    },
  );

  test('an unknown query, and one of another customer or application, does not exist', () => {
    const { story, id } = completed();
    const unknown = '404 RESOURCE_NOT_FOUND QUERY_ID_NOT_FOUND Query id does not exist';

    expect(showRefusal(story.list(story.login('bob').token, id))).toBe(unknown);
    expect(showRefusal(story.list(story.login('ann', 'orders', 'other').token, id))).toBe(unknown);
    expect(showRefusal(story.list(story.login().token, nobodysId))).toBe(unknown);
  });

  test('a UUID is read in upper case too, from every region', () => {
    const { story, token, id } = completed();

    expect(story.list(token, id.toUpperCase()).status).toBe(200);
    for (const region of Object.values(hosts.regions)) {
      const url = `${region}/orders/data-queries/${id}/records`;
      expect(story.ask(url, { headers: { authorization: `Bearer ${token}` } }).status).toBe(200);
    }
  });

  test('a scope without data is a list of no records', () => {
    const story = tell();
    const { token } = story.login('bob', 'profile');
    const id = String(story.create(token, 'profile').body.id);
    story.wait('1ms');

    expect(story.list(token, id, '', 'profile').body).toEqual({ records: [] });
  });
});

describe('download links', () => {
  const links = () => {
    const ready = completed();
    const [first, second] = ready.story.list(ready.token, ready.id).body.records as Pair[];
    return { ...ready, first: first ?? { schema: '', file: '' }, second: second ?? { schema: '', file: '' } };
  };

  test('a data file fits its schema file', () => {
    const { story, first } = links();

    const file = story.ask(first.file);
    const schema = story.ask(first.schema);

    expect([file.status, file.body.customerId, file.body.scope, file.body.position]).toEqual([200, 'ann', 'orders', 0]);
    expect(Object.keys(file.body)).toEqual(schema.body.required);
    expect(Object.keys(file.body)).toEqual(Object.keys(schema.body.properties));
    expect(story.events.filter(({ event }) => event === 'downloaded')).toHaveLength(2);
  });

  test.each([
    ['another record', (file: string) => file.replace('.0?', '.1?')],
    ['another folder', (file: string) => file.replace('/files/', '/schemas/')],
    ['another time', (file: string) => file.replace(/issued=\d/, 'issued=2')],
    ['no time', (file: string) => file.replace(/issued=\d+&/, '')],
    ['another signature', (file: string) => `${file}0`],
    ['no signature', (file: string) => file.replace(/&signature=.*/, '')],
    ['no query', (file: string) => file.replace(/\?.*/, '')],
    ['another form of id', (file: string) => file.replace(/files\/[^?]*/, 'files/x')],
    ['an unknown query', (file: string) => file.replace(/files\/.{8}/, 'files/00000000')],
  ])('a link changed to %s is refused', (_, change) => {
    const { story, first } = links();

    const { status, text, headers } = story.ask(change(first.file));

    expect([status, headers['content-type']]).toEqual([403, 'application/xml']);
    expect(text).toContain('<Code>SignatureDoesNotMatch</Code>');
  });

  test.each(['/', '/files', '/files/', '/files/a/b', '/schemas/', '/other/x', '/files/%zz'])(
    'nothing is at %s',
    (path) => {
      const answer = tell().ask(`${hosts.links}${path}`);

      expect([answer.status, answer.body]).toEqual([404, { message: 'Not Found' }]);
    },
  );

  test('a link needs no token, and outlives the one it was asked with', () => {
    const { story, first } = links();

    story.act({ do: 'revokeToken', customer: 'ann' });

    expect(story.ask(first.file).status).toBe(200);
    expect(story.ask(first.file, { method: 'POST' }).status).toBe(404);
  });
});

test('notification.windowStart first-delivery: while no sending was accepted the hour has not begun', () => {
  const { story, id } = completed({ 'notification.windowStart': 'first-delivery' });
  story.wait('3h');

  expect(story.list(story.login().token, id).status).toBe(200);
});

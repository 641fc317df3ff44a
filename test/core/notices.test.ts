import { describe, expect, test } from 'vitest';
import type { Assumptions } from '../../src/spec/assumptions.ts';
import { type Region, regionNames } from '../../src/spec/regions.ts';
import { completed, holding, hosts, type Story, tell } from './world.ts';

/** The notification: when it is sent and sent again, and what hangs on that. (Events) */

const minute = 60_000;

/** A query of a customer whose notification is sent a minute after the end. */
const slow = (choice: Partial<Assumptions> = {}) => {
  const story = tell(choice, { more: [holding('cid', 'orders', { notifiedAfter: minute })] });
  const { token } = story.login('cid');
  const id = String(story.create(token).body.id);
  return { story, token, id, ends: story.now + 10 * minute };
};

/** All notifications with their instants: time moves until nothing is due. */
const sendings = (story: Story, hears: (attempt: number) => boolean): string[] => {
  const began = story.now;
  const seen: string[] = [];
  let heard = 0;
  for (let second = 0; second <= 120; second++) {
    for (const post of story.notifications.slice(heard)) {
      seen.push(`${post.attempt} at ${(story.now - began) / 1000}s`);
      story.hear(post.query, post.attempt, hears(post.attempt));
    }
    heard = seen.length;
    story.wait('1s');
  }
  return seen;
};

describe('notifiedAfter: the time between the end of a query and the sending', () => {
  test('completed first, notified later', () => {
    const { story } = slow();
    story.wait('10m');
    expect(story.events.map(({ event }) => event)).toEqual(['tokenIssued', 'created', 'completed']);
    expect(story.notifications).toEqual([]);

    story.wait('59.999s');
    expect(story.notifications).toEqual([]);
    story.wait('1ms');

    expect(story.events.at(-1)?.event).toBe('notified');
    expect(story.notifications.map(({ status, attempt }) => `${status} ${attempt}`)).toEqual(['COMPLETED 1']);
  });

  test('a cancelation is told as late, and lists stay refused', () => {
    const { story, token, id } = slow();
    story.act({ do: 'holdAccount', customer: 'cid' });

    expect([story.notifications.length, story.list(token, id).row]).toEqual([0, 'queryNotCompleted']);
    story.wait('1m');
    expect(story.notifications.map(({ status }) => status)).toEqual(['CANCELED']);
    expect(story.list(token, id, '?maxResults=2').row).toBe('queryNotCompleted');
  });

  test.each([
    ['refused', 'queryNotCompleted'],
    ['records', undefined],
  ] as const)('list.beforeNotification %s: between the end and the sending', (choice, row) => {
    const { story, token, id } = slow({ 'list.beforeNotification': choice });
    story.wait('9m59.999s');
    expect(story.list(token, id, '?maxResults=1').row).toBe('queryNotCompleted');
    story.wait('1ms');
    expect(story.list(token, id, '?maxResults=2').row).toBe(row);
    story.wait('59.999s');
    expect(story.list(token, id, '?maxResults=3').row).toBe(row);
    story.wait('1ms');
    expect(story.list(token, id, '?maxResults=4').row).toBeUndefined();
  });

  test('the listing hour counts from the sending, not from the end', () => {
    const { story, id } = slow();
    story.wait('11m');
    story.wait('1h');

    const { token } = story.login('cid');

    expect(story.list(token, id, '?maxResults=1').row).toBeUndefined();
    story.wait('1ms');
    expect(story.list(token, id, '?maxResults=2').row).toBe('accessTimeElapsed');
  });

  test('once a query has ended another may be created, notified or not', () => {
    const { story, token } = slow();
    story.wait('10m');

    expect(story.create(token).status).toBe(201);
  });
});

describe('notification.retry', () => {
  const retried = { 'notification.retry': 'until-accepted' } as const;

  test('until-accepted: 1, 2, 4, 10 and 30 s after each failure, then no more', () => {
    expect(sendings(completed(retried).story, () => false)).toEqual([
      '1 at 0s',
      '2 at 1s',
      '3 at 3s',
      '4 at 7s',
      '5 at 17s',
      '6 at 47s',
    ]);
  });

  test.each([
    [1, ['1 at 0s']],
    [3, ['1 at 0s', '2 at 1s', '3 at 3s']],
  ] as const)('until-accepted: attempt %d is accepted', (accepted, wanted) => {
    expect(sendings(completed(retried).story, (attempt) => attempt === accepted)).toEqual(wanted);
  });

  test('once: whatever comes back', () => {
    expect(sendings(completed().story, () => false)).toEqual(['1 at 0s']);
  });

  test('the wait is measured from the moment the failure is known', () => {
    const { story, id } = completed(retried);
    story.wait('5s');
    story.hear(id, 1, false);
    story.wait('999ms');
    expect(story.notifications).toHaveLength(1);

    story.wait('1ms');

    expect(story.notifications.map(({ attempt }) => attempt)).toEqual([1, 2]);
    expect(story.events.filter(({ event }) => event === 'notified')).toHaveLength(1);
  });

  test('an answer to an old attempt, or one after it was accepted, brings nothing more', () => {
    const { story, id } = completed(retried);
    story.hear(id, 1, false);
    story.hear(id, 1, false);
    story.wait('1s');
    story.hear(id, 1, false);
    story.wait('1m');
    expect(story.notifications.map(({ attempt }) => attempt)).toEqual([1, 2]);

    story.hear(id, 2, true);
    story.hear(id, 2, false);
    story.wait('1m');

    expect(story.notifications).toHaveLength(2);
  });

  test('an attempt that is due is not sent once an earlier one was accepted after all', () => {
    const { story, id } = completed({ ...retried, 'notification.duplicates': 'twice' });
    story.hear(id, 1, false);
    story.hear(id, 1, true);
    story.wait('1m');

    expect(story.notifications.map(({ attempt }) => attempt)).toEqual([1, 1]);
  });

  test('nobody hears of a query that is unknown, still collects, or was not notified', () => {
    const { story, id } = slow(retried);
    story.hear('unknown', 1, false);
    story.hear(id, 1, true);
    story.step({ kind: 'due', due: { kind: 'notification', query: id, attempt: 1 } });
    story.step({ kind: 'due', due: { kind: 'notification', query: 'unknown', attempt: 1 } });
    story.wait('10m');
    story.hear(id, 1, true);
    story.wait('1m');

    expect(story.notifications.map(({ attempt }) => attempt)).toEqual([1]);
  });

  test('duplicates: every attempt arrives twice', () => {
    const { story, id } = completed({ ...retried, 'notification.duplicates': 'twice' });
    story.hear(id, 1, false);
    story.wait('1s');

    expect(story.notifications.map(({ attempt }) => attempt)).toEqual([1, 1, 2, 2]);
    expect(new Set(story.notifications.map(({ body }) => body)).size).toBe(1);
  });
});

describe('notification.windowStart', () => {
  test.each([
    ['first-attempt', '59m57s'],
    ['first-delivery', '1h'],
  ] as const)('%s: after a third attempt was accepted the hour lasts %s', (choice, left) => {
    const { story, id } = completed({ 'notification.retry': 'until-accepted', 'notification.windowStart': choice });
    for (const [attempt, wait] of [
      [1, '1s'],
      [2, '2s'],
    ] as const) {
      story.hear(id, attempt, false);
      story.wait(wait);
    }
    story.hear(id, 3, true);
    story.wait(left);

    const { token } = story.login();

    expect(story.list(token, id, '?maxResults=1').row).toBeUndefined();
    story.wait('1ms');
    expect(story.list(token, id, '?maxResults=2').row).toBe('accessTimeElapsed');
  });
});

describe('notification.order reordered', () => {
  test('some take 30 s on the way, the others none; they are sent as ever', () => {
    const customers = Array.from({ length: 20 }, (_, index) => `c${index}`);
    const run = (order: Assumptions['notification.order']) => {
      const story = tell({ 'notification.order': order }, { more: customers.map((name) => holding(name, 'orders')) });
      for (const customer of customers) {
        story.create(story.login(customer).token);
        story.wait('1s');
      }
      story.wait('10m');
      return story.notifications;
    };

    const [plain, mixed] = [run('completion'), run('reordered')];

    expect(mixed.map(({ query }) => query)).toEqual(plain.map(({ query }) => query));
    expect(new Set(plain.map(({ underway }) => underway))).toEqual(new Set([0]));
    expect(new Set(mixed.map(({ underway }) => underway))).toEqual(new Set([0, 30_000]));
  });
});

const shapes = (['none', 'unknown-field'] as const).flatMap((extraFields) =>
  (['none', 'header'] as const).flatMap((signature) =>
    (['application/json', 'text/plain; charset=UTF-8'] as const).map((contentType) => ({
      'notification.extraFields': extraFields,
      'notification.signature': signature,
      'notification.contentType': contentType,
    })),
  ),
);

test.each(shapes)('at most 1 KB, whatever it carries: %j', (choice) => {
  for (const hold of [false, true]) {
    const story = tell(choice);
    story.create(story.login().token);
    if (hold) story.act({ do: 'holdAccount', customer: 'ann' });
    story.wait('10m');
    const [post] = story.notifications;
    const headers = Object.entries(post?.headers ?? {}).map(([name, value]) => `${name}: ${value}\r\n`);

    const bytes = new TextEncoder().encode(headers.join('') + post?.body).length;

    expect(bytes).toBeGreaterThan(100);
    expect(bytes).toBeLessThanOrEqual(1000);
    expect(Object.keys(JSON.parse(post?.body ?? ''))).toEqual(['Subject', 'Message']);
  }
});

describe('whose endpoint', () => {
  test('a notification is for the application whose token the create had', () => {
    const story = tell();
    story.create(story.login('ann', 'orders', 'app').token);
    story.create(story.login('bob', 'orders', 'other').token);
    story.wait('10m');

    expect(story.notifications.map(({ application }) => application)).toEqual(['app', 'other']);
  });

  test('nothing is assumed where there is an endpoint in its region, or none at all', () => {
    const arrive = (endpoints: readonly Region[]) => tell().step({ kind: 'arrives', region: 'us-east-1', endpoints });

    expect([arrive(regionNames), arrive([])]).toMatchObject([{ endpoint: 'us-east-1', leaned: [] }, { leaned: [] }]);
    expect(arrive([]).endpoint).toBeUndefined();
    expect(arrive(['us-west-2']).leaned).toEqual(['region.missingEndpoint']);
  });

  test('region-of-last-create: one that is refused does not count, nor does a conflict, new or remembered', () => {
    const story = tell({ 'region.notification': 'region-of-last-create' });
    const { token } = story.login();
    story.create(token);
    story.create('unknown', 'orders', hosts.regions['us-east-1']);
    story.wait('6m');
    for (const region of ['us-east-1', 'us-west-2'] as const) {
      expect(story.create(token, 'orders', hosts.regions[region]).status).toBe(409);
    }
    story.wait('4m');

    expect(story.notifications.map(({ region }) => region)).toEqual(['eu-west-1']);
  });

  test('region-of-last-create: later attempts go to the region of a create that came after the first', () => {
    const story = tell(
      { 'region.notification': 'region-of-last-create', 'notification.retry': 'until-accepted' },
      { more: [holding('cid', 'orders', { collects: { kind: 'fixed', length: minute } })] },
    );
    const { token } = story.login('cid');
    const { id } = story.create(token).body;
    story.wait('1m');
    story.create(token, 'orders', hosts.regions['us-east-1']);
    story.hear(id, 1, false);
    story.wait('1s');

    expect(story.notifications.map(({ region }) => region)).toEqual(['eu-west-1', 'us-east-1']);
  });
});

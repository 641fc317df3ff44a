import { regionNames } from '../../../src/spec/regions.ts';
import { ms } from '../../../src/spec/time.ts';
import { completed, holding, hosts, tell } from '../world.ts';
import { type Choice, type Points, row } from './point.ts';

/** Points of the notification and of the listing window that it opens. */

const post = (choice: Choice): [string[], Readonly<Record<string, string>>] => {
  const [sent] = completed(choice).story.notifications;
  return [Object.keys(JSON.parse(JSON.parse(sent?.body ?? '').Message)), sent?.headers ?? {}];
};

const customers = ['cid', 'dan', 'eve', 'fay', 'gus', 'hal', 'ida', 'jon'];

/** Eight queries end a second apart: in which order their notifications were sent, and in which they arrive. */
const arrivals = (choice: Choice): { readonly sent: string[]; readonly arrived: string[] } => {
  const story = tell(choice, { more: customers.map((customer) => holding(customer, 'orders')) });
  const at = new Map<string, number>();
  for (const customer of customers) {
    story.create(story.login(customer).token);
    story.wait('1s');
  }
  for (const _ of customers) {
    const before = story.notifications.length;
    story.wait(before === 0 ? '9m52s' : '1s');
    for (const one of story.notifications.slice(before)) at.set(one.query, story.now + one.underway);
  }
  const sent = [...at.keys()];
  return { sent, arrived: sent.toSorted((one, other) => (at.get(one) ?? 0) - (at.get(other) ?? 0)) };
};

export const noticePoints = {
  'region.notification': {
    show: (choice) => {
      const story = tell(choice);
      const { token } = story.login();
      for (const region of regionNames) story.create(token, 'orders', hosts.regions[region]);
      story.wait('10m');
      return story.notifications.map(({ region }) => region);
    },
    outcomes: [
      ['region-of-create', ['eu-west-1']],
      ['region-of-last-create', ['us-west-2']],
    ],
  },
  'region.missingEndpoint': {
    show: (choice) =>
      regionNames.map(
        (region) => tell(choice).step({ kind: 'arrives', region, endpoints: ['us-west-2', 'us-east-1'] }).endpoint,
      ),
    outcomes: [
      ['nowhere', [undefined, 'us-east-1', 'us-west-2']],
      ['another-region', ['us-east-1', 'us-east-1', 'us-west-2']],
    ],
  },
  'list.beforeNotification': {
    show: (choice) => {
      const story = tell(choice, { more: [holding('cid', 'orders', { notifiedAfter: ms('1m') })] });
      const { token } = story.login('cid');
      const id = String(story.create(token).body.id);
      story.wait('10m');
      return row(story.list(token, id));
    },
    outcomes: [
      ['refused', 'queryNotCompleted'],
      ['records', '200'],
    ],
  },
  'notification.retry': {
    show: (choice) => {
      const { story, id } = completed(choice);
      story.hear(id, 1, false);
      story.wait('1s');
      return story.notifications.map(({ attempt }) => attempt);
    },
    outcomes: [
      ['once', [1]],
      ['until-accepted', [1, 2]],
    ],
  },
  'notification.duplicates': {
    show: (choice) => completed(choice).story.notifications.map(({ attempt }) => attempt),
    outcomes: [
      ['none', [1]],
      ['twice', [1, 1]],
    ],
  },
  'notification.order': {
    show: (choice) => {
      const { sent, arrived } = arrivals(choice);
      return [sent.length, sent.every((query, index) => arrived[index] === query)];
    },
    outcomes: [
      ['completion', [8, true]],
      ['reordered', [8, false]],
    ],
  },
  'notification.extraFields': {
    show: (choice) => post(choice)[0],
    outcomes: [
      ['none', ['id', 'version', 'status']],
      ['unknown-field', ['id', 'version', 'status', 'priority']],
    ],
  },
  'notification.contentType': {
    show: (choice) => post(choice)[1]['content-type'],
    outcomes: [
      ['application/json', 'application/json'],
      ['text/plain; charset=UTF-8', 'text/plain; charset=UTF-8'],
    ],
  },
  'notification.signature': {
    show: (choice) => Object.keys(post(choice)[1]),
    outcomes: [
      ['none', ['content-type']],
      ['header', ['content-type', 'x-signature']],
    ],
  },
  'notification.windowStart': {
    show: (choice) => {
      const { story, id } = completed({ 'notification.retry': 'until-accepted', ...choice });
      const late = (wait: string, size: number): string => {
        story.wait(wait);
        return row(story.list(story.login().token, id, `?maxResults=${size}`));
      };
      story.hear(id, 1, false);
      story.wait('1s');
      story.hear(id, 2, true);
      return [late('59m59.001s', 1), late('999ms', 2), late('1ms', 3)];
    },
    outcomes: [
      ['first-attempt', ['accessTimeElapsed', 'accessTimeElapsed', 'accessTimeElapsed']],
      ['first-delivery', ['200', '200', 'accessTimeElapsed']],
    ],
  },
} as const satisfies Points;

import { expect } from 'vitest';
import { completed, hosts, type Story, tell } from '../world.ts';
import { type Choice, type Points, row } from './point.ts';

/** Points of remembered answers and of links. */

const eu = hosts.regions['eu-west-1'];

const linkAfter =
  (wait: string, headers: Record<string, string> = {}) =>
  (choice: Choice): string => {
    const { story, token, id } = completed(choice);
    const [{ file }] = story.list(token, id).body.records;
    story.wait('4m');
    story.list(token, id);
    story.wait(wait);
    const answer = story.ask(file, { headers });
    return `${answer.status} ${answer.headers['content-type'] ?? 'empty'}`;
  };

const repeated = (choice: Choice, change: (story: Story, token: string) => string): number => {
  const story = tell(choice);
  const { token } = story.login();
  story.create(token);
  return story.create(change(story, token)).status;
};

export const answerPoints = {
  'cache.errors': {
    show: (choice) => {
      const { story, token, id } = completed(choice);
      const twice = (ask: () => { remembered: boolean }): boolean => [ask(), ask()][1]?.remembered ?? false;
      return [twice(() => story.list(token, id, '?maxResults=0')), twice(() => story.list('x', id))];
    },
    outcomes: [
      ['operation-refusals', [true, false]],
      ['success-only', [false, false]],
      ['everything', [true, true]],
    ],
  },
  'cache.identity': {
    show: (choice) => repeated(choice, (story) => story.login().token),
    outcomes: [
      ['application-and-customer', 201],
      ['token', 409],
    ],
  },
  'cache.meaning': {
    show: (choice) => [
      repeated(choice, (_, token) => token),
      repeated(choice, (story, token) => {
        story.act({ do: 'revokeToken', customer: 'ann' });
        return token;
      }),
    ],
    outcomes: [
      ['whole-response', [201, 403]],
      ['authorization-only', [409, 409]],
    ],
  },
  'cache.beforeConflict': {
    show: (choice) => repeated(choice, (_, token) => token),
    outcomes: [
      ['remembered-201', 201],
      ['conflict', 409],
    ],
  },
  'cache.afterEnd': {
    show: (choice) => {
      const again = (end: (story: Story) => void): string => {
        const story = tell(choice);
        const { token } = story.login();
        const first = story.create(token);
        end(story);
        const second = story.create(token);
        return `${second.status} ${second.body.id === first.body.id ? 'the same' : 'another'}`;
      };
      return [
        again((story) => story.act({ do: 'finishCollection', customer: 'ann' })),
        again((story) => {
          story.act({ do: 'holdAccount', customer: 'ann' });
          story.act({ do: 'releaseAccount', customer: 'ann' });
        }),
      ];
    },
    outcomes: [
      ['remembered-201', ['201 the same', '201 the same']],
      ['new-after-cancel', ['201 the same', '201 another']],
      ['new-after-end', ['201 another', '201 another']],
    ],
  },
  'cache.afterConflict': {
    show: (choice) => {
      const story = tell(choice);
      const { token } = story.login();
      story.create(token);
      story.wait('5m');
      const during = story.create(token).status;
      story.act({ do: 'finishCollection', customer: 'ann' });
      return [during, story.create(token).status];
    },
    outcomes: [
      ['remembered-409', [409, 409]],
      ['new-query', [409, 201]],
    ],
  },
  'cache.afterCompletion': {
    show: (choice) => {
      const story = tell(choice);
      const { token } = story.login();
      const id = String(story.create(token).body.id);
      story.wait('9m');
      const early = story.list(token, id).status;
      story.wait('1m');
      return [early, story.list(token, id).status];
    },
    outcomes: [
      ['remembered-403', [403, 403]],
      ['records', [403, 200]],
    ],
  },
  'cache.pastListingHour': {
    show: (choice) => {
      const { story, id } = completed(choice);
      story.wait('58m');
      const { token } = story.login();
      const listed = story.list(token, id);
      story.wait('3m');
      return [row(listed), row(story.list(token, id))];
    },
    outcomes: [
      ['remembered-200', ['200', '200']],
      ['elapsed', ['200', 'accessTimeElapsed']],
    ],
  },
  'cache.defaults': {
    show: (choice) => {
      const { story, token, id } = completed(choice);
      return ['', '?maxResults=250', '?maxResults='].map((query) => story.list(token, id, query).remembered);
    },
    outcomes: [
      ['same', [false, true, true]],
      ['different', [false, false, true]],
    ],
  },
  'cache.unknownParameter': {
    show: (choice) => {
      const { story, token, id } = completed(choice);
      const listed = ['', '?_=1', '?_=2', '?_=1'].map((query) => story.list(token, id, query).remembered);
      const started = ['', '?_=1'].map((query) => story.create(token, 'orders', eu, '', {}, query).status);
      return [...listed, ...started];
    },
    outcomes: [
      ['same', [false, true, true, true, 201, 201]],
      ['different', [false, false, false, true, 201, 409]],
    ],
  },
  'cache.boundary': {
    show: (choice) =>
      repeated(choice, (story, token) => {
        story.wait('5m');
        return token;
      }),
    outcomes: [
      ['new-answer', 409],
      ['old-answer', 201],
    ],
  },
  'links.lifetimeUnderCache': {
    show: linkAfter('1m'),
    outcomes: [
      ['first-sending', '403 application/xml'],
      ['every-sending', '200 application/json'],
    ],
  },
  'links.boundary': {
    show: linkAfter('1m'),
    outcomes: [
      ['dead', '403 application/xml'],
      ['usable', '200 application/json'],
    ],
  },
  'links.expiredAnswer': {
    show: linkAfter('2m'),
    outcomes: [
      ['xml-403', '403 application/xml'],
      ['json-403', '403 application/json'],
      ['gone-410', '410 empty'],
    ],
  },
  'links.unknownAnswer': {
    show: (choice) => {
      const { story, token, id } = completed(choice);
      const [{ file }] = story.list(token, id).body.records;
      const forged = story.ask(`${file}0`);
      const unknown = story.ask(`${hosts.links}/files/none`);
      return [forged, unknown].map(({ status, headers }) => `${status} ${headers['content-type']}`);
    },
    outcomes: [
      ['xml-403', ['403 application/xml', '403 application/xml']],
      ['json-403', ['403 application/json', '403 application/json']],
      ['not-found-404', ['404 application/xml', '404 application/xml']],
    ],
  },
  'links.range': {
    show: (choice) => {
      const { story, token, id } = completed(choice);
      const [{ file }] = story.list(token, id).body.records;
      const whole = story.ask(file).text;
      const show = (range: string): string => {
        const { status, text, headers } = story.ask(file, { headers: { range } });
        const from = whole.indexOf(text);
        const to = from + text.length;
        const told = headers['content-range']?.replace(String(whole.length), 'all');
        return status === 416 ? `416 ${told}` : `${status} ${from}-${to === whole.length ? 'end' : to} ${told}`;
      };
      return ['bytes=0-9', 'bytes=10-', 'bytes=0-0,5-9', 'lines=1-2', 'bytes=1000000-'].map(show);
    },
    outcomes: [
      ['whole-file', Array.from({ length: 5 }, () => '200 0-end undefined')],
      [
        'partial',
        [
          '206 0-10 bytes 0-9/all',
          expect.stringMatching(/^206 10-end bytes 10-\d+\/all$/),
          '200 0-end undefined',
          '200 0-end undefined',
          '416 bytes */all',
        ],
      ],
    ],
  },
  'links.head': {
    show: (choice) => {
      const { story, token, id } = completed(choice);
      const [{ file }] = story.list(token, id).body.records;
      const head = row(story.ask(file, { method: 'HEAD' }));
      story.wait('5m');
      const dead = row(story.ask(file, { method: 'HEAD' }));
      return [head, dead, story.events.filter(({ event }) => event === 'downloaded').length];
    },
    outcomes: [
      ['unknown-route', ['unknownRoute', 'unknownRoute', 0]],
      ['as-get', ['200', 'linkExpired', 0]],
      ['refused-403', ['linkUnknown', 'linkUnknown', 0]],
    ],
  },
  'links.extraAuthorization': {
    show: linkAfter('0s', { authorization: 'Bearer x' }),
    outcomes: [
      ['ignored', '200 application/json'],
      ['refused-400', '400 application/xml'],
    ],
  },
} as const satisfies Points;

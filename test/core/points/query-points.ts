import type { Assumptions } from '../../../src/spec/assumptions.ts';
import { completed, hosts, nobodysId, tell } from '../world.ts';
import { type Choice, type Points, row } from './point.ts';

/** Points of the two operations of interface C. */

const eu = hosts.regions['eu-west-1'];

/** What a listing of ann's query gives another caller. */
const listed =
  (customer: string, scope = 'orders', change = (id: string): string => id) =>
  (choice: Choice): string => {
    const { story, id } = completed(choice);
    return row(story.list(story.login(customer, scope).token, change(id), '', scope));
  };

const ended = (choice: Choice): string | undefined => {
  const story = tell(choice);
  const id = String(story.create(story.login().token).body.id);
  story.act({ do: 'holdAccount', customer: 'ann' });
  const { state } = story.world.queries.get(id) ?? {};
  return state;
};

const page = (choice: Choice, query: string) => {
  const { story, token, id } = completed(choice, { records: 3 });
  const { body, headers } = story.list(token, id, query);
  return Object.keys({ ...body, ...headers }).filter((name) => name !== 'records' && name !== 'content-type');
};

const lastPage = (choice: Choice): unknown[] => {
  const ask = (position: Assumptions['list.tokenPosition']) => {
    const { story, token, id } = completed({ ...choice, 'list.tokenPosition': position }, { records: 1 });
    return story.list(token, id);
  };
  const { nextPageToken } = ask('body').body;
  return [
    nextPageToken,
    ask('pagination-object').body.pagination?.nextPageToken,
    ask('header').headers['nextpagetoken'],
  ];
};

export const queryPoints = {
  'query.createBody': {
    show: (choice) => {
      const story = tell(choice);
      return row(story.create(story.login().token, 'orders', hosts.regions['eu-west-1'], '{}'));
    },
    outcomes: [
      ['ignored', '201'],
      ['refused', 'invalidParameters'],
    ],
  },
  'query.maxPayload': {
    show: (choice) => row(tell(choice).create('x', 'orders', hosts.regions['eu-west-1'], '12')),
    outcomes: [
      [1, 'requestTooLarge'],
      [2, 'tokenInvalid'],
    ],
  },
  'query.acrossApplications': {
    show: (choice) => {
      const story = tell(choice);
      story.create(story.login().token);
      return story.create(story.login('ann', 'orders', 'other').token).status;
    },
    outcomes: [
      ['all-applications', 409],
      ['per-application', 201],
    ],
  },
  'query.cancelMoment': {
    show: ended,
    outcomes: [
      ['at-once', 'canceled'],
      ['at-collection-end', 'inProgress'],
    ],
  },
  'query.holdReleasedBeforeEnd': {
    show: (choice) => {
      const story = tell({ ...choice, 'query.cancelMoment': 'at-collection-end' });
      story.create(story.login().token);
      story.act({ do: 'holdAccount', customer: 'ann' });
      story.act({ do: 'releaseAccount', customer: 'ann' });
      story.wait('10m');
      return story.notifications[0]?.status;
    },
    outcomes: [
      ['completes', 'COMPLETED'],
      ['canceled', 'CANCELED'],
    ],
  },
  'query.foreignToken': {
    show: listed('bob'),
    outcomes: [
      ['query-not-found', 'queryIdNotFound'],
      ['access-denied', 'accessNotAuthorized'],
    ],
  },
  'query.otherScope': {
    show: listed('ann', 'profile'),
    outcomes: [
      ['invalid-parameters', 'invalidParameters'],
      ['query-not-found', 'queryIdNotFound'],
    ],
  },
  'query.malformedScope': {
    show: (choice) => {
      const story = tell(choice);
      const { token } = story.login();
      return ['no%20scope', 'nowhere'].map((scope) => row(story.create(token, scope)));
    },
    outcomes: [
      ['invalid-parameters', ['invalidParameters', 'scopeIdNotFound']],
      ['scope-not-found', ['scopeIdNotFound', 'scopeIdNotFound']],
    ],
  },
  'query.idCase': {
    show: (choice) => {
      const { story, token, id } = completed(choice);
      const [lower, upper] = [story.list(token, id), story.list(token, id.toUpperCase())];
      return [row(upper), upper.remembered, upper.text === lower.text];
    },
    outcomes: [
      ['any-case', ['200', true, true]],
      ['exact', ['queryIdNotFound', false, false]],
    ],
  },
  'query.unknownParameter': {
    show: (choice) => {
      const { story, token, id } = completed(choice);
      return [row(story.list(token, id, '?page=2')), row(story.create(token, 'orders', eu, '', {}, '?force=true'))];
    },
    outcomes: [
      ['ignored', ['200', '201']],
      ['refused', ['invalidParameters', 'invalidParameters']],
    ],
  },
  'query.createOnHold': {
    show: (choice) => {
      const story = tell(choice);
      const { token } = story.login();
      story.act({ do: 'holdAccount', customer: 'ann' });
      const held = row(story.create(token));
      return [held, story.notifications.map(({ status }) => status), row(story.create(story.login('bob').token))];
    },
    outcomes: [
      ['created', ['201', [], '201']],
      ['refused', ['accessNotAuthorized', [], '201']],
    ],
  },
  'list.onHold': {
    show: (choice) => {
      const { story, token, id } = completed(choice);
      story.act({ do: 'holdAccount', customer: 'ann' });
      const held = row(story.list(token, id));
      story.act({ do: 'releaseAccount', customer: 'ann' });
      return [held, row(story.list(token, id))];
    },
    outcomes: [
      ['records', ['200', '200']],
      ['refused', ['accessNotAuthorized', '200']],
    ],
  },
  'list.body': {
    show: (choice) => {
      const { story, token, id } = completed({ 'query.maxPayload': 2, ...choice });
      const headers = { authorization: `Bearer ${token}` };
      return ['', '{}', '{ }'].map((body) =>
        row(story.ask(`${eu}/orders/data-queries/${id}/records`, { headers, body })),
      );
    },
    outcomes: [
      ['measured', ['200', '200', 'requestTooLarge']],
      ['ignored', ['200', '200', '200']],
      ['refused', ['200', 'invalidParameters', 'requestTooLarge']],
    ],
  },
  'list.checkOrder': {
    show: (choice) => {
      const { story, token, id } = completed(choice);
      const [size, next] = ['maxResults=0', 'nextPageToken=x'];
      const ask = (query: string, of = id): string => row(story.list(token, of, `?${query}`));
      return [ask(`${size}&${next}`), ask(size, nobodysId), ask(next, nobodysId), ask(`${size}&${next}`, nobodysId)];
    },
    outcomes: [
      ['max-results-first', ['invalidMaxResults', 'invalidMaxResults', 'queryIdNotFound', 'invalidMaxResults']],
      ['query-first', ['invalidMaxResults', 'queryIdNotFound', 'queryIdNotFound', 'queryIdNotFound']],
      ['parameters-first', ['invalidMaxResults', 'invalidMaxResults', 'invalidNextPage', 'invalidMaxResults']],
    ],
  },
  'list.repeatedParameter': {
    show: (choice) => {
      const { story, token, id } = completed(choice);
      const ask = (query: string): string => {
        const answer = story.list(token, id, query);
        return answer.status === 200 ? String(answer.body.records.length) : row(answer);
      };
      return [ask('?maxResults=1&maxResults=2'), ask('?nextPageToken=&nextPageToken=x'), ask('?maxResults=1')];
    },
    outcomes: [
      ['first', ['1', '250', '1']],
      ['last', ['2', 'invalidNextPage', '1']],
      ['refused', ['invalidMaxResults', 'invalidNextPage', '1']],
    ],
  },
  'list.emptyMaxResults': {
    show: (choice) => {
      const { story, token, id } = completed(choice);
      return ['?maxResults=', '', '?nextPageToken='].map((query) => row(story.list(token, id, query)));
    },
    outcomes: [
      ['usual', ['200', '200', '200']],
      ['refused', ['invalidMaxResults', '200', '200']],
    ],
  },
  'query.malformedId': {
    show: listed('ann', 'orders', (id) => `${id}0`),
    outcomes: [
      ['query-not-found', 'queryIdNotFound'],
      ['invalid-parameters', 'invalidParameters'],
    ],
  },
  'list.tokenPosition': {
    show: (choice) => page(choice, '?maxResults=2'),
    outcomes: [
      ['body', ['nextPageToken']],
      ['header', ['nextpagetoken']],
      ['pagination-object', ['pagination']],
    ],
  },
  'list.tokenText': {
    show: (choice) => {
      const { story, token, id } = completed(choice, { records: 3 });
      const next = story.list(token, id, '?maxResults=2').body.nextPageToken ?? '';
      const encoded = story.list(token, id, `?nextPageToken=${encodeURIComponent(next)}`);
      return [
        next.replaceAll(/[a-z0-9]+/g, ''),
        encoded.body.records.length,
        row(story.list(token, id, `?nextPageToken=${next}`)),
      ];
    },
    outcomes: [
      ['unreserved', ['---', 1, '200']],
      ['base64', ['+/+==', 1, 'invalidNextPage']],
      ['any-text', ['& %#', 1, 'invalidNextPage']],
    ],
  },
  'list.mostPerPage': {
    show: (choice) => {
      const { story, token, id } = completed(choice, { records: 3 });
      const first = story.list(token, id).body;
      const second = story.list(token, id, `?nextPageToken=${first.nextPageToken}`).body;
      return [first.records.length, second.records?.length, second.nextPageToken];
    },
    outcomes: [
      ['as-asked', [3, undefined, undefined]],
      [2, [2, 1, undefined]],
    ],
  },
  'list.tokenLifetime': {
    show: (choice) => {
      const { story, token, id } = completed(choice);
      const next = story.list(token, id).body.nextPageToken;
      story.wait('5m');
      return row(story.list(token, id, `?nextPageToken=${next}`));
    },
    outcomes: [
      ['listing-window', '200'],
      ['5m', 'invalidNextPage'],
    ],
  },
  'list.lastPage': {
    show: lastPage,
    outcomes: [
      ['absent', [undefined, undefined, undefined]],
      ['empty-string', ['', '', '']],
      ['null', [null, null, undefined]],
    ],
  },
  'list.pageSizeOnToken': {
    show: (choice) => {
      const { story, token, id } = completed(choice);
      const next = story.list(token, id, '?maxResults=2').body.nextPageToken;
      return story.list(token, id, `?nextPageToken=${next}`).body.records.length;
    },
    outcomes: [
      ['caller-repeats', 250],
      ['token-carries', 2],
    ],
  },
  'list.windowBoundary': {
    show: (choice) => {
      const { story, id } = completed(choice);
      story.wait('1h');
      return row(story.list(story.login().token, id));
    },
    outcomes: [
      ['open', '200'],
      ['closed', 'accessTimeElapsed'],
    ],
  },
} as const satisfies Points;

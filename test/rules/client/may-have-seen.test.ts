import * as traces from './write-trace.ts';
import { judgeRows } from './judge-rows.ts';

/**
 * What comes in pieces, or breaks off, a client may have seen, and may have given up waiting for: it excuses a client, and accuses
 * none. Beside each stands the same without an answer, or with one that came for certain.
 */

const { ask, begins, completes, create, download, ends, link, list, mail, notified, page, report } = traces;

const inPieces = { fault: 'drip' } as const;
const unanswered = { fault: 'reset' } as const;
const spoiled = { fault: 'malformedJson' } as const;
const silent = (at: string): traces.Part => mail(at, 'nothing', { fault: 'silence' });
const renewed = { authorization: 'Bearer t2' };
const at = (pageToken: string) => ({ parameters: `?nextPageToken=${pageToken}` });

const ofStore = 'grant_type=client_credentials&scope=reporting::store:marketer';
const refusedTwice = (fault: object): readonly traces.Part[] => [
  report('1m', 'storeRefusal'),
  ask('2m', ofStore, { access_token: 't2', expires_in: 3600 }, fault),
  report('3m', 'storeRefusal', renewed),
  report('4m', 'storeRefusal', { ...renewed, url: 'https://r.test/reports/2' }),
  ends('5m'),
];

judgeRows('C4', [
  [
    'the call was a second try itself, after a refusal in pieces',
    'held',
    [list('1m', 'tokenExpired', inPieces), list('2m', 'tokenExpired', renewed), ends('3m', 'expired')],
  ],
  [
    'the first try was not answered',
    'broken',
    [list('1m', 'tokenExpired', unanswered), list('2m', 'tokenExpired', renewed), ends('3m', 'expired')],
  ],
  ['another token, got in pieces, was refused, too', 'held', refusedTwice(inPieces)],
  ['a token that nobody had got was refused, too', 'broken', refusedTwice(unanswered)],
]);

const refreshed = (found: object, before: readonly traces.Part[] = []): readonly traces.Part[] => [
  begins('0s'),
  create('0s'),
  ...before,
  list('1m', 'tokenRevoked'),
  create('1m', 'tokenExpired', found),
  ask('2m', 'grant_type=refresh_token&refresh_token=r1', { access_token: 't2' }),
  list('3m', {}, renewed),
];

judgeRows('C5', [
  ['another call may have found the token expired', 'held', refreshed(inPieces)],
  ['another call was not answered', 'broken', refreshed(unanswered)],
  ['one before it may have found it expired, too', 'held', refreshed(inPieces, [create('30s', 'tokenExpired')])],
  ['one before it alone', 'broken', refreshed(unanswered, [create('30s', 'tokenExpired')])],
]);

const givenAgain = (how: object): readonly traces.Part[] => [
  list('0s', { records: [], nextPageToken: 'p2' }),
  list('1s', 'invalidNextPage', at('p2')),
  list('2s', { records: [], nextPageToken: 'p2' }, how),
  list('20s', {}, at('p2')),
];

judgeRows('C6', [
  ['a page in pieces gave the refused page token once more', 'held', givenAgain(inPieces)],
  ['one that was not answered gave none', 'broken', givenAgain(unanswered)],
]);

const retried = (again: string): readonly traces.Part[] => [
  create('0s', 'nothing', { fault: 'silence' }),
  create(again, 500),
  ends(again, '500'),
];

judgeRows('C7', [
  ['it was itself a retry, of a call that had been given up', 'held', retried('5s')],
  ['the first could not have been given up yet', 'broken', retried('4.9s')],
  [
    'it was no retry, but came after a conflict',
    'broken',
    [create('0s', 'requestConflict'), create('10m', 500), ends('10m', '500')],
  ],
  [
    'the first was refused in words that were spoiled',
    'held',
    [create('0s', 'requestConflict', spoiled), create('10m', 500), ends('10m', '500')],
  ],
  [
    'the page had come in another size',
    'broken',
    [list('0s', {}, at('p2')), list('1s', 500, { parameters: '?nextPageToken=p2&maxResults=9' }), ends('1s', '500')],
  ],
  [
    'the page had failed in another size',
    'held',
    [list('0s', 500, at('p2')), list('1s', 500, { parameters: '?nextPageToken=p2&maxResults=9' }), ends('1s', '500')],
  ],
  ['another call was never answered', 'inconclusive', [list('1m', 500), silent('1m'), ends('2m', 'timeout')]],
  ['it could not have been given up yet', 'broken', [list('1m', 500), silent('1m'), ends('1m4.9s', '500')]],
  [
    'it was still waited for when the client ended, and another came later',
    'broken',
    [list('1m', 500), silent('1m'), ends('1m4.9s', '500'), mail('3m')],
  ],
  [
    'another was refused, but after the end',
    'broken',
    [list('1m', 500), mail('1m', 400, { answered: '1m4s' }), ends('1m2s', '500')],
  ],
  [
    'another answer had come after the client had given it up',
    'inconclusive',
    [list('1m', 500), mail('1m', {}, { answered: '1m9s' }), ends('1m6s', 'timeout')],
  ],
]);

const createdAgain = (how: object): readonly traces.Part[] => [
  list('2h', 'accessTimeElapsed'),
  create('2h', { id: 'q1' }, how),
  list('3h'),
  ends('3h'),
];

judgeRows('C11', [
  ['the new query, told of in pieces, is the old one', 'held', createdAgain(inPieces)],
  ['nobody was told of a new query', 'broken', createdAgain(unanswered)],
]);

const smaller = (how: object): readonly traces.Part[] => [
  begins('0s'),
  list('1s', { records: [], nextPageToken: 'p2' }),
  list('2s', {}, { ...at('p2'), ...how }),
  list('20s', {}, { parameters: '?nextPageToken=p2&maxResults=9' }),
  ends('30s'),
];
const otherWay = (how: object, next = {}): readonly traces.Part[] => [
  begins('0s'),
  list('1s', { records: [], nextPageToken: 'p2' }),
  list('2s', { records: [], ...next }, { parameters: '?maxResults=250', ...how }),
  ends('30s'),
];

judgeRows('C12', [
  ['a page that was spoiled is asked for in smaller pieces', 'held', smaller(spoiled)],
  ['one that took long, too', 'held', smaller({ answered: '7s' })],
  ['one that had come', 'broken', smaller({})],
  ['read to its end by a page that came in pieces', 'held', otherWay(inPieces)],
  ['one that led on, to what nobody asked for', 'broken', otherWay({}, { nextPageToken: 'p9' })],
]);

const listedAgain = (how: object): readonly traces.Part[] => [
  list('0s', page),
  download('1s', 403),
  list('2s', page, how),
  download('20s'),
  ends('30s'),
];

judgeRows('C13', [
  ['the same link was given again in pieces', 'held', listedAgain(inPieces)],
  ['it was not given again', 'broken', listedAgain(unanswered)],
  [
    'the file came by another link, in pieces',
    'held',
    [list('0s', page), download('1s', 403), download('2s', {}, { url: `${link}&again`, ...inPieces }), ends('30s')],
  ],
]);

const begunAnew = (how: object, again: string): readonly traces.Part[] => [
  list('0s', { records: [], nextPageToken: 'p2' }),
  list('1s', 'nothing', { ...at('p2'), ...how }),
  list(again, { records: [], nextPageToken: 'p2' }),
];

judgeRows('C15', [
  ['a listing is begun anew for want of a page', 'held', begunAnew({ fault: 'silence' }, '10s')],
  [
    'a listing is begun anew, and then the page came',
    'held',
    [
      ...begunAnew({ fault: 'silence' }, '10s').slice(0, 1),
      list('1s', {}, { ...at('p2'), answered: '15s' }),
      list('10s'),
    ],
  ],
]);

const refusedFor = (how: object): readonly traces.Part[] => [
  begins('0s'),
  create('0s'),
  completes('1m'),
  notified('1m', 'COMPLETED', 200),
  list('2h', 'accessTimeElapsed'),
  create('2h', 'scopeNotEnabled', how),
  ends('3h'),
];

judgeRows('C17', [
  ['the data was out of reach by a refusal in pieces', 'inconclusive', refusedFor(inPieces)],
  ['the refusal got lost', 'broken', refusedFor(unanswered)],
]);

const unreached = (how: object): readonly traces.Part[] => [
  create('0s', 201, how),
  create('1s', 'nothing', { fault: 'refused' }),
  ends('1s', 'refused'),
];

judgeRows('C21', [
  ['it was a retry of a call that had not been answered', 'inconclusive', unreached(unanswered)],
  ['it was a retry of one that had come in pieces', 'inconclusive', unreached(inPieces)],
  ['the call had been answered', 'broken', unreached({})],
]);

const hungUpOn: traces.Part = (number) => [
  ...mail('0s', {}, { body: 'done' })(number),
  { kind: 'arrived', at: 1000, exchange: number },
  { kind: 'hungUp', at: 1000, exchange: number },
];

judgeRows('C24', [
  ['only the body of its answer was not waited for', 'held', [hungUpOn, mail('2s', {}, { body: 'done' })]],
]);

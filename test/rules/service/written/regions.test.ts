import { judgeRows } from '../../client/judge-rows.ts';
import { begins, completes, create, list, page, type Part } from '../../client/write-trace.ts';
import { allowed, by, injected, on } from './write-service.ts';

/** What rules say of a service that is one in all regions: traces written by hand. */

const q2 = { id: 'q2' };
const at = { us: { region: 'us-east-1' }, eu: { region: 'eu-west-1' } } as const;

const nextPage = { ...page, nextPageToken: 'n' };

const regions = (...parts: readonly Part[]): readonly Part[] => [
  allowed(),
  create('0s', { id: 'q1' }, at.eu),
  begins('0s'),
  ...parts,
];

judgeRows('S14', [
  ['one region was asked', 'inconclusive', regions(create('1m', q2, at.eu))],
  ['a query is known in the other', 'held', regions(list('6m', page, at.us))],
  ['a query is not known in the other', 'broken', regions(list('6m', 'queryIdNotFound', at.us))],
  ['a scenario says so', 'held', regions(injected(list('6m', 'queryIdNotFound', at.us)))],
  [
    'a query that nobody gave is not known there',
    'held',
    regions(list('6m', 'queryIdNotFound', { ...at.us, query: 'q9' })),
  ],
  [
    'that of another customer is not known there',
    'held',
    regions(list('6m', 'queryIdNotFound', { ...at.us, ...by('t2') })),
  ],
  ['the answer is another there', 'broken', regions(create('4m59s999ms', q2, at.us))],
  ['the answer is another there after five minutes', 'held', regions(create('5m', q2, at.us))],
  ['the answer is another there, to another', 'held', regions(create('1m', q2, { ...at.us, ...by('t2') }))],
  ['the answer is the same there', 'held', regions(create('1m', { id: 'q1' }, at.us))],
  ['it is throttled there', 'held', regions(create('1m', 'scopeThrottled', at.us))],
  ['a scenario answers otherwise', 'held', regions(injected(create('1m', q2, at.us)))],
  ['it is refused there for a conflict', 'broken', regions(create('1m', 'requestConflict', at.us))],
  [
    'it is refused there for a conflict, as it may',
    'held',
    regions(create('1m', 'requestConflict', at.us)),
    on({ 'cache.beforeConflict': 'conflict' }),
  ],
  [
    'the answer is another there, where authorizations alone are remembered',
    'held',
    regions(create('1m', q2, at.us)),
    on({ 'cache.meaning': 'authorization-only' }),
  ],
  [
    'the answer is another there once the query has ended',
    'held',
    regions(completes('1m'), create('2m', q2, at.us)),
    on({ 'cache.afterEnd': 'new-after-end' }),
  ],
  ['the answer is another in the same region', 'held', regions(create('1m', q2, at.eu), list('6m', page, at.us))],
  [
    'a page token is not taken there',
    'broken',
    regions(list('11m', nextPage, at.eu), list('11m', 'invalidNextPage', { ...at.us, parameters: '?nextPageToken=n' })),
  ],
  [
    'a page token that nobody gave',
    'held',
    regions(list('11m', nextPage, at.eu), list('11m', 'invalidNextPage', { ...at.us, parameters: '?nextPageToken=m' })),
  ],
  [
    'a page token of another customer',
    'held',
    regions(
      list('11m', nextPage, at.eu),
      list('11m', 'invalidNextPage', { ...at.us, ...by('t2'), parameters: '?nextPageToken=n' }),
    ),
  ],
  [
    'what was throttled in one is let in in the other',
    'held',
    [allowed(), create('0s', 'scopeThrottled', at.eu), create('1s', { id: 'q1' }, at.us)],
  ],
  [
    'the answer is another there, where a conflict may come first',
    'broken',
    regions(create('1m', q2, at.us)),
    on({ 'cache.beforeConflict': 'conflict' }),
  ],
]);

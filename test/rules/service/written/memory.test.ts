import type { Assumptions } from '../../../../src/spec/assumptions.ts';
import { judgeRows, type Row } from '../../client/judge-rows.ts';
import { begins, type CallOptions, completes, create, list, page, type Part } from '../../client/write-trace.ts';
import { allowed, injected, remembered } from './write-service.ts';

/** What rules say of what a service remembers for five minutes: traces written by hand. */

const on = (assumptions: Partial<Assumptions>): { readonly assumptions: Partial<Assumptions> } => ({ assumptions });
const by = (token: string): CallOptions => ({ authorization: `Bearer ${token}` });
const q2 = { id: 'q2' };
const at = { us: { region: 'us-east-1' }, eu: { region: 'eu-west-1' } } as const;
const twice = { fault: 'doubledRequest' } as const;
const with5 = { parameters: '?maxResults=5' };
const pages = (file: string): Readonly<Record<string, unknown>> => ({
  records: [{ file: `https://l.test/files/${file}` }],
});

/** A create that was answered with a query, and what came then. */
const asked = (...parts: readonly Part[]): readonly Part[] => [allowed(), create('0s'), ...parts];
const listed = (...parts: readonly Part[]): readonly Part[] => [allowed(), list('0s', page), ...parts];
const refused = (...parts: readonly Part[]): readonly Part[] => [allowed(), list('0s', 'queryNotCompleted'), ...parts];

const ended = [allowed(), create('0s'), begins('0s'), completes('1m'), create('2m', q2)];
const nextPage = { ...page, nextPageToken: 'n' };

judgeRows('S6', [
  ['nothing was asked again', 'inconclusive', asked()],
  ['the same a millisecond before five minutes', 'held', asked(create('4m59s999ms'))],
  ['another then', 'broken', asked(create('4m59s999ms', q2))],
  ['another after five minutes', 'inconclusive', asked(create('5m', q2))],
  [
    'another after five minutes, which are still of the old',
    'broken',
    asked(create('5m', q2)),
    on({ 'cache.boundary': 'old-answer' }),
  ],
  ['the five minutes count from the first', 'held', asked(create('4m'), create('5m', q2))],
  ['and from the next first', 'broken', asked(create('5m', q2), create('9m59s999ms', { id: 'q3' }))],
  ['another to another customer', 'inconclusive', asked(create('1m', q2, by('t2')))],
  ['another to another application', 'inconclusive', asked(create('1m', q2, by('o1')))],
  ['another to another token', 'broken', asked(create('1m', q2, by('t3')))],
  [
    'another to another token, where each has its own',
    'inconclusive',
    asked(create('1m', q2, by('t3'))),
    on({ 'cache.identity': 'token' }),
  ],
  [
    'another to the same token, where each has its own',
    'broken',
    asked(create('1m', q2)),
    on({ 'cache.identity': 'token' }),
  ],
  ['another in another region', 'broken', [allowed(), create('0s', { id: 'q1' }, at.eu), create('1m', q2, at.us)]],
  [
    'another where only authorizations are remembered',
    'inconclusive',
    asked(create('1m', q2)),
    on({ 'cache.meaning': 'authorization-only' }),
  ],
  ['another by a scenario', 'inconclusive', asked(injected(create('1m', q2)))],
  ['one by a scenario is not remembered', 'inconclusive', [allowed(), injected(create('0s')), create('1m', q2)]],
  ['throttled in between', 'held', asked(create('1m', 'scopeThrottled'), create('2m'))],
  ['what was throttled is not remembered', 'inconclusive', [allowed(), create('0s', 'scopeThrottled'), create('1m')]],
  ['what has failed is not remembered', 'inconclusive', [allowed(), create('0s', 'internalServerError'), create('1m')]],
  [
    'what has failed is, where all is',
    'broken',
    [allowed(), create('0s', 'internalServerError'), create('1m')],
    on({ 'cache.errors': 'everything' }),
  ],
  [
    'a refusal ahead of the operation is, where all is',
    'broken',
    [allowed(), create('0s', 'tokenExpired'), create('1m')],
    on({ 'cache.errors': 'everything' }),
  ],
  [
    'but for the same header',
    'inconclusive',
    [allowed(), create('0s', 'tokenExpired'), create('1m', {}, by('t3'))],
    on({ 'cache.errors': 'everything' }),
  ],
  ['a refusal of the operation is remembered', 'broken', refused(list('1m', page))],
  ['the same refusal', 'held', refused(list('1m', 'queryNotCompleted'))],
  [
    'it is not, where successes alone are',
    'inconclusive',
    refused(list('1m', page)),
    on({ 'cache.errors': 'success-only' }),
  ],
  [
    'it is not once the query is completed, where that ends it',
    'inconclusive',
    refused(list('1m', page)),
    on({ 'cache.afterCompletion': 'records' }),
  ],
  [
    'the new answer is remembered then',
    'broken',
    refused(list('1m', page), list('2m', pages('other'))),
    on({ 'cache.afterCompletion': 'records' }),
  ],
  ['a conflict is remembered', 'broken', [allowed(), create('0s', 'requestConflict'), create('1m')]],
  [
    'not where it ends with the query',
    'inconclusive',
    [allowed(), create('0s', 'requestConflict'), create('1m')],
    on({ 'cache.afterConflict': 'new-query' }),
  ],
  ['a conflict comes before the memory', 'broken', asked(create('1m', 'requestConflict'))],
  [
    'a conflict comes before it, as it may',
    'inconclusive',
    asked(create('1m', 'requestConflict')),
    on({ 'cache.beforeConflict': 'conflict' }),
  ],
  [
    'and what is remembered stays',
    'held',
    asked(create('1m', 'requestConflict'), create('2m')),
    on({ 'cache.beforeConflict': 'conflict' }),
  ],
  [
    'which leaves the memory as it is',
    'broken',
    asked(create('1m', 'requestConflict'), create('2m', q2)),
    on({ 'cache.beforeConflict': 'conflict' }),
  ],
  [
    'nor does a conflict that a listing is told of',
    'broken',
    listed(list('1m', 'requestConflict')),
    on({ 'cache.beforeConflict': 'conflict' }),
  ],
  [
    'another refusal does not come before it',
    'broken',
    listed(list('1m', 'queryNotCompleted')),
    on({ 'cache.beforeConflict': 'conflict' }),
  ],
  ['a new query though the first has ended', 'broken', ended],
  [
    'a new query once the first has ended, where that ends it',
    'inconclusive',
    ended,
    on({ 'cache.afterEnd': 'new-after-end' }),
  ],
  [
    'a new query while the first collects',
    'broken',
    [allowed(), create('0s'), begins('0s'), create('2m', q2)],
    on({ 'cache.afterEnd': 'new-after-end' }),
  ],
  ['the end of the hour does not end it', 'broken', listed(list('1m', 'accessTimeElapsed'))],
  [
    'but where it does',
    'inconclusive',
    listed(list('1m', 'accessTimeElapsed')),
    on({ 'cache.pastListingHour': 'elapsed' }),
  ],
  ['another of other parameters', 'inconclusive', listed(list('1m', pages('other'), with5))],
  ['another of another query', 'inconclusive', listed(list('1m', pages('other'), { query: 'q2' }))],
  ['another of another page', 'inconclusive', listed(list('1m', pages('other'), { parameters: '?nextPageToken=n' }))],
  ['another of the usual size, told', 'broken', listed(list('1m', pages('other'), { parameters: '?maxResults=250' }))],
  ['another of an empty size', 'broken', listed(list('1m', pages('other'), { parameters: '?maxResults=' }))],
  [
    'an empty size is refused, where it is',
    'inconclusive',
    listed(list('1m', 'invalidMaxResults', { parameters: '?maxResults=' })),
    on({ 'list.emptyMaxResults': 'refused' }),
  ],
  [
    'another of the usual size, told, where that is another question',
    'inconclusive',
    listed(list('1m', pages('other'), { parameters: '?maxResults=250' })),
    on({ 'cache.defaults': 'different' }),
  ],
  ['another of parameters that nobody knows', 'broken', listed(list('1m', pages('other'), { parameters: '?x=1' }))],
  [
    'another of those, where that is another question',
    'inconclusive',
    listed(list('1m', pages('other'), { parameters: '?x=1' })),
    on({ 'cache.unknownParameter': 'different' }),
  ],
  [
    'another of the same strangers in another order',
    'broken',
    [allowed(), list('0s', page, { parameters: '?y=2&x=1' }), list('1m', pages('other'), { parameters: '?x=1&y=2' })],
    on({ 'cache.unknownParameter': 'different' }),
  ],
  [
    'another of a create with parameters that nobody knows',
    'inconclusive',
    asked(create('1m', q2, { url: 'https://c.test/orders/data-queries?x=1' })),
    on({ 'cache.unknownParameter': 'different' }),
  ],
  ['another of an id in other letters', 'broken', listed(list('1m', pages('other'), { query: 'Q1' }))],
  [
    'another of an id in other letters, where these count',
    'inconclusive',
    listed(list('1m', pages('other'), { query: 'Q1' })),
    on({ 'query.idCase': 'exact' }),
  ],
  ['with another header', 'broken', asked(create('1m', { id: 'q1' }, { headers: { 'x-a': '1' } }))],
  ['with another date', 'held', asked(create('1m', { id: 'q1' }, { headers: { date: 'now' } }))],
  ['recorded: with another header', 'held', [create('0s'), create('1m', { id: 'q1' }, { headers: { 'x-a': '1' } })]],
  [
    'recorded: another within five minutes of the sending',
    'broken',
    [create('0s'), create('4m', q2, { answered: '4m59s999ms' })],
  ],
  ['recorded: another whose answer came later', 'inconclusive', [create('0s'), create('4m', q2, { answered: '5m' })]],
  [
    'of two arrivals the first answer is not known',
    'inconclusive',
    [allowed(), list('0s', 'queryNotCompleted', twice), list('1m', page)],
  ],
  [
    'what the second was given is remembered',
    'broken',
    [allowed(), create('0s', { id: 'q1' }, twice), create('1m', q2)],
  ],
  [
    'the five minutes count from the decision',
    'broken',
    [allowed(), create('0s', { id: 'q1' }, { answered: '5s' }), create('5m4s999ms', q2)],
  ],
  [
    'a new query before the first has ended',
    'broken',
    [allowed(), create('0s'), begins('0s'), create('2m', q2), completes('3m')],
    on({ 'cache.afterEnd': 'new-after-end' }),
  ],
  [
    'another refusal than for the end of the hour',
    'broken',
    listed(list('1m', 'queryNotCompleted')),
    on({ 'cache.pastListingHour': 'elapsed' }),
  ],
  [
    'a parameter of listings is none of a create',
    'inconclusive',
    asked(create('1m', q2, { url: 'https://c.test/orders/data-queries?maxResults=5' })),
    on({ 'cache.unknownParameter': 'different' }),
  ],
  ...['?maxResults=250', '?nextPageToken='].map(
    (parameters): Row => [
      `another of ${parameters}, which is as if it were left out`,
      'broken',
      listed(list('1m', pages('other'), { parameters })),
      on({ 'cache.unknownParameter': 'different' }),
    ],
  ),
]);

judgeRows('S7', [
  ['nothing was answered from memory', 'inconclusive', asked()],
  ['the same again within five minutes', 'held', asked(create('4m59s999ms'))],
  ['the same again after five minutes', 'broken', asked(create('5m'))],
  [
    'the same again after five minutes, which are still of the old',
    'held',
    asked(create('5m')),
    on({ 'cache.boundary': 'old-answer' }),
  ],
  ['the same to another customer', 'broken', asked(create('1m', { id: 'q1' }, by('t2')))],
  ['the same to another customer at the same instant', 'inconclusive', asked(create('0s', { id: 'q1' }, by('t2')))],
  ['the same to another customer a millisecond later', 'broken', asked(create('1ms', { id: 'q1' }, by('t2')))],
  ['another to another customer', 'inconclusive', asked(create('1m', q2, by('t2')))],
  ['the same to another by a scenario', 'inconclusive', asked(injected(create('1m', { id: 'q1' }, by('t2'))))],
  ['answers without an id', 'inconclusive', [allowed(), create('0s', {}), create('1m', {}, by('t2'))]],
  [
    'refusals are the same for all',
    'inconclusive',
    [allowed(), create('0s', 'requestConflict'), create('1m', 'requestConflict', by('t2'))],
  ],
  ['the same page to other parameters', 'broken', listed(list('1m', page, with5))],
  [
    'pages without records are the same for all',
    'inconclusive',
    [allowed(), list('0s'), list('1m', { records: [] }, by('t2'))],
  ],
  ['a page that is none', 'inconclusive', [allowed(), list('0s', {}), list('1m', {}, by('t2'))]],
  ['remembered, as was answered before', 'held', asked(remembered('0s', create('4m59s999ms')))],
  [
    'remembered of another token of the customer, where refusals are kept by header',
    'held',
    asked(remembered('0s', create('1m', { id: 'q1' }, by('t3')))),
    on({ 'cache.errors': 'everything' }),
  ],
  ['remembered for five minutes', 'broken', asked(remembered('0s', create('5m')))],
  ['remembered of another answer', 'broken', asked(remembered('0s', create('1m', q2)))],
  ['remembered of another customer', 'broken', asked(remembered('0s', create('1m', { id: 'q1' }, by('t2'))))],
  ['remembered of other parameters', 'broken', listed(remembered('0s', list('1m', page, with5)))],
  ['remembered since when nothing was answered', 'broken', asked(remembered('1ms', create('1m')))],
  ['remembered of a refusal', 'held', refused(remembered('0s', list('1m', 'queryNotCompleted')))],
  ['remembered of another refusal', 'broken', refused(remembered('0s', list('1m', 'accessTimeElapsed')))],
  [
    'remembered of an answer by a scenario',
    'broken',
    [allowed(), injected(create('0s')), remembered('0s', create('1m'))],
  ],
  [
    'remembered of one that arrived twice',
    'held',
    [allowed(), create('0s', 'requestConflict', twice), remembered('0s', create('1m'))],
  ],
  [
    'remembered of another that arrived twice',
    'broken',
    [allowed(), create('0s', 'requestConflict', { ...twice, ...by('t2') }), remembered('0s', create('1m'))],
  ],
  [
    'remembered of one that arrived twice, and was answered by a scenario',
    'held',
    [allowed(), injected(create('0s', 'requestConflict', twice)), remembered('0s', create('1m'))],
  ],
  ['remembered of its own first arrival', 'held', [allowed(), remembered('0s', create('0s', { id: 'q1' }, twice))]],
  ['remembered of an arrival that it had not', 'broken', [allowed(), remembered('0s', create('0s'))]],
  [
    'remembered of its own first arrival at another time',
    'broken',
    [allowed(), remembered('0s', create('1m', { id: 'q1' }, twice))],
  ],
  [
    'a run that goes on remembers what came before',
    'inconclusive',
    [allowed({ continues: true }), remembered('0s', create('1m'))],
  ],
  ['but not what it has seen itself', 'broken', [allowed({ continues: true }), remembered('1ms', create('1m'))]],
  [
    'the same again a millisecond after five minutes',
    'broken',
    asked(create('5m1ms')),
    on({ 'cache.boundary': 'old-answer' }),
  ],
]);

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

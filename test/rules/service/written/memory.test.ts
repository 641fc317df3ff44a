import { judgeRows, type Row } from '../../client/judge-rows.ts';
import { begins, completes, create, list, page, type Part } from '../../client/write-trace.ts';
import { allowed, by, injected, on, remembered } from './write-service.ts';

/** What rules say of what a service remembers for five minutes: traces written by hand. */

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

const conflictFirst = on({ 'cache.beforeConflict': 'conflict' });
const unknownTells = on({ 'cache.unknownParameter': 'different' });
const allErrors = on({ 'cache.errors': 'everything' });
const newAfterEnd = on({ 'cache.afterEnd': 'new-after-end' });

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
    allErrors,
  ],
  [
    'a refusal ahead of the operation is, where all is',
    'broken',
    [allowed(), create('0s', 'tokenExpired'), create('1m')],
    allErrors,
  ],
  [
    'but for the same header',
    'inconclusive',
    [allowed(), create('0s', 'tokenExpired'), create('1m', {}, by('t3'))],
    allErrors,
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
  ['a conflict comes before it, as it may', 'inconclusive', asked(create('1m', 'requestConflict')), conflictFirst],
  ['and what is remembered stays', 'held', asked(create('1m', 'requestConflict'), create('2m')), conflictFirst],
  [
    'which leaves the memory as it is',
    'broken',
    asked(create('1m', 'requestConflict'), create('2m', q2)),
    conflictFirst,
  ],
  ['nor does a conflict that a listing is told of', 'broken', listed(list('1m', 'requestConflict')), conflictFirst],
  ['another refusal does not come before it', 'broken', listed(list('1m', 'queryNotCompleted')), conflictFirst],
  ['a new query though the first has ended', 'broken', ended],
  ['a new query once the first has ended, where that ends it', 'inconclusive', ended, newAfterEnd],
  [
    'a new query while the first collects',
    'broken',
    [allowed(), create('0s'), begins('0s'), create('2m', q2)],
    newAfterEnd,
  ],
  ['the end of the hour does not end it', 'broken', listed(list('1m', 'accessTimeElapsed'))],
  [
    'but where it does',
    'inconclusive',
    listed(list('1m', 'accessTimeElapsed')),
    on({ 'cache.pastListingHour': 'elapsed' }),
  ],
  [
    'another success, where successes alone are',
    'broken',
    asked(create('1m', q2)),
    on({ 'cache.errors': 'success-only' }),
  ],
  ['another by a request that arrived twice', 'broken', asked(create('1m', q2, twice))],
  [
    'the second answer of two that arrived at once is remembered',
    'broken',
    [allowed(), remembered('0s', create('0s', { id: 'q1' }, twice)), create('1m', q2)],
  ],
  [
    'the five minutes do not count from an answer that is given again',
    'inconclusive',
    [allowed(), remembered('0s', create('4m')), create('6m', q2)],
  ],
  [
    'nor from a refusal that is given again, where all are remembered',
    'inconclusive',
    [allowed(), remembered('0s', create('4m', 'tokenExpired')), create('6m', 'tokenRevoked')],
    allErrors,
  ],
  [
    'another answer that is said to be remembered',
    'broken',
    [allowed(), create('0s'), begins('0s'), completes('1m'), remembered('0s', create('2m', q2))],
    newAfterEnd,
  ],
  ['recorded: another, when the first may have ended', 'inconclusive', [create('0s'), create('2m', q2)], newAfterEnd],
  ['another of other parameters', 'inconclusive', listed(list('1m', pages('other'), with5))],
  ['the same body with another status', 'broken', [allowed(), list('0s', 200), list('1m', 202)]],
  [
    'another of another size, where an empty one is none',
    'inconclusive',
    [allowed(), list('0s', page, { parameters: '?maxResults=6' }), list('1m', pages('other'), with5)],
    on({ 'list.emptyMaxResults': 'refused' }),
  ],
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
    unknownTells,
  ],
  [
    'another of the same strangers in another order',
    'broken',
    [allowed(), list('0s', page, { parameters: '?y=2&x=1' }), list('1m', pages('other'), { parameters: '?x=1&y=2' })],
    unknownTells,
  ],
  [
    'another of a create with parameters that nobody knows',
    'inconclusive',
    asked(create('1m', q2, { url: 'https://c.test/orders/data-queries?x=1' })),
    unknownTells,
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
    newAfterEnd,
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
    unknownTells,
  ],
  ...['?maxResults=250', '?nextPageToken='].map(
    (parameters): Row => [
      `another of ${parameters}, which is as if it were left out`,
      'broken',
      listed(list('1m', pages('other'), { parameters })),
      unknownTells,
    ],
  ),
]);

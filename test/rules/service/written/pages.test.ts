import { expect, test } from 'vitest';
import { findRule } from '../../../../src/rules/catalogue.ts';
import { readHistory } from '../../../../src/rules/history.ts';
import { defaultAssumptions } from '../../../../src/spec/assumptions.ts';
import { limits } from '../../../../src/spec/limits.ts';
import type { Entry } from '../../../../src/trace/entry.ts';
import type { InitialQuery, InitialWorld } from '../../../../src/trace/initial-world.ts';
import { judgeRows, type Row } from '../../client/judge-rows.ts';
import {
  begins,
  type CallOptions,
  completes,
  create,
  download,
  list,
  notified,
  page,
  type Part,
} from '../../client/write-trace.ts';
import { allowed, announced, arrives, injected, on } from './write-service.ts';

/** What rules say of the pages that a service gives, of its links, and of causes and effects: traces written by hand. */

const records = (...numbers: readonly number[]): { readonly records: readonly object[] } => ({
  records: numbers.map((number) => ({ file: `https://l.test/files/q1.${number}?signature=1` })),
});
const leadsOn = (nextPageToken: string, ...numbers: readonly number[]) => ({ ...records(...numbers), nextPageToken });
const by2 = { parameters: '?maxResults=2' };
const next = (token: string, more = '&maxResults=2'): CallOptions => ({ parameters: `?nextPageToken=${token}${more}` });
const two = list('0s', leadsOn('n', 1, 2), by2);
const refusedNext = (at: string, options: CallOptions = next('n')): Part => list(at, 'invalidNextPage', options);
const usualTwo = { limits: { pageSize: { ...limits.pageSize, usual: 2 } } };

const holding = (...held: readonly (readonly [customer: string, records: number])[]): Partial<InitialWorld> => ({
  holdings: held.map(([customer, count]) => ({ customer, scope: 'orders', records: count, notifiedAfter: 0 })),
});

const everySending = on({ 'links.lifetimeUnderCache': 'every-sending' });
const usableAtEnd = on({ 'links.boundary': 'usable' });

judgeRows('S8', [
  ['nothing was listed', 'inconclusive', [allowed(), list('0s', 'queryNotCompleted')]],
  ['a scenario answers with a page', 'inconclusive', [allowed(), injected(list('0s', records(1)))]],
  ['all on one page', 'held', [allowed(), list('0s', records(1, 2, 3))]],
  ['all on two pages', 'held', [allowed(), two, list('1s', records(3), next('n'))]],
  ['the same page again', 'held', [allowed(), two, two, list('1s', records(3), next('n'))]],
  ['too few, and no more', 'broken', [allowed(), list('0s', records(1, 2))]],
  ['too few on two pages', 'broken', [allowed(), two, list('1s', records(), next('n'))]],
  ['too many', 'broken', [allowed(), list('0s', records(1, 2, 3, 4))]],
  ['all, and a token to more', 'broken', [allowed(), list('0s', leadsOn('n', 1, 2, 3))]],
  ['all on two pages, and a token to more', 'broken', [allowed(), two, list('1s', leadsOn('m', 3), next('n'))]],
  [
    'as many as the other customer has',
    'held',
    [allowed(holding(['c1', 3], ['c2', 1])), list('0s', records(1), { authorization: 'Bearer t2' })],
  ],
  [
    'as many as the first customer has',
    'broken',
    [allowed(holding(['c1', 3], ['c2', 1])), list('0s', records(1, 2, 3), { authorization: 'Bearer t2' })],
  ],
  ['of what nobody knows how many there are', 'held', [allowed({ holdings: [] }), list('0s', records(1))]],
  ['one twice on a page', 'broken', [allowed(), list('0s', records(1, 2, 2))]],
  ['one twice on two pages', 'broken', [allowed(), two, list('1s', records(2), next('n'))]],
  [
    'one twice on the first and the third',
    'broken',
    [allowed(), list('0s', leadsOn('n', 1)), list('1s', leadsOn('m', 2), next('n')), list('2s', records(1), next('m'))],
  ],
  [
    'one in two listings',
    'held',
    [allowed(), list('0s', records(1, 2, 3)), list('1s', records(1, 2, 3), { parameters: '?maxResults=3' })],
  ],
  [
    'none of many, where another customer has none',
    'broken',
    [
      allowed(holding(['c1', 0], ['c2', 3])),
      list('0s', records()),
      list('1s', records(), { query: 'q2', authorization: 'Bearer t2' }),
    ],
  ],
  [
    'none on two pages alike, but that one has a successor by its header',
    'broken',
    [allowed(), list('0s', records(), { headers: { nextpagetoken: 'n' } }), list('1s', records(), next('n', ''))],
  ],
  ['as many as were asked for', 'held', [allowed(), two, list('1s', records(3), next('n'))]],
  ['one more than was asked for', 'broken', [allowed(), list('0s', records(1, 2, 3), by2)]],
  ['one more than is usual', 'broken', [allowed(), list('0s', records(1, 2, 3))], usualTwo],
  ['as many as is usual', 'held', [allowed(), list('0s', leadsOn('n', 1, 2))], usualTwo],
  [
    'more than the listing began with',
    'held',
    [allowed(), list('0s', leadsOn('n', 1), { parameters: '?maxResults=1' }), list('1s', records(2, 3), next('n', ''))],
  ],
  [
    'more than the listing began with, where the token carries that',
    'broken',
    [allowed(), list('0s', leadsOn('n', 1), { parameters: '?maxResults=1' }), list('1s', records(2, 3), next('n', ''))],
    on({ 'list.pageSizeOnToken': 'token-carries' }),
  ],
  ['a page whose listing began before', 'held', [allowed({ continues: true }), list('1s', records(3), next('n'))]],
  ['recorded: too few, for nobody knows how many there are', 'held', [list('0s', records(1, 2))]],
  ['recorded: one twice', 'broken', [two, list('1s', records(2), next('n'))]],
  ['a token is refused that was given', 'broken', [allowed(), create('0s'), two, refusedNext('1s')]],
  [
    'a token is refused that was given for another query',
    'held',
    [allowed(), two, create('0s', { id: 'q2' }), refusedNext('1s', { ...next('n'), query: 'q2' })],
  ],
  [
    'a token is refused that was given twice',
    'broken',
    [allowed(), create('0s'), two, refusedNext('1m'), list('6m', leadsOn('n', 2, 1), by2)],
  ],
  [
    'a token is refused that was given for the same query, as it is written there',
    'broken',
    [allowed(), create('0s'), list('0s', leadsOn('n', 1, 2), { ...by2, query: 'Q1' }), refusedNext('1m')],
  ],
  ['a token is refused that nobody gave', 'held', [allowed(), create('0s'), two, refusedNext('1s', next('m'))]],
  ['a token is refused by a scenario', 'held', [allowed(), create('0s'), two, injected(refusedNext('1s'))]],
  [
    'a token is refused that was given to another',
    'held',
    [allowed(), create('0s'), two, refusedNext('1s', { ...next('n'), authorization: 'Bearer t2' })],
  ],
  ['a token is refused before it is given', 'held', [allowed(), create('0s'), refusedNext('0s'), two]],
  ['a token is refused after five minutes', 'broken', [allowed(), create('0s'), two, refusedNext('5m')]],
  [
    'it is, where it is good for those',
    'held',
    [allowed(), create('0s'), two, refusedNext('5m')],
    on({ 'list.tokenLifetime': '5m' }),
  ],
  [
    'a token is refused before, where it is good for five minutes',
    'broken',
    [allowed(), create('0s'), two, refusedNext('4m59s999ms')],
    on({ 'list.tokenLifetime': '5m' }),
  ],
  [
    'as many as there are in this scope',
    'held',
    [
      allowed({
        holdings: [
          { customer: 'c1', scope: 'rentals', records: 9, notifiedAfter: 0 },
          { customer: 'c1', scope: 'orders', records: 1, notifiedAfter: 0 },
        ],
      }),
      list('0s', records(1)),
    ],
  ],
]);

const fetched = (at: string, options?: CallOptions): Part => download(at, {}, options);
const refusedLink = (at: string, status = 403): Part => download(at, status);
const listed = (...parts: readonly Part[]): readonly Part[] => [allowed(), list('0s', page), ...parts];
const schema = { url: 'https://l.test/schemas/q1.0?signature=1' };
const unknown = { url: 'https://l.test/files/q9.0?signature=1' };

const head = { method: 'HEAD' };
const spellings = [
  'https://l.test/files/q1.0?a=1&b=2',
  'https://l.test/files/q1.0?b=2&a=1',
  'https://l.test/files/q1%2E0?a=1&b=2',
  'https://L.test:443/files/q1.0?a=1&b=2#c',
];
const pair = { records: [{ file: spellings[0] }] };

judgeRows('S9', [
  ['no link was fetched', 'inconclusive', listed()],
  ['a millisecond before five minutes', 'held', listed(fetched('4m59s999ms'))],
  ['after five minutes', 'broken', listed(fetched('5m'))],
  ['after five minutes, where it works at their end', 'held', listed(fetched('5m')), usableAtEnd],
  ['a millisecond later', 'broken', listed(fetched('5m1ms')), usableAtEnd],
  ['that of a schema', 'broken', listed(fetched('5m', schema))],
  ['that of a schema before', 'held', listed(fetched('4m59s999ms', schema))],
  ['refused a millisecond before five minutes', 'broken', listed(refusedLink('4m59s999ms'))],
  ['gone a millisecond before five minutes', 'broken', listed(refusedLink('4m59s999ms', 410))],
  ['not found a millisecond before five minutes', 'broken', listed(refusedLink('4m59s999ms', 404))],
  ['not found after five minutes', 'held', listed(refusedLink('5m', 404))],
  ['failed for something else', 'held', listed(refusedLink('1m', 500))],
  ['refused after five minutes', 'held', listed(refusedLink('5m'))],
  ['refused after five minutes, where it works at their end', 'broken', listed(refusedLink('5m')), usableAtEnd],
  ['refused by a scenario', 'inconclusive', listed(injected(refusedLink('1m')))],
  ['one that nobody gave', 'broken', listed(fetched('1m', unknown))],
  ['one that nobody gave is refused', 'inconclusive', listed(download('1m', 403, unknown))],
  ['one that a scenario gave', 'broken', [allowed(), injected(list('0s', page)), fetched('1m')]],
  ['one that was given before the trace', 'inconclusive', [allowed({ continues: true }), fetched('1m')]],
  ['recorded: one that nobody gave', 'inconclusive', [fetched('1m')]],
  ['its head', 'broken', listed(fetched('5m', head))],
  ['its head is refused', 'broken', listed(download('1m', 403, head))],
  ['its head is not found', 'held', listed(download('1m', 404, head))],
  [
    'its head is refused, as it may',
    'inconclusive',
    listed(download('1m', 403, head)),
    on({ 'links.head': 'refused-403' }),
  ],
  [
    'another request is refused, where its head may',
    'broken',
    listed(refusedLink('1m')),
    on({ 'links.head': 'refused-403' }),
  ],
  ...spellings.map((url): Row => [`spelled as ${url}`, 'held', [allowed(), list('0s', pair), fetched('1m', { url })]]),
  ['with one parameter more', 'broken', [allowed(), list('0s', pair), fetched('1m', { url: `${spellings[0]}&c=3` })]],
  ['with another parameter', 'broken', [allowed(), list('0s', pair), fetched('1m', { url: `${spellings[0]}1` })]],
  ['its answer came again', 'broken', listed(list('4m', page), fetched('5m'))],
  [
    'its answer came again, where that renews it',
    'held',
    listed(list('4m', page), fetched('8m59s999ms')),
    everySending,
  ],
  ['five minutes after that', 'broken', listed(list('4m', page), fetched('9m')), everySending],
  ['another page renews nothing', 'broken', listed(list('4m', records(2)), fetched('5m')), everySending],
  ['fetched before it was given', 'broken', [allowed(), fetched('0s'), list('1s', page)]],
  [
    'recorded: five minutes after it was asked for, and less after its answer',
    'held',
    [list('0s', page, { answered: '5s' }), fetched('5m4s999ms')],
  ],
  ['recorded: five minutes after its answer', 'broken', [list('0s', page, { answered: '5s' }), fetched('5m5s')]],
  ['recorded: refused when it may be over', 'held', [list('0s', page, { answered: '5s' }), refusedLink('5m')]],
  ['recorded: refused when it cannot be', 'broken', [list('0s', page, { answered: '5s' }), refusedLink('4m59s999ms')]],
]);

const only =
  (part: Part, ...kinds: readonly Entry['kind'][]): Part =>
  (number) =>
    part(number).filter(({ kind }) => kinds.includes(kind));
const again =
  (part: Part): Part =>
  (number) => [...part(number), ...part(number)];
const turned =
  (part: Part): Part =>
  (number) =>
    part(number).toReversed();
const done: InitialQuery = {
  query: 'q1',
  application: 'app',
  customer: 'c1',
  scope: 'orders',
  region: 'eu-west-1',
  state: 'completed',
};
const delivered = notified('10m', 'COMPLETED', 200);

judgeRows('S15', [
  ['nothing was answered', 'inconclusive', [allowed(), only(create('0s'), 'request')]],
  ['an answer', 'held', [allowed(), create('0s')]],
  ['an answer to nothing', 'broken', [allowed(), only(create('0s'), 'answer')]],
  ['an answer before its request', 'broken', [allowed(), turned(create('0s'))]],
  ['an answer twice', 'broken', [allowed(), again(create('0s'))]],
  ['a request twice', 'broken', [allowed(), again(only(create('0s'), 'request'))]],
  ['an answer arrives', 'held', [allowed(), arrives('1s', create('0s'))]],
  [
    'an answer arrives that was not sent',
    'broken',
    [allowed(), only(arrives('1s', create('0s')), 'request', 'arrived')],
  ],
  ['a client hangs up', 'held', [allowed(), create('0s', {}, { hangsUp: '1s' })]],
  ['a client hangs up that did not call', 'broken', [allowed(), only(create('0s', {}, { hangsUp: '1s' }), 'hungUp')]],
  ['a fault', 'held', [allowed(), create('0s', {}, { fault: 'late' })]],
  ['a fault of no call', 'broken', [allowed(), only(create('0s', {}, { fault: 'late' }), 'fault')]],
  ['a notification of an end', 'held', [allowed(), begins('0s'), completes('10m'), announced('10m', 'COMPLETED')]],
  [
    'a notification before the end',
    'broken',
    [allowed(), begins('0s'), announced('10m', 'COMPLETED'), completes('10m')],
  ],
  ['a notification of what has begun', 'broken', [allowed(), begins('0s'), announced('10m', 'COMPLETED')]],
  [
    'a notification of an end before the trace',
    'held',
    [allowed({ continues: true, queries: [done] }), announced('10m', 'COMPLETED')],
  ],
  [
    'a notification of a query that collected before the trace',
    'broken',
    [allowed({ continues: true }), announced('10m', 'COMPLETED')],
  ],
  ['recorded: a notification', 'inconclusive', [announced('10m', 'COMPLETED')]],
  ['a notification is taken', 'held', [delivered]],
  ['a notification is taken that was not sent', 'broken', [only(delivered, 'delivered')]],
]);

test('S15: time that runs back: broken', () => {
  const entries = [...create('2s')(1), ...create('1s')(2)];
  const context = { assumptions: defaultAssumptions, limits };

  expect(findRule('S15').judge(readHistory(entries, context)).verdict).toBe('broken');
  expect(findRule('S15').judge(readHistory(entries.slice(2), context)).verdict).toBe('held');
});

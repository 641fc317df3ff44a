import { expect, test } from 'vitest';
import { ms } from '../../../../src/spec/time.ts';
import type { Entry } from '../../../../src/trace/entry.ts';
import { judgeRows } from '../../client/judge-rows.ts';
import { begins, cancels, completes, create, list, type Part, verdictOf } from '../../client/write-trace.ts';
import { acts, allowed, announced, begun, by, completed, injected, on, remembered, there } from './write-service.ts';

/** What rules say of the states of queries, of what is told of them, and of refusals: traces written by hand. */

const hers = { customer: 'c1' } as const;
const q2 = { id: 'q2' };

/** A trace that is read from a file may tell any change. */
const changes =
  (at: string, from: string, to: string): Part =>
  () => [{ kind: 'transition', at: ms(at), query: 'q1', ...hers, scope: 'orders', from, to } as Entry];
const lag = on({ 'query.cancelMoment': 'at-collection-end', 'query.holdReleasedBeforeEnd': 'canceled' });

const heldFor = [acts('5m', { do: 'holdAccount', ...hers }), acts('6m', { do: 'releaseAccount', ...hers })];
const others = begun(create('1m', q2, by('o1')), begins('1m', 'q2'));

judgeRows('S1', [
  ['no query', 'inconclusive', [allowed(), create('0s', 'scopeThrottled')]],
  ['it begins and completes', 'held', completed()],
  ['it completes twice', 'broken', completed(completes('11m'))],
  ['it is canceled once it is completed', 'broken', completed(cancels('11m'))],
  ['it is canceled, and goes on from there', 'broken', completed(changes('11m', 'completed', 'canceled'))],
  ['it goes from its end to the same', 'broken', completed(changes('11m', 'completed', 'completed'))],
  ['it is canceled as it begins', 'held', [allowed(), create('0s'), begins('0s'), cancels('0s')]],
  ['it was asked for by nobody who is known', 'held', [allowed({ consents: [] }), begins('0s'), completes('10m')]],
  ['it completes and never began', 'broken', [allowed(), completes('10m')]],
  ['it begins twice', 'broken', begun(begins('1m'))],
  ['it goes on from another state than it had', 'broken', begun(changes('10m', 'none', 'completed'))],
  ['it is canceled for nothing', 'broken', begun(cancels('5m'))],
  ['it is canceled for nothing, in a recording', 'held', [create('0s'), begins('0s'), cancels('5m')]],
  [
    'it is canceled as consent was withdrawn',
    'held',
    begun(acts('5m', { do: 'revokeConsent', ...hers }), cancels('5m')),
  ],
  [
    'it is canceled as the account is on hold',
    'held',
    begun(acts('5m', { do: 'holdAccount', ...hers }), cancels('5m')),
  ],
  [
    'it is canceled as the account of another is',
    'broken',
    begun(acts('5m', { do: 'holdAccount', customer: 'c2' }), cancels('5m')),
  ],
  [
    'it completes although consent was withdrawn',
    'broken',
    begun(acts('5m', { do: 'revokeConsent', ...hers }), completes('10m')),
  ],
  [
    'it completes although the account is on hold',
    'broken',
    begun(acts('5m', { do: 'holdAccount', ...hers }), completes('10m')),
  ],
  ['it completes as the account was released', 'held', begun(...heldFor, completes('10m'))],
  ['it is canceled although the account was released', 'broken', begun(...heldFor, cancels('10m'))],
  ['it is canceled then, as it may', 'held', begun(...heldFor, cancels('10m')), lag],
  [
    'it is canceled then, where it is canceled at once',
    'broken',
    begun(...heldFor, cancels('10m')),
    on({ 'query.holdReleasedBeforeEnd': 'canceled' }),
  ],
  [
    'it is canceled then, where a hold is forgiven',
    'broken',
    begun(...heldFor, cancels('10m')),
    on({ 'query.cancelMoment': 'at-collection-end' }),
  ],
  ['it is announced as both', 'broken', [create('0s'), announced('10m', 'COMPLETED'), announced('11m', 'CANCELED')]],
  [
    'it is announced as one, twice',
    'held',
    [create('0s'), announced('10m', 'COMPLETED'), announced('11m', 'COMPLETED')],
  ],
  ['it does not exist, says a listing', 'broken', begun(list('6m', 'queryIdNotFound'))],
  ['it does not exist, says a scenario', 'held', begun(injected(list('6m', 'queryIdNotFound')))],
  ['it does not exist for another customer', 'held', begun(list('6m', 'queryIdNotFound', by('t2')))],
  [
    'it does not exist in another scope',
    'held',
    begun(list('6m', 'queryIdNotFound', { url: 'https://c.test/rentals/data-queries/q1/records' })),
  ],
  ['it did not exist before', 'held', [allowed(), list('0s', 'queryIdNotFound'), create('1s'), begins('1s')]],
  ['an id in other letters does not exist', 'broken', begun(list('6m', 'queryIdNotFound', { query: 'Q1' }))],
  [
    'an id in other letters does not exist, where these count',
    'held',
    begun(list('6m', 'queryIdNotFound', { query: 'Q1' })),
    on({ 'query.idCase': 'exact' }),
  ],
  [
    'it was there at first, and is canceled when it was completed',
    'broken',
    [allowed({ continues: true, queries: [there('completed')] }), cancels('1m')],
  ],
  [
    'it was there at first, and completes',
    'held',
    [allowed({ continues: true, queries: [there('inProgress')] }), completes('1m')],
  ],
  [
    'it was there at first, and completes without consent',
    'broken',
    [allowed({ continues: true, queries: [there('inProgress')], consents: [] }), completes('1m')],
  ],
]);

judgeRows('S2', [
  ['no query', 'inconclusive', [allowed()]],
  ['one after the other', 'held', completed(begins('11m', 'q2'))],
  ['one beside the other', 'broken', begun(begins('6m', 'q2'))],
  ['one of another customer beside it', 'held', begun(begins('6m', 'q2', 'c2'))],
  [
    'a third beside the first, once the second has ended',
    'broken',
    begun(begins('1m', 'q2'), completes('2m', 'q2'), begins('3m', 'q3')),
  ],
  ['one by another application beside it', 'broken', others],
  [
    'one by another application beside it, where each has its own',
    'held',
    others,
    on({ 'query.acrossApplications': 'per-application' }),
  ],
  [
    'beside one that was there at first',
    'broken',
    [allowed({ continues: true, queries: [there('inProgress')] }), begins('1m', 'q2')],
  ],
  [
    'after one that was there at first, and had ended',
    'held',
    [allowed({ continues: true, queries: [there('completed')] }), begins('1m', 'q2')],
  ],
]);

test.each([
  ['without a query', [allowed()], { verdict: 'inconclusive', why: 'no query began' }],
  ['in a recording', [create('0s')], { verdict: 'inconclusive', why: 'the trace does not tell the states of queries' }],
  [
    'by the create that began the second',
    begun(create('6m', q2), begins('6m', 'q2')),
    {
      verdict: 'broken',
      evidence: [{ at: 360_000, exchange: 4, text: 'query q2 began while query q1 was under way for c1/orders' }],
    },
  ],
  [
    'of two that were there at first',
    [allowed({ queries: [there('inProgress'), { ...there('inProgress'), query: 'q2' }] })],
    { verdict: 'broken', evidence: [{ at: 0, text: 'query q2 began while query q1 was under way for c1/orders' }] },
  ],
])('S2 tells what it found: %s', (_, parts, verdict) => {
  expect(verdictOf('S2', parts)).toEqual(verdict);
});

const beganBy =
  (exchange: number): Part =>
  () => [
    { kind: 'transition', at: 0, query: 'q1', ...hers, scope: 'orders', from: 'none', to: 'inProgress', by: exchange },
  ];

judgeRows('S3', [
  ['nothing is told of states', 'inconclusive', [create('0s', 'requestConflict')]],
  ['a scenario refuses it', 'inconclusive', [allowed(), injected(create('0s', 'requestConflict'))]],
  [
    'a remembered conflict is not judged',
    'inconclusive',
    [allowed(), remembered('0s', create('1m', 'requestConflict'))],
  ],
  ['refused for something else', 'inconclusive', [allowed(), create('0s', 'scopeThrottled')]],
  ['a token that nobody knows', 'inconclusive', [allowed(), create('0s', 'requestConflict', by('t9'))]],
  ['refused for that of another application', 'held', begun(create('1m', 'requestConflict', by('o1')))],
  [
    'refused for that of another application, where each has its own',
    'broken',
    begun(create('1m', 'requestConflict', by('o1'))),
    on({ 'query.acrossApplications': 'per-application' }),
  ],
  ['refused for that of another customer', 'broken', begun(create('1m', 'requestConflict', by('t2')))],
  [
    'refused for that of another scope',
    'broken',
    begun(create('1m', 'requestConflict', { url: 'https://c.test/rentals/data-queries' })),
  ],
  [
    'the second arrival meets the query of the first',
    'held',
    [allowed(), beganBy(3), create('0s', 'requestConflict', { fault: 'doubledRequest' })],
  ],
  [
    'the second arrival begins it',
    'held',
    [allowed(), beganBy(3), create('0s', { id: 'q1' }, { fault: 'doubledRequest' })],
  ],
  ['it began its own query', 'held', begun()],
  ['at the instant that the other ends, after it', 'broken', completed(create('10m', 'requestConflict'))],
  ['at the instant that the other ends, before it', 'held', begun(create('10m', 'requestConflict'), completes('10m'))],
]);

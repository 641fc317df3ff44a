import { judgeRows } from '../../client/judge-rows.ts';
import { create, list, page, type Part } from '../../client/write-trace.ts';
import { allowed, by, injected, on, remembered } from './write-service.ts';

/** What rules say of what a service remembers, and whose it is: traces written by hand. */

const q2 = { id: 'q2' };
const twice = { fault: 'doubledRequest' } as const;
const with5 = { parameters: '?maxResults=5' };

/** A create that was answered with a query, and what came then. */
const asked = (...parts: readonly Part[]): readonly Part[] => [allowed(), create('0s'), ...parts];
const listed = (...parts: readonly Part[]): readonly Part[] => [allowed(), list('0s', page), ...parts];
const refused = (...parts: readonly Part[]): readonly Part[] => [allowed(), list('0s', 'queryNotCompleted'), ...parts];

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

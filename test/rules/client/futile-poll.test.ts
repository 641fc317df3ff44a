import { judgeRows } from './judge-rows.ts';
import * as traces from './write-trace.ts';
import { on, remembered } from '../service/written/write-service.ts';

/** "The same answer for five minutes": what gives a client a reason to repeat a call meanwhile, and what gives none. */

const { create, download, list, notified } = traces;

const listed = list('10s');
const pending = list('10s', 'queryNotCompleted');
const spoiled = { fault: 'malformedJson' } as const;
const conflict = create('10s', 'requestConflict');
const underWay: traces.Part = (number) => [{ kind: 'delivered', at: 20_000, notification: number - 1, status: 200 }];
const toldLater = (status?: number): readonly traces.Part[] => [notified('0s', 'COMPLETED', status), underWay];

judgeRows('C15', [
  ['a listing that was refused since its query is under way', 'broken', [pending, list('1m')]],
  ['a refusal that stands in no memory', 'inconclusive', [list('10s', 404), list('1m', 404)]],
  ['a conflict', 'broken', [conflict, create('1m')]],
  [
    'a refusal that is not remembered',
    'inconclusive',
    [pending, list('1m', 'queryNotCompleted')],
    on({ 'cache.afterCompletion': 'records' }),
  ],
  [
    'a conflict that is not remembered',
    'inconclusive',
    [conflict, create('1m', 'requestConflict')],
    on({ 'cache.afterConflict': 'new-query' }),
  ],
  [
    'a new query, where the first answer ends with its query',
    'inconclusive',
    [create('10s'), create('1m')],
    on({ 'cache.afterEnd': 'new-after-end' }),
  ],
  [
    'a conflict, where a listing is not remembered',
    'broken',
    [conflict, create('1m')],
    on({ 'cache.afterCompletion': 'records' }),
  ],
  [
    'a listing, where a conflict is not remembered',
    'broken',
    [listed, list('1m')],
    on({ 'cache.afterConflict': 'new-query', 'cache.afterEnd': 'new-after-end' }),
  ],
  ['a page that was spoiled', 'inconclusive', [list('10s', {}, spoiled), list('1m', {}, spoiled)]],
  ['while the first is under way', 'held', [list('10s', {}, { answered: '14s' }), list('12s')]],
  ['five minutes from the first answer that was remembered', 'held', [remembered('0s', listed), list('5m')]],
  ['not yet', 'broken', [remembered('0s', listed), list('4m59s')]],
  [
    'five minutes from its sending, though it was answered later',
    'held',
    [list('10s', {}, { answered: '12s' }), list('5m10s')],
  ],
  ['the application was told meanwhile of what had been sent before', 'held', [...toldLater(), pending, list('1m')]],
  ['it had been told before', 'broken', [notified('0s', 'COMPLETED', 200), pending, list('1m')]],
  ['a notification was sent meanwhile, and not brought', 'broken', [pending, notified('20s', 'COMPLETED'), list('1m')]],
  [
    'a download failed while the first was under way',
    'held',
    [list('10s', {}, { answered: '14s' }), download('11s', 500), list('1m')],
  ],
  [
    'a download that was on its way before failed meanwhile',
    'held',
    [download('9s', 500, { answered: '12s' }), listed, list('1m')],
  ],
  ['a download had failed before', 'broken', [download('9s', 500), listed, list('1m')]],
]);

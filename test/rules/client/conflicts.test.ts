import { judgeRows } from './judge-rows.ts';
import { create, list, notified, type Part } from './write-trace.ts';

/** What a client does after a conflict: traces written by hand. (States and transitions) */

const conflict = (at: string, answered = at): Part => create(at, 'requestConflict', { answered });
const news = (at: string): Part => notified(at, 'COMPLETED', 204);

judgeRows('C9', [
  ['no conflict', 'inconclusive', [create('0s'), create('1s')]],
  ['another refusal', 'inconclusive', [create('0s', 'tokenExpired'), create('1s')]],
  ['a conflict, and no more', 'held', [conflict('10m')]],
  ['a conflict and another refusal, and no more', 'held', [list('0s', 'tokenExpired'), conflict('10m')]],
  ['a conflict right after an answer', 'held', [create('10m'), conflict('10m1s')]],
  ['a create right after it', 'broken', [conflict('10m'), create('10m1s')]],
  ['at the very moment', 'broken', [conflict('10m'), create('10m')]],
  ['a create after a notification', 'held', [conflict('10m'), news('10m1s'), create('10m2s')]],
  ['a notification before it tells nothing', 'broken', [news('9m'), conflict('10m'), create('10m1s')]],
  ['nor does one that comes later', 'broken', [conflict('10m'), create('10m1s'), news('11m')]],
  ['a create that was sent before the refusal came', 'held', [conflict('10m', '10m2s'), create('10m1s')]],
]);

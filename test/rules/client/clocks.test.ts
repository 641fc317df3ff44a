import { expect, test } from 'vitest';
import { judgeRows } from './judge-rows.ts';
import * as traces from './write-trace.ts';

/** A client whose clock is not that of the service: links that seem dead, and are not. (C25) */

const { began, create, download, ends, evidenceOf, link, list, page } = traces;

const noon = began('2030-01-01T12:00:00.000Z');
const date = (time: string) => ({ headers: { date: `Tue, 01 Jan 2030 ${time} GMT` } });
const dated = (at: string, time: string, answer: object = page): traces.Part =>
  list(at, answer as Record<string, unknown>, date(time));
const other = { parameters: '?maxResults=7' };
const nothing = { records: [] };
const otherLink = link.replace('q1.0', 'q1.1');
const otherPage = { records: [{ file: otherLink, schema: otherLink.replace('files', 'schemas') }] };
/** Asks for the same within five minutes: that something is wrong has to show, before anything is said of a clock. */
const polls = [list('0s', nothing, other), list('1s', nothing, other)];

judgeRows('C25', [
  ['a minute ahead, and no matter', 'held', [noon, list('1m', 500, date('12:02:00')), ends('3m', '500')]],
  ['59 seconds ahead, and no matter', 'inconclusive', [noon, list('1m', 500, date('12:01:59')), ends('3m', '500')]],
  ['ten minutes later, as both say', 'inconclusive', [noon, list('10m', 500, date('12:10:00')), ends('11m', '500')]],
  [
    'a minute ahead in one answer, and right in the next',
    'held',
    [noon, create('0s', 500, date('12:01:00')), list('1m', 500, date('12:01:00')), ends('3m', '500')],
  ],
  [
    'listed again when the links seem five minutes old',
    'broken',
    [noon, dated('0s', '11:55:01'), list('1s'), ends('3m')],
  ],
  ['a second before that', 'inconclusive', [noon, dated('0s', '11:55:02'), list('1s'), ends('3m')]],
  [
    'listed again once the links seem dead, and not at first',
    'broken',
    [noon, dated('0s', '11:58:00'), list('4m'), ends('5m')],
  ],
  [
    'listed again a millisecond before they are',
    'broken',
    [noon, ...polls, dated('0s', '11:50:00'), list('4m59s999ms'), ends('6m')],
  ],
  ['listed again when they are', 'inconclusive', [noon, ...polls, dated('0s', '11:50:00'), list('5m'), ends('6m')]],
  ['links that were never used', 'broken', [noon, ...polls, dated('0s', '11:50:00'), ends('6m')]],
  ['a page without links', 'inconclusive', [noon, ...polls, dated('0s', '11:50:00', nothing), ends('6m')]],
  ['links that were used', 'inconclusive', [noon, ...polls, dated('0s', '11:50:00'), download('1s'), ends('6m')]],
  [
    'links that were used when they had died',
    'inconclusive',
    [noon, ...polls, dated('0s', '11:50:00'), download('6m', 403), ends('6m')],
  ],
  [
    'links that were never used, but those of another page',
    'broken',
    [
      noon,
      ...polls,
      dated('0s', '11:50:00'),
      list('0s', otherPage, { parameters: '?maxResults=8' }),
      download('1s', {}, { url: otherLink }),
      ends('6m'),
    ],
  ],
  [
    'links that seemed alive, and another listing later',
    'inconclusive',
    [noon, ...polls, dated('0s', '11:58:00'), list('4m', nothing, { parameters: '?maxResults=8' }), ends('6m')],
  ],
  [
    'what is wrong is that the hour was missed',
    'broken',
    [noon, dated('0s', '11:50:00'), list('2h', 'accessTimeElapsed', other), ends('2h')],
  ],
  [
    'what is wrong is that links have died',
    'broken',
    [noon, dated('0s', '11:50:00'), list('0s', otherPage, other), download('1h', 403, { url: otherLink }), ends('1h')],
  ],
]);

test('C25 says how far the clocks are apart', () => {
  expect(evidenceOf('C25', [noon, dated('0s', '11:50:00'), list('1s'), ends('3m')])).toEqual([
    'its links were taken for dead while they were alive, where the clock of the service is 10m0.000s behind',
  ]);
});

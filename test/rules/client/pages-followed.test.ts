import { expect, test } from 'vitest';
import { judgeRows } from './judge-rows.ts';
import * as traces from './write-trace.ts';

/** "Until none is returned, with the same parameters": which token a client has to follow, and which it may leave. (Endpoints) */

const { begins, create, download, ends, evidenceOf, link, list } = traces;

const at = (token: string, more = '') => ({ parameters: `?nextPageToken=${token}${more}` });
const gives = (when: string, next: string, options: traces.CallOptions = {}): traces.Part =>
  list(when, { records: [], nextPageToken: next }, options);
const begun = [begins('0s'), create('0s')];
const first = gives('1s', 'p2');
const end = ends('9s');

judgeRows('C12', [
  ['a page that was refused had been asked for', 'held', [...begun, first, list('2s', 404, at('p2')), end]],
  ['a page that was listed again had no successor then', 'held', [...begun, first, list('6s', { records: [] }), end]],
  [
    'a page that was listed again, and followed then',
    'held',
    [...begun, first, gives('2s', 'p3'), list('3s', {}, at('p3')), end],
  ],
  [
    'the same token of another query was followed',
    'broken',
    [...begun, first, list('2s', {}, { ...at('p2'), query: 'q2' }), end],
  ],
  ['a query that began before the trace', 'held', [first, end]],
  ['with the usual size spelled out', 'held', [...begun, first, list('2s', {}, at('p2', '&maxResults=250')), end]],
  [
    'with a token that no page gave',
    'broken',
    [...begun, first, list('2s', {}, at('p2')), list('3s', {}, at('p9')), end],
  ],
  [
    'with a token that half of a page may have given',
    'held',
    [...begun, first, list('2s', {}, { ...at('p2'), fault: 'truncated' }), list('3s', {}, at('p9')), end],
  ],
  [
    'a file of the page was refused',
    'inconclusive',
    [...begun, list('1s', { records: [{ file: link }], nextPageToken: 'p2' }), download('2s', 404), ends('3s')],
  ],
  [
    'a page that had come once, and failed twice, in smaller pieces',
    'held',
    [
      ...begun,
      first,
      list('2s', 500, at('p2')),
      list('3s', {}, at('p2', '&maxResults=9')),
      list('4s', 500, at('p2')),
      list('5s', {}, at('p2', '&maxResults=9')),
      end,
    ],
  ],
]);

test.each([
  ['the page gave a token that was never followed', [...begun, first, gives('2s', 'p3', at('p2')), end]],
  [
    'a page was asked for with a token that no page had given',
    [...begun, first, list('2s', {}, at('p2')), list('3s', {}, at('p9')), end],
  ],
  [
    'a page was asked for with maxResults 9, where the listing had begun with 250',
    [...begun, first, list('2s', {}, at('p2', '&maxResults=9')), end],
  ],
])('C12 tells of the one call: %s', (text, parts) => {
  expect(evidenceOf('C12', parts)).toEqual([text]);
});

test('C12 tells of two listings that were left', () => {
  const left = [...begun, begins('0s', 'q2', 'c2'), first, gives('2s', 'p2', { query: 'q2' }), end];

  expect(evidenceOf('C12', left)).toHaveLength(2);
});

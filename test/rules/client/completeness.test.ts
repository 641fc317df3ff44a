import { expect, test } from 'vitest';
import * as tell from './tell.ts';

const { begins, cancels, completes, create, download, ends, judge, link, list, notified, page } = tell;

/** What an import of one record is made of. */
const schema = page.records[0]?.schema ?? '';
const ready = [create('0s'), begins('0s'), completes('1m'), notified('1m', 'COMPLETED', 200)];
const file = download('2m');
const description = download('2m', {}, { url: schema });
const secondPage = { records: [{ file: 'https://l.test/files/q1.1', schema: 'https://l.test/schemas/q1.1' }] };
const secondFiles = ['https://l.test/files/q1.1', 'https://l.test/schemas/q1.1'].map((url) =>
  download('3m', {}, { url }),
);
const ofPage = (token: string) => ({ parameters: `?nextPageToken=${token}` });

test.each<readonly [string, string, readonly tell.Told[]]>([
  ['data and schema', 'held', [...ready, list('2m', page), file, description, ends('3m')]],
  ['no schema', 'broken', [...ready, list('2m', page), file, ends('3m')]],
  ['no data', 'broken', [...ready, list('2m', page), description, ends('3m')]],
  ['no listing', 'broken', [...ready, ends('3m')]],
  ['nothing to download', 'held', [...ready, list('2m'), ends('3m')]],
  ['a listing that got lost', 'broken', [...ready, list('2m', page, { fault: 'reset' }), ends('3m')]],
  ['a refused download', 'broken', [...ready, list('2m', page), download('2m', 403), description, ends('3m')]],
  [
    'half a file',
    'broken',
    [...ready, list('2m', page), download('2m', {}, { fault: 'truncated' }), description, ends('3m')],
  ],
  [
    'half a file, then all of it',
    'held',
    [...ready, list('2m', page), download('2m', {}, { fault: 'truncated' }), file, description, ends('3m')],
  ],
  [
    'a file that came in pieces',
    'inconclusive',
    [...ready, list('2m', page), download('2m', {}, { fault: 'drip' }), description, ends('3m')],
  ],
  [
    'a file that was spoiled',
    'inconclusive',
    [...ready, list('2m', page), download('2m', {}, { fault: 'malformedJson' }), description, ends('3m')],
  ],
  [
    'a file in pieces, and no schema',
    'broken',
    [...ready, list('2m', page), download('2m', {}, { fault: 'drip' }), ends('3m')],
  ],
  ['a page that came in pieces', 'inconclusive', [...ready, list('2m', page, { fault: 'drip' }), ends('3m')]],
  [
    'by a link of another listing',
    'held',
    [...ready, list('2m', page), download('2m', {}, { url: link.replace('=1', '=2') }), description, ends('3m')],
  ],
  [
    'both pages',
    'held',
    [
      ...ready,
      list('2m', { ...page, nextPageToken: 'p2' }),
      list('2m', secondPage, ofPage('p2')),
      file,
      description,
      ...secondFiles,
      ends('3m'),
    ],
  ],
  [
    'both pages, one file missing',
    'broken',
    [
      ...ready,
      list('2m', { ...page, nextPageToken: 'p2' }),
      list('2m', secondPage, ofPage('p2')),
      file,
      description,
      ...secondFiles.slice(1),
      ends('3m'),
    ],
  ],
  ['the first page', 'broken', [...ready, list('2m', { ...page, nextPageToken: 'p2' }), file, description, ends('3m')]],
  [
    'on by the token of the second listing',
    'held',
    [
      ...ready,
      list('2m', { ...page, nextPageToken: 'p2' }),
      list('2m', { ...page, nextPageToken: 'p3' }),
      list('2m', secondPage, ofPage('p3')),
      file,
      description,
      ...secondFiles,
      ends('3m'),
    ],
  ],
  [
    'a query that was canceled',
    'inconclusive',
    [create('0s'), begins('0s'), cancels('1m'), notified('1m', 'CANCELED', 200), ends('3m')],
  ],
  ['a query that has not ended', 'inconclusive', [create('0s'), begins('0s'), ends('3m')]],
  ['a notification that never came', 'inconclusive', [...ready.slice(0, 3), notified('1m', 'COMPLETED'), ends('3m')]],
  ['a listing refused for good', 'inconclusive', [...ready, list('2m', 'scopeNotEnabled'), ends('3m')]],
  ['a listing refused for now', 'broken', [...ready, list('2m', 'integrationTimeout'), ends('3m')]],
  ['a listing that came too late', 'broken', [...ready, list('2m', 'accessTimeElapsed'), ends('3m')]],
  [
    'a second query, complete',
    'held',
    [
      ...ready,
      create('2m', { id: 'q2' }),
      begins('2m', 'q2'),
      completes('3m', 'q2'),
      list('3m', { records: [] }, { query: 'q2' }),
      ends('3m'),
    ],
  ],
  [
    'a second query, incomplete',
    'broken',
    [
      create('0s'),
      begins('0s'),
      cancels('1m'),
      create('2m', { id: 'q2' }),
      begins('2m', 'q2'),
      completes('3m', 'q2'),
      notified('3m', 'COMPLETED', 200, 'q2'),
      ends('3m'),
    ],
  ],
  [
    'a second customer, incomplete',
    'broken',
    [
      ...ready,
      list('2m'),
      create('2m', { id: 'q2' }),
      begins('2m', 'q2', 'c2'),
      completes('3m', 'q2', 'c2'),
      notified('3m', 'COMPLETED', 200, 'q2'),
      ends('3m'),
    ],
  ],
  ['not yet over', 'inconclusive', [...ready, list('2m', page)]],
  ['no query at all', 'inconclusive', [ends('3m')]],
  ['an error out of nothing', 'broken', [...ready, list('2m'), ends('3m', 'undefined is not a function')]],
  ['an error after a refusal', 'held', [...ready, list('2m', 'scopeNotEnabled'), ends('3m', '403 SCOPE_NOT_ENABLED')]],
  ['an error that says nothing', 'broken', [...ready, list('2m', 'scopeNotEnabled'), ends('3m', ' ')]],
  ['an error after a fault', 'held', [...ready, list('2m', page, { fault: 'reset' }), ends('3m', 'reset')]],
  [
    'an error after a cancellation',
    'held',
    [create('0s'), begins('0s'), cancels('1m'), notified('1m', 'CANCELED', 200), ends('3m', 'canceled')],
  ],
  [
    'an error after a notification that never came',
    'held',
    [...ready.slice(0, 3), notified('1m', 'COMPLETED'), ends('3m', 'nothing came')],
  ],
  ['an error before the query ended', 'held', [create('0s'), begins('0s'), ends('3m', 'it takes too long')]],
  ['an error that is not its own', 'inconclusive', [...ready, ends('3m', 'stuck (…) [CLOCK_STUCK]')]],
])('C17, %s: %s', (_name, verdict, told) => {
  expect(judge('C17', told)).toBe(verdict);
});

import { expect, test } from 'vitest';
import { begins, completes, create, ends, judge, list, notified, type Part } from './client/write-trace.ts';

/** A listing is followed from page to page, however many there are, and however often each was asked for. */

const ready = [create('0s'), begins('0s'), completes('1m'), notified('1m', 'COMPLETED', 200)];

/** The pages of a listing without records; the last one, which leads no further, may be left out. */
const listing = (pages: number, last: 'with the last' | 'but the last'): readonly Part[] => {
  const listed = Array.from({ length: pages - 1 }, (_, index) =>
    list('2m', { records: [], nextPageToken: `p${index + 1}` }, pageOf(index)),
  );
  return last === 'with the last' ? [...listed, list('2m', { records: [] }, pageOf(pages - 1))] : listed;
};

const pageOf = (index: number) => (index === 0 ? {} : { parameters: `?nextPageToken=p${index}` });

test.each<readonly [string, string, readonly Part[]]>([
  ['twenty thousand pages', 'held', listing(20_000, 'with the last')],
  ['twenty thousand pages but the last', 'broken', listing(20_000, 'but the last')],
  ['forty pages, each of them twice', 'held', [...listing(40, 'but the last'), ...listing(40, 'with the last')]],
  ['forty pages but the last, each of them twice', 'broken', [0, 1].flatMap(() => listing(40, 'but the last'))],
  [
    'forty pages, in a second try that began where the first had come to nothing',
    'held',
    [...listing(3, 'but the last'), ...listing(40, 'with the last').slice(2)],
  ],
])('C17, of %s: %s', (_name, verdict, pages) => {
  expect(judge('C17', [...ready, ...pages, ends('3m')])).toBe(verdict);
});

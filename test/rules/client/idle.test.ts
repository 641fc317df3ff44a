import { judgeRows, type Row } from './judge-rows.ts';
import * as traces from './write-trace.ts';

/**
 * A listing has an hour: who let it pass doing nothing is late, and who slept, or waited for an answer, a retry or a notification, is
 * not. Beside each row stands the same a millisecond later.
 */

const { download, list, mail, notified, sleeps } = traces;

const heard = notified('0s', 'COMPLETED', 200);
const late = (words: string, at: string, ...parts: readonly traces.Part[]): readonly Row[] => [
  [words, 'held', [heard, ...parts, list(at)]],
  [`${words}, and a millisecond more`, 'broken', [heard, ...parts, list(`${at}0.001s`)]],
];
const spoiled = { fault: 'emptyBody' } as const;
const ofOther = { query: 'q2' };
const away = 'https://c2.test/orders/data-queries/q2/records';
/** Something that is under way from the beginning, so that it is not the client's next call: it takes nothing from the hour. */
const other = (answered: string): traces.Part => mail('0s', {}, { answered });

judgeRows('C11', [
  ...late('idle for the hour', '1h0m'),
  ...late('asleep meanwhile', '1h3m', sleeps('10m', '13m')),
  ...late('asleep from the beginning', '1h3m', sleeps('0s', '3m')),
  ...late('asleep at its end', '1h3m', sleeps('1h', '1h3m')),
  ...late('asleep within a longer sleep', '1h9m', sleeps('1m', '10m'), sleeps('2m', '3m')),
  ...late('asleep twice, one after the other', '1h9m', sleeps('1m', '5m'), sleeps('5m', '10m')),
  ...late('asleep twice, with a pause', '1h8m', sleeps('1m', '5m'), sleeps('6m', '10m')),
  ...late('asleep afterwards, too', '1h3m', sleeps('10m', '13m'), sleeps('2h', '3h')),
  ...late('while an answer was under way', '1h3m', other('3m')),
  ['while an answer never came', 'held', [heard, mail('0s', 'nothing', { fault: 'silence' }), list('5h')]],
  ...late('before the retry of a download', '2h6m', download('0s', 400), download('1h6m')),
  ...late('before the retry of one that was spoiled', '2h6m', download('0s', {}, spoiled), download('1h6m')),
  ['before a download that was no retry', 'broken', [heard, download('0s'), download('1h6m'), list('1h6m')]],
  [
    'before the retry of a download of another file',
    'broken',
    [heard, download('0s', 500), download('1h6m', {}, { url: 'https://l.test/files/q1.1?signature=1' }), list('1h6m')],
  ],
  [
    'before the retry of a listing in another region',
    'held',
    [heard, list('0s', 500, ofOther), list('1h6m', {}, { ...ofOther, url: away }), list('1h6m')],
  ],
]);

import { expect, test } from 'vitest';
import { judgeRows, type Row } from './judge-rows.ts';
import * as traces from './write-trace.ts';

/** What a client has to say that had no data to import, and whose mail, store call or token was refused. */

const { ask, ends, evidenceOf, given, mail, report, returns, submit } = traces;

const refusedMail = (result: unknown): readonly traces.Part[] => [given('c1'), mail('0s', 400), returns('1m', result)];
const says = (words: string, verdict: Row[1], result: unknown): Row => [words, verdict, refusedMail(result)];

judgeRows('C17', [
  says('nothing', 'broken', undefined),
  says('how many were sent', 'broken', { sent: 1 }),
  says('a word for success', 'broken', 'sent'),
  says('the status of another answer', 'broken', [200, 401]),
  says('null', 'inconclusive', null),
  says('null for each', 'inconclusive', { ann: { mail: null }, bob: { mail: 'sent' } }),
  says('false', 'inconclusive', false),
  says('false for each', 'inconclusive', [false]),
  says('that none was sent', 'inconclusive', { sent: 0 }),
  says('the status of the refusal', 'inconclusive', { ann: 200, bob: 400 }),
  says('a word of failure', 'inconclusive', { mail: 'rejected' }),
  says(
    'more than can be told',
    'inconclusive',
    Object.fromEntries(Array.from({ length: 99 }, (_, at) => [`n${at}`, 'x'.repeat(150)])),
  ),
  ['a trace that does not show what it says', 'inconclusive', [given('c1'), mail('0s', 400), ends('1m')]],
  ['the lines of a test may look at the answer', 'inconclusive', refusedMail({ sent: 1 }), { runBy: 'test' }],
  ['a submission that was refused', 'broken', [submit('0s', 'storeRefusal'), returns('1m', 'ok')]],
  [
    'the status of one of two refusals',
    'inconclusive',
    [submit('0s', 'storeRefusal'), mail('0s', 400), returns('1m', [400, 'ok'])],
  ],
  ['the refusal did not arrive', 'inconclusive', [mail('0s', 400, { fault: 'reset' }), returns('1m', { sent: 1 })]],
]);

test('each refusal of which nothing was said is named', () => {
  const parts = [mail('0s', 400), report('0s', 'storeRefusal'), ask('0s', '', 401), returns('1m', 'all well')];

  expect(evidenceOf('C17', parts)).toEqual(
    [
      ['sendEmail', 400],
      ['callReporting', 403],
      ['requestToken', 401],
    ].map(([name, status]) => `${name} was refused with ${status}, and nothing in what the client returned says so`),
  );
});

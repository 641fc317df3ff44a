import { expect, test } from 'vitest';
import { judgeRows } from './judge-rows.ts';
import * as traces from './write-trace.ts';

/** How long a 429 tells a client to wait, in seconds or as a date, and what is made of that. */

const { began, create, evidenceOf, list } = traces;

const noon = '2030-01-01T12:00:00.000Z';

const told = (at: string, retryAfter: string, date?: string): traces.Part =>
  create(at, 429, { headers: { 'retry-after': retryAfter, ...(date !== undefined && { date }) } });

const clock = (time: string): string => `Tue, 01 Jan 2030 ${time} GMT`;

/** The fifth retry, before which 30 seconds are to pass if nothing else is said. */
const fourRetries = ['0s', '1s', '3s', '7s'].map((at) => create(at, 500));

judgeRows('C8', [
  ['5 ms before the seconds are over, as timers fire', 'held', [...fourRetries, told('17s', '20'), create('36.995s')]],
  ['6 ms before', 'broken', [...fourRetries, told('17s', '20'), create('36.994s')]],
  ['longer than is suggested', 'held', [...fourRetries, told('17s', '40'), create('47s')]],
  ['a number among words says nothing', 'held', [told('0s', 'in 1'), create('1s')]],
  ['a number before words neither', 'held', [told('0s', '1 while'), create('1s')]],
  ['words say nothing', 'held', [told('0s', 'soon'), create('1s')]],
  ['and what is suggested has to pass', 'broken', [told('0s', 'soon'), create('0.9s')]],
  [
    'a date, by the clock of the client',
    'held',
    [began(noon), ...fourRetries, told('17s', clock('12:00:20')), create('20s')],
  ],
  ['before that date', 'broken', [began(noon), ...fourRetries, told('17s', clock('12:00:20')), create('19.9s')]],
  [
    'a date, by a clock that is behind',
    'held',
    [began(noon), ...fourRetries, told('17s', clock('11:55:20'), clock('11:55:17')), create('17.001s')],
  ],
  [
    'a clock that is so far ahead that it is the answer that tells how long',
    'held',
    [began(noon), ...fourRetries, told('17s', clock('12:05:20'), clock('12:05:17')), create('20s')],
  ],
  [
    'two calls under way at once',
    'inconclusive',
    [create('0s', 500, { answered: '2s' }), create('1s', 500, { answered: '3s' })],
  ],
  [
    'a long pause, and less than a second before what comes next',
    'broken',
    [create('0s', 500), create('61s', 500), create('61.9s')],
  ],
]);

const hammered = (last: string): readonly traces.Part[] =>
  ['0s', '400ms', '410ms', '420ms', '430ms', last].map((at) => list(at, 500));

judgeRows('C26', [
  ['told to come back at once', 'held', ['0s', '1ms', '2ms'].map((at) => told(at, '0')).concat(create('3ms'))],
  ['so often that 47 seconds are suggested, after 470 ms', 'held', hammered('470ms')],
  ['a millisecond less', 'broken', hammered('469ms')],
]);

test('a wait that was told is named, since many take its seconds for milliseconds', () => {
  const hasty = ['0s', '1ms', '2ms', '3ms'].map((at) => told(at, '1'));

  expect(evidenceOf('C8', hasty)[0]).toBe(
    'retry 1 of createDataQuery came 0.001s after 429, where 1.000s were to pass (Retry-After: 1)',
  );
  expect(evidenceOf('C26', hasty)).toEqual([
    'retry 3 of createDataQuery came 0.003s after the first refusal, where 7.000s are suggested (Retry-After: 1)',
  ]);
});

test('without such a header it is told what is suggested', () => {
  expect(evidenceOf('C8', [create('0s', 'internalServerError'), create('0.5s')])).toEqual([
    'retry 1 of createDataQuery came 0.500s after 500 INTERNAL_SERVER_ERROR, where 1.000s were to pass',
  ]);
});

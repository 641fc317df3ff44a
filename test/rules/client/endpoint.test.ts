import { expect, test } from 'vitest';
import type { Entry } from '../../../src/trace/entry.ts';
import { ms } from '../../../src/spec/time.ts';
import { allowed, announced } from '../service/written/write-service.ts';
import { judgeRows } from './judge-rows.ts';
import { evidenceOf, given, notified, type Part, returns } from './write-trace.ts';

/** What becomes of a notification: traces written by hand. (Events) */

const sent = (number: number): Entry => ({
  kind: 'notification',
  at: ms('10m'),
  notification: number,
  query: 'q1',
  status: 'COMPLETED',
  region: 'eu-west-1',
  body: '',
});
const undelivered =
  (why: string): Part =>
  (number) => [sent(number), { kind: 'undelivered', at: ms('10m'), notification: number, why }];
const lost: Part = (number) => [
  sent(number),
  { kind: 'notificationFault', at: ms('10m'), notification: number, fault: { name: 'lost' } },
  { kind: 'undelivered', at: ms('10m'), notification: number, why: 'it was lost' },
];
const taken = notified('11m', 'COMPLETED', 204);

judgeRows('C16', [
  ['taken', 'held', [taken]],
  ['answered with 500', 'broken', [notified('10m', 'COMPLETED', 500)]],
  ['answered with a redirect', 'broken', [notified('10m', 'COMPLETED', 302)]],
  ['nobody listens', 'broken', [undelivered('the connection was refused')]],
  ['no answer in time', 'inconclusive', [undelivered('no answer within 10s')]],
  ['no connection in time', 'inconclusive', [undelivered('no connection within 10s')]],
  ['another was taken meanwhile', 'inconclusive', [undelivered('no answer within 10s'), taken]],
  ['an error that says so in passing', 'broken', [undelivered('TypeError: no answer within reach')]],
  ['lost on the way', 'inconclusive', [lost]],
  ['lost on the way, and another taken', 'held', [lost, taken]],
  [
    'answered with 500 once the client has ended',
    'inconclusive',
    [returns('9m', {}), notified('10m', 'COMPLETED', 500)],
  ],
]);

test.each([
  ['one application', given('c1'), ''],
  ['several', allowed(), ' for app'],
])('which notification it was is told: %s', (_, world, whose) => {
  expect(evidenceOf('C16', [world, announced('10m', 'COMPLETED', { application: 'app' }, 500)])).toEqual([
    `the notification of query q1${whose} was answered with 500`,
  ]);
});

test('and why it was not taken', () => {
  expect(evidenceOf('C16', [undelivered('the connection was refused')])).toEqual([
    'the notification of query q1 was not taken: the connection was refused',
  ]);
});

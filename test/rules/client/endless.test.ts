import type { Entry } from '../../../src/index.ts';
import { ms } from '../../../src/spec/time.ts';
import { judgeRows, type Row } from './judge-rows.ts';
import * as traces from './write-trace.ts';

/** How long a client may go on: two days from the last thing that happened to it. (C18) */

const { ask, begins, completes, ends, faultBegins, given, list, notified } = traces;

type Happened = Entry extends infer One ? (One extends Entry ? Omit<One, 'at'> : never) : never;
const happens =
  (at: string, entry: Happened): traces.Part =>
  () => [{ at: ms(at), ...entry }];
const acts = (at: string, action: Extract<Entry, { kind: 'action' }>['action']): traces.Part =>
  happens(at, { kind: 'action', action, place: '' });

const endpoint = { notification: 1 } as const;
const whatHappens: Readonly<Record<string, Happened>> = {
  'a fault': { kind: 'fault', exchange: 9, fault: { name: 'reset' } },
  'a query that changes': {
    kind: 'transition',
    query: 'q9',
    customer: 'c9',
    scope: 's',
    from: 'none',
    to: 'inProgress',
  },
  'a notification': {
    kind: 'notification',
    notification: 1,
    query: 'q9',
    status: 'COMPLETED',
    region: 'eu-west-1',
    body: '',
  },
  'a notification that gets lost': { kind: 'notificationFault', ...endpoint, fault: { name: 'lost' } },
  'a notification that comes': { kind: 'delivered', ...endpoint, status: 200 },
  'a notification that nobody takes': { kind: 'undelivered', ...endpoint, why: 'refused' },
  'a scenario that acts': { kind: 'action', action: { do: 'endFault', fault: 'backendFails' }, place: '' },
  sleep: { kind: 'slept', duration: ms('1h'), place: '' },
};
const whatDoesNot: Readonly<Record<string, Happened>> = {
  'an answer that arrives late': { kind: 'arrived', exchange: 9 },
  'a call that is hung up': { kind: 'hungUp', exchange: 9 },
  'what is due': { kind: 'due', due: 'collection' } as never,
  'entries that are not kept': { kind: 'dropped', entries: 3 },
};

const isDown = (at: string, length: string): traces.Part =>
  acts(at, {
    do: 'regionDown',
    region: 'eu-west-1',
    failure: { kind: 'connection', fault: { name: 'refused' } },
    for: ms(length),
  });
/** A refusal that the scenario gives. */
const injected =
  (at: string): traces.Part =>
  (number) =>
    list(at, 500)(number).map((entry) => (entry.kind === 'answer' ? { ...entry, injected: true } : entry));
const undelivered =
  (at: string): traces.Part =>
  (number) => [{ kind: 'undelivered', at: ms(at), notification: number - 1, why: 'refused' }];
const brokenOff = (at: string): traces.Part => ends(at, 'simulation: 30 days (…) [CLOCK_RUNAWAY]');
const fails = (...at: readonly string[]): readonly traces.Part[] => at.map((one) => list(one, 500));
const renewed = { access_token: 't9', refresh_token: 'r9', expires_in: 3600 };

judgeRows('C18', [
  ...Object.entries(whatHappens).flatMap(([what, entry]): readonly Row[] => [
    [`two days after ${what}`, 'held', [happens('9d', entry), ends('11d')]],
    [`a millisecond later than that after ${what}`, 'broken', [happens('9d', entry), ends('11d1ms')]],
  ]),
  ...Object.entries(whatDoesNot).map(
    ([what, entry]): Row => [`at once after ${what}`, 'broken', [happens('9d', entry), ends('9d')]],
  ),
  ['two days after an answer that a scenario gave', 'held', [injected('9d'), ends('11d')]],
  ['two days after nothing', 'held', [ends('2d')]],
  ['later than that', 'broken', [ends('2d1ms')]],
  ['a fault of a day, and two days more', 'held', [faultBegins('0s', '1d'), ends('3d')]],
  ['later than that after a fault', 'broken', [faultBegins('0s', '1d'), ends('3d1ms')]],
  [
    'a fault that was ended sooner',
    'broken',
    [faultBegins('0s', '9d'), acts('1d', { do: 'endFault', fault: 'backendFails' }), ends('3d1ms')],
  ],
  [
    'a fault, and the end of another',
    'held',
    [faultBegins('0s', '9d'), acts('1d', { do: 'endFault', fault: 'authorizerFails' }), ends('3d1ms')],
  ],
  ['a region that is down', 'held', [isDown('0s', '9d'), ends('4d')]],
  [
    'a region that was up again',
    'broken',
    [isDown('0s', '9d'), acts('1d', { do: 'regionUp', region: 'eu-west-1' }), ends('4d')],
  ],
  [
    'another that was up again',
    'held',
    [isDown('0s', '9d'), acts('1d', { do: 'regionUp', region: 'us-east-1' }), ends('4d')],
  ],
  ['two notifications that never came', 'held', [begins('0s'), begins('0s', 'q2', 'c2'), ends('4d')]],
  ['later than that', 'broken', [begins('0s'), begins('0s', 'q2', 'c2'), ends('4d1ms')]],
  [
    'one that came, and one that did not',
    'broken',
    [begins('0s'), begins('0s', 'q2', 'c2'), notified('0s', 'COMPLETED', 200), ends('2d1ms')],
  ],
  [
    'two notifications, of which nobody took one',
    'held',
    [begins('0s'), begins('0s', 'q2', 'c2'), notified('0s', 'COMPLETED'), undelivered('0s'), ends('4d')],
  ],
  ['broken off within two days', 'inconclusive', [happens('9d', whatHappens['sleep'] as Happened), brokenOff('11d')]],
  ['broken off later', 'broken', [happens('9d', whatHappens['sleep'] as Happened), brokenOff('11d1ms')]],
  ['broken off while a query was collected', 'inconclusive', [begins('0s'), brokenOff('30d')]],
  [
    'broken off when one of two was',
    'inconclusive',
    [begins('0s'), completes('1m'), begins('0s', 'q2', 'c2'), brokenOff('30d')],
  ],
  [
    'a call repeated for four days, in a fault',
    'inconclusive',
    [faultBegins('0s'), ...fails('0s', '4d'), brokenOff('30d')],
  ],
  ['a call repeated for longer', 'broken', [faultBegins('0s'), ...fails('0s', '4d1ms'), brokenOff('30d')]],
  ['two calls, and a third was due', 'inconclusive', [faultBegins('0s'), ...fails('0s', '1d'), brokenOff('30d')]],
  ['three calls, and a fourth was due', 'broken', [faultBegins('0s'), ...fails('0s', '1d', '2d'), brokenOff('30d')]],
  [
    'three calls, and another was made since',
    'inconclusive',
    [faultBegins('0s'), ...fails('0s', '1d', '2d'), traces.mail('3d'), brokenOff('30d')],
  ],
  [
    'a call that got through in between',
    'inconclusive',
    [faultBegins('0s'), ...fails('0s'), list('3d'), ...fails('5d'), brokenOff('30d')],
  ],
  [
    'the same call for another customer',
    'inconclusive',
    [
      given('c1', 'c2'),
      faultBegins('0s'),
      ...fails('0s'),
      list('5d', 500, { authorization: 'Bearer t2' }),
      brokenOff('30d'),
    ],
  ],
  [
    'the same call with the next token of one that is not known',
    'inconclusive',
    [
      faultBegins('0s'),
      ...fails('0s'),
      ask('1d', 'grant_type=refresh_token&refresh_token=r1', renewed),
      list('5d', 500, { authorization: 'Bearer t9' }),
      brokenOff('30d'),
    ],
  ],
]);

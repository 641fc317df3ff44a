import { expect, test } from 'vitest';
import type { Assumptions } from '../../../../src/spec/assumptions.ts';
import type { InitialQuery } from '../../../../src/trace/initial-world.ts';
import { judgeRows, type Row } from '../../client/judge-rows.ts';
import * as traces from '../../client/write-trace.ts';
import { allowed, decided, injected, remembered, taken } from './write-service.ts';

/** What rules say of a service at the boundaries, where it is right and where it is wrong: in traces written by hand. */

const { begins, cancels, completes, create, given, judge, list, notified } = traces;

const completed = (...sent: readonly traces.Part[]): readonly traces.Part[] => [
  given('c1'),
  create('0s'),
  begins('0s'),
  completes('10m'),
  ...sent,
];
const heard = notified('10m', 'COMPLETED', 200);
const again = (at: string, status?: number): traces.Part => notified(at, 'COMPLETED', status);
const late = (at: string): traces.Part => list(at, 'accessTimeElapsed');
const early = (at: string): traces.Part => list(at, 'queryNotCompleted');

judgeRows('S5', [
  ['listed a millisecond before the hour is over', 'held', [...completed(heard), list('1h9m59s999ms')]],
  ['refused a millisecond before the hour is over', 'broken', [...completed(heard), late('1h9m59s999ms')]],
  ['listed when the hour is over', 'held', [...completed(heard), list('1h10m')]],
  ['refused when the hour is over', 'broken', [...completed(heard), late('1h10m')]],
  ['listed a millisecond later', 'broken', [...completed(heard), list('1h10m1ms')]],
  ['refused a millisecond later', 'held', [...completed(heard), late('1h10m1ms')]],
  ['listed before the notification', 'broken', [...completed(), list('10m')]],
  ['refused before the notification', 'held', [...completed(), early('10m')]],
  ['refused after it as not completed', 'broken', [...completed(heard), early('11m')]],
  ['listed while it collects', 'broken', [given('c1'), create('0s'), begins('0s'), list('5m')]],
  ['refused while it collects', 'held', [given('c1'), create('0s'), begins('0s'), early('5m')]],
  ['listed once it was canceled', 'broken', [given('c1'), create('0s'), begins('0s'), cancels('5m'), list('6m')]],
  ['refused once it was canceled', 'held', [given('c1'), create('0s'), begins('0s'), cancels('5m'), early('6m')]],
  ['an hour from the first of two notifications', 'broken', [...completed(heard, again('40m')), list('1h30m')]],
]);

const when = (
  name: string,
  assumptions: Partial<Assumptions>,
  rows: readonly (readonly [claim: string, verdict: Row[1], parts: Row[2]])[],
): void => {
  test.each(rows)(`S5, where ${name}: %s: %s`, (_claim, verdict, parts) => {
    expect(judge('S5', parts, { assumptions })).toBe(verdict);
  });
};

const slow = { answered: '1h10m2s' };
const slowly = (at: string): readonly traces.Part[] => [
  ...completed(heard),
  decided(at, 7, list('1h9m', { records: [] }, slow)),
];

judgeRows('S5', [
  ['listed within the hour, and answered later', 'held', slowly('1h10m')],
  ['listed after the hour, though it was asked for before', 'broken', slowly('1h10m1ms')],
]);

/** Without a beginning, as whoever listens on the wire has it. */
const recorded = (...parts: readonly traces.Part[]): readonly traces.Part[] => [create('0s'), ...parts];

const done: InitialQuery = {
  query: 'q1',
  application: 'app',
  customer: 'c1',
  scope: 'orders',
  region: 'eu-west-1',
  state: 'completed',
};
const before = (notice: Pick<InitialQuery, 'sentAt' | 'acceptedAt'>): traces.Part =>
  allowed({ continues: true, queries: [{ ...done, ...notice }] });

judgeRows('S5', [
  ['of what nobody began', 'inconclusive', [given('c1'), list('0s')]],
  ['recorded: refused an hour after the notification', 'inconclusive', recorded(heard, late('2h'))],
  [
    'recorded: refused within an hour of the create, whenever that was',
    'broken',
    [create('1h'), late('1h59m59s999ms')],
  ],
  ['an hour from a notification before the trace', 'held', [before({ sentAt: 0 }), list('1h')]],
  ['later than that', 'broken', [before({ sentAt: 0 }), list('1h1ms')]],
  ['what is remembered is not judged', 'inconclusive', [...completed(heard), remembered('1h9m', list('1h12m'))]],
  ['listed later, by its id in other letters', 'broken', [...completed(heard), list('1h10m1ms', {}, { query: 'Q1' })]],
  ['listed later, by a scenario', 'inconclusive', [...completed(heard), injected(list('1h10m1ms'))]],
  ['refused later for something else', 'inconclusive', [...completed(heard), list('2h', 'tokenExpired')]],
]);

when('the hour does not include its end', { 'list.windowBoundary': 'closed' }, [
  ['listed then', 'broken', [...completed(heard), list('1h10m')]],
  ['refused then', 'held', [...completed(heard), late('1h10m')]],
]);

when('records can be listed before the notification', { 'list.beforeNotification': 'records' }, [
  ['listed', 'held', [...completed(), list('10m')]],
  ['refused', 'broken', [...completed(), early('10m')]],
]);

when('the hour begins when the notification is accepted', { 'notification.windowStart': 'first-delivery' }, [
  ['listed an hour after the one that was', 'held', [...completed(again('10m'), again('40m', 200)), list('1h40m')]],
  ['later than that', 'broken', [...completed(again('10m'), again('40m', 200)), list('1h40m1ms')]],
  ['the first was refused', 'held', [...completed(again('10m', 503), again('40m', 200)), list('1h40m')]],
  ['both were accepted', 'broken', [...completed(again('10m', 200), again('40m', 200)), list('1h10m1ms')]],
  ['none was accepted', 'held', [...completed(again('10m'), again('40m', 500)), list('9h')]],
  ['none was accepted, and it is refused', 'broken', [...completed(again('10m')), late('9h')]],
  ['the second is still to come', 'held', [...completed(again('10m'), again('3h', 200)), list('2h')]],
  ['it is accepted once it was listed', 'held', [...completed(again('10m')), list('2h'), taken('3h', 5)]],
  [
    'an hour from what was accepted before the trace',
    'held',
    [before({ sentAt: 0, acceptedAt: 600_000 }), list('1h10m')],
  ],
  ['later than that', 'broken', [before({ sentAt: 0, acceptedAt: 600_000 }), list('1h10m1ms')]],
]);

judgeRows('S5', [
  ['recorded: listed within the hour', 'held', recorded(heard, list('1h10m'))],
  ['recorded: listed later', 'broken', recorded(heard, list('1h10m1ms'))],
  ['recorded: listed although it was canceled', 'broken', recorded(notified('10m', 'CANCELED', 200), list('11m'))],
  [
    'recorded: refused although it was canceled',
    'inconclusive',
    recorded(notified('10m', 'CANCELED', 200), early('11m')),
  ],
  ['recorded: refused within an hour of the create', 'broken', recorded(heard, late('59m59s999ms'))],
  ['recorded: refused later', 'inconclusive', recorded(heard, late('1h'))],
  ['recorded: listed, and no notification is in it', 'inconclusive', recorded(list('2h'))],
]);

const created = (at: string): traces.Part => create(at, { id: 'q2' });
const conflict = (at: string): traces.Part => create(at, 'requestConflict');

judgeRows('S3', [
  ['refused while another collects', 'held', [given('c1'), create('0s'), begins('0s'), conflict('6m')]],
  ['refused once that has ended', 'broken', [...completed(heard), conflict('20m')]],
  ['refused where there was none', 'broken', [given('c1'), conflict('6m')]],
  [
    'begun while another collects',
    'broken',
    [given('c1'), create('0s'), begins('0s'), created('6m'), begins('6m', 'q2')],
  ],
  ['begun once that has ended', 'held', [...completed(heard), created('20m'), begins('20m', 'q2')]],
  [
    'begun while that of another customer collects',
    'held',
    [given('c1', 'c2'), begins('0s', 'q2', 'c2'), create('6m'), begins('6m')],
  ],
]);

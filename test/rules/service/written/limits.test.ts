import type { ErrorName } from '../../../../src/spec/errors.ts';
import { limits } from '../../../../src/spec/limits.ts';
import { showDuration } from '../../../../src/spec/time.ts';
import { judgeRows, type Row } from '../../client/judge-rows.ts';
import { type CallOptions, create, list, type Part } from '../../client/write-trace.ts';
import { allowed, arrives, injected, on, remembered } from './write-service.ts';

/** What a rule says of a service that throttles, or does not: "10 requests per second" and the like, in traces written by hand. */

const times = (count: number, part: Part): readonly Part[] => Array.from({ length: count }, () => part);
const lists = (count: number, at: string, answer?: ErrorName): readonly Part[] => times(count, list(at, answer));
const creates = (count: number, at: string): readonly Part[] => times(count, create(at));
const throttled = (at: string): Part => list(at, 'scopeThrottled');

/** One create in each half minute. */
const slowly = (count: number): readonly Part[] =>
  Array.from({ length: count }, (_, index) => create(showDuration(index * 30_000)));

/** Five listings at once, whose answers come after two seconds. */
const underWay = times(5, arrives('2s', list('0s')));
const threeADay = { limits: { listDaily: { ...limits.listDaily, value: 3 } } };
const byOther: CallOptions = { authorization: 'Bearer o1' };
const rentals: CallOptions = { url: 'https://c.test/rentals/data-queries' };
const recorded = (...parts: readonly Part[]): readonly Part[] => parts;

const bucket = (...others: readonly Part[]): readonly Part[] => [allowed(), ...lists(5, '0s'), ...others];

const late = times(10, list('0s', { records: [] }, { answered: '500ms' }));
const offset = allowed({}, '2024-02-29T00:00:00.300Z');

const vague = times(5, arrives('2s', list('0s', 'invalidParameters')));

const inFixedWindows = on({ 'limits.window': 'fixed' });
const asBucket = on({ 'limits.burst': 'token-bucket' });
const counted = on({ 'limits.boundary': 'counted' });

judgeRows('S10', [
  ['no call', 'inconclusive', [allowed()]],
  ['ten listings in a second', 'held', [allowed(), ...lists(10, '0s')]],
  ['an eleventh in this second', 'broken', [allowed(), ...lists(10, '0s'), list('999ms')]],
  ['an eleventh in the next', 'held', [allowed(), ...lists(10, '0s'), list('1s')]],
  [
    'an eleventh when the second ends, where the first still count',
    'broken',
    [allowed(), ...lists(10, '0s'), list('1s')],
    counted,
  ],
  ['an eleventh a millisecond later', 'held', [allowed(), ...lists(10, '0s'), list('1s1ms')], counted],
  ['the eleventh is throttled', 'held', [allowed(), ...lists(10, '0s'), throttled('999ms')]],
  ['the eleventh is throttled in the next second', 'broken', [allowed(), ...lists(10, '0s'), throttled('1s')]],
  [
    'it is when the second ends, where the first still count',
    'held',
    [allowed(), ...lists(10, '0s'), throttled('1s')],
    counted,
  ],
  ['the tenth is throttled', 'broken', [allowed(), ...lists(9, '0s'), throttled('0s')]],
  ['the first is throttled', 'broken', [allowed(), throttled('0s')]],
  ['the first is throttled by a scenario', 'inconclusive', [allowed(), injected(throttled('0s'))]],
  [
    'the eleventh is throttled as by the burst',
    'broken',
    [allowed(), ...lists(10, '0s'), list('999ms', 'tooManyRequests')],
  ],
  [
    'the eleventh is throttled as by the burst, where there is one row',
    'held',
    [allowed(), ...lists(10, '0s'), list('999ms', 'tooManyRequests')],
    on({ 'limits.errorRow': 'one-row' }),
  ],
  ['the eleventh is throttled as by the day', 'broken', [allowed(), ...lists(10, '0s'), list('0s', 'quotaExceeded')]],
  [
    'what a scenario answers does not count',
    'held',
    [allowed(), ...times(5, injected(list('0s'))), ...lists(10, '0s')],
  ],
  [
    'what is throttled does not count',
    'held',
    [allowed(), ...lists(10, '0s'), ...times(10, throttled('500ms')), list('1s')],
  ],
  [
    'what is throttled counts, where it does',
    'broken',
    [allowed(), ...lists(10, '0s'), ...times(10, throttled('500ms')), list('1s')],
    on({ 'limits.throttledCounts': 'counted' }),
  ],
  [
    'what is remembered counts',
    'broken',
    [allowed(), list('0s'), ...times(9, remembered('0s', list('0s'))), list('0s')],
  ],
  [
    'what is remembered does not count, where it does not',
    'held',
    [allowed(), list('0s'), ...times(9, remembered('0s', list('0s'))), list('0s')],
    on({ 'limits.cachedCounts': 'not-counted' }),
  ],
  [
    'what was refused for its token does not count',
    'held',
    [allowed(), ...lists(10, '0s', 'tokenExpired'), list('0s')],
  ],
  [
    'it counts where limits come first',
    'broken',
    [allowed(), ...lists(10, '0s', 'tokenExpired'), list('0s')],
    on({ 'auth.order': 'limits-first' }),
  ],
  [
    'what was refused at the door does not count',
    'held',
    [allowed(), ...lists(10, '0s', 'blockedRequest'), list('0s')],
    on({ 'auth.order': 'limits-first' }),
  ],
  [
    'what was refused by the operation counts',
    'broken',
    [allowed(), ...lists(10, '0s', 'queryNotCompleted'), list('0s')],
  ],
  [
    'what was refused nobody knows where may not count',
    'held',
    [allowed(), ...lists(10, '0s', 'invalidParameters'), list('0s')],
  ],
  ['or may count', 'held', [allowed(), ...lists(10, '0s', 'invalidParameters'), throttled('0s')]],
  [
    'what arrived twice may count twice',
    'held',
    [allowed(), ...lists(8, '0s'), list('0s', { records: [] }, { fault: 'doubledRequest' }), throttled('0s')],
  ],
  [
    'but need not',
    'held',
    [allowed(), ...lists(8, '0s'), list('0s', { records: [] }, { fault: 'doubledRequest' }), list('0s')],
  ],
  ['listings are no creates', 'held', [allowed(), ...lists(10, '0s'), ...creates(5, '0s')]],
  ['six creates in a second', 'broken', [allowed(), ...creates(6, '0s')]],
  ['six creates, of which one is in the next', 'held', [allowed(), ...creates(5, '0s'), create('1s')]],
  ['the sixth create is throttled', 'held', [allowed(), ...creates(5, '0s'), create('0s', 'scopeThrottled')]],
  ['the sixth by another application', 'broken', [allowed(), ...creates(5, '0s'), create('0s', {}, byOther)]],
  [
    'the sixth by another application, where each has its own',
    'held',
    [allowed(), ...creates(5, '0s'), create('0s', {}, byOther)],
    on({ 'limits.who': 'per-application' }),
  ],
  ['the sixth in another scope', 'held', [allowed(), ...creates(5, '0s'), create('0s', {}, rentals)]],
  [
    'the sixth in another scope, where applications have limits',
    'broken',
    [allowed(), ...creates(5, '0s'), create('0s', {}, rentals)],
    on({ 'limits.who': 'per-application' }),
  ],
  ['twenty creates in twenty minutes', 'held', [allowed(), ...slowly(20)]],
  ['one more in these', 'broken', [allowed(), ...slowly(20), create('19m59s999ms')]],
  ['one more once the first is over', 'held', [allowed(), ...slowly(20), create('20m')]],
  ['one more is throttled', 'held', [allowed(), ...slowly(20), create('19m59s999ms', 'tooManyRequests')]],
  [
    'one more is throttled once the first is over',
    'broken',
    [allowed(), ...slowly(20), create('20m', 'tooManyRequests')],
  ],
  ['one more in these by another application', 'held', [allowed(), ...slowly(20), create('19m', {}, byOther)]],
  ['five are under way, and a sixth', 'broken', [allowed(), ...underWay, list('1s')]],
  ['five are under way, and a sixth is throttled', 'held', [allowed(), ...underWay, list('1s', 'tooManyRequests')]],
  ['five have arrived, and a sixth', 'held', [allowed(), ...underWay, list('2s')]],
  ['five have arrived, and a sixth is throttled', 'broken', [allowed(), ...underWay, list('2s1ms', 'tooManyRequests')]],
  [
    'five are under way, and one by another application',
    'held',
    [allowed(), ...underWay, list('1s', { records: [] }, byOther)],
  ],
  [
    'five were throttled, which are not under way',
    'broken',
    [allowed(), ...times(5, arrives('2s', throttled('0s'))), list('1s', 'tooManyRequests')],
  ],
  ['a sixth at once, where a bucket holds five', 'broken', bucket(list('99ms')), asBucket],
  ['a sixth once a token has come in', 'held', bucket(list('100ms')), asBucket],
  ['a sixth is throttled before', 'held', bucket(list('99ms', 'tooManyRequests')), asBucket],
  ['a sixth is throttled once a token has come in', 'broken', bucket(list('100ms', 'tooManyRequests')), asBucket],
  ['a bucket holds no more than five', 'broken', [...bucket(), ...lists(6, '10s')], asBucket],
  [
    'ten at the end of a second, and ten in the next',
    'held',
    [allowed(), ...lists(10, '999ms'), ...lists(10, '1s')],
    inFixedWindows,
  ],
  [
    'ten at the beginning of a second, and one at its end',
    'broken',
    [allowed(), ...lists(10, '0s'), list('999ms')],
    inFixedWindows,
  ],
  ['it is throttled', 'held', [allowed(), ...lists(10, '0s'), throttled('999ms')], inFixedWindows],
  ['it is throttled in the next', 'broken', [allowed(), ...lists(10, '999ms'), throttled('1s')], inFixedWindows],
  [
    'ten and one in a second by the clock of the service',
    'broken',
    [allowed({ clockSkew: 300 }), ...lists(10, '999ms'), list('1s')],
    inFixedWindows,
  ],
  [
    'ten and one in two seconds by the clock of the service',
    'held',
    [allowed({ clockSkew: 300 }), ...lists(10, '699ms'), list('700ms')],
    inFixedWindows,
  ],
  ['more than the listings of a day', 'broken', [allowed(), ...lists(3, '12h'), list('35h59m59s999ms')], threeADay],
  ['more than the listings of a day, a day later', 'held', [allowed(), ...lists(3, '12h'), list('36h')], threeADay],
  [
    'more than the listings of a day are refused',
    'held',
    [allowed(), ...lists(3, '12h'), list('35h', 'quotaExceeded')],
    threeADay,
  ],
  [
    'the listings of a day are counted from midnight',
    'held',
    [allowed(), ...lists(3, '23h'), list('24h')],
    { ...threeADay, ...on({ 'limits.quotaReset': 'midnight-utc' }) },
  ],
  [
    'and up to it',
    'broken',
    [allowed(), ...lists(3, '1s'), list('23h59m')],
    { ...threeADay, ...on({ 'limits.quotaReset': 'midnight-utc' }) },
  ],
  ['recorded: eleven in a second', 'broken', recorded(...lists(11, '0s'))],
  ['recorded: the first is throttled, for there may be others', 'held', recorded(throttled('0s'))],
  [
    'recorded: eleven whose answers came after the second',
    'held',
    recorded(...lists(10, '0s'), list('999ms', { records: [] }, { answered: '1s' })),
  ],
  ['recorded: the first is throttled as by a bucket', 'held', recorded(list('0s', 'tooManyRequests')), asBucket],
  ['recorded: many from one bucket', 'held', recorded(...lists(9, '0s')), asBucket],
  ['recorded: the first is throttled in a fixed second', 'held', recorded(throttled('0s')), inFixedWindows],
  ['recorded: eleven in a fixed second, wherever that begins', 'held', recorded(...lists(11, '0s')), inFixedWindows],
  ['a run that goes on may throttle for what came before', 'held', [allowed({ continues: true }), throttled('1s')]],
  ['but not for longer', 'broken', [allowed({ continues: true }), throttled('1s1ms')]],
  [
    'a run that goes on may have no tokens left',
    'held',
    [allowed({ continues: true }), list('99ms', 'tooManyRequests')],
    asBucket,
  ],
  [
    'five creates are under way, and a sixth',
    'broken',
    [allowed(), ...times(5, arrives('2s', create('0s'))), create('1s')],
  ],
  ['ten were decided in this second, though asked for before', 'broken', [allowed(), ...late, list('1s')]],
  ['and the eleventh is throttled', 'held', [allowed(), ...late, throttled('1s')]],
  ['recorded: ten were asked for before', 'held', [...late, list('1s')]],
  ['five are in a bucket', 'broken', [allowed(), ...lists(4, '0s'), list('0s', 'tooManyRequests')], asBucket],
  [
    'the tenth is throttled in a fixed second',
    'broken',
    [allowed(), ...lists(9, '0s'), throttled('0s')],
    inFixedWindows,
  ],
  [
    'nine and one that may count, in a fixed second',
    'held',
    [allowed(), ...lists(9, '0s'), list('0s', 'invalidParameters'), throttled('0s')],
    inFixedWindows,
  ],
  [
    'ten and one in two seconds of a day that began late',
    'held',
    [offset, ...lists(10, '699ms'), list('700ms')],
    inFixedWindows,
  ],
  [
    'ten and one in a second of a day that began late',
    'broken',
    [offset, ...lists(10, '999ms'), list('1s')],
    inFixedWindows,
  ],
  [
    'five of this instant may still be under way',
    'held',
    [allowed(), ...lists(5, '0s'), list('0s', 'tooManyRequests')],
  ],
  ['five of a millisecond before are not', 'broken', [allowed(), ...lists(5, '0s'), list('1ms', 'tooManyRequests')]],
  ['five are under way that may not count, and a sixth', 'held', [allowed(), ...vague, list('1s')]],
  [
    'five are under way that may count, and a sixth is throttled',
    'held',
    [allowed(), ...vague, list('1s', 'tooManyRequests')],
  ],
  [
    'what may not count is let in beyond the limit',
    'held',
    [allowed(), ...lists(10, '0s'), list('0s', 'invalidParameters')],
  ],
  [
    'what is throttled counts, and is not under way for that',
    'broken',
    [allowed(), ...lists(10, '0s'), ...times(5, arrives('3s', throttled('500ms'))), list('2s', 'tooManyRequests')],
    on({ 'limits.throttledCounts': 'counted' }),
  ],
  ['recorded: the first is throttled as by the burst', 'held', recorded(list('0s', 'tooManyRequests'))],
  ['recorded: five are under way, and a sixth', 'held', recorded(...underWay, list('1s'), ...lists(5, '1s'))],
  ...(['tokenExpired', 'blockedRequest', 'scopeThrottled'] as const).map(
    (row): Row => [
      `a remembered ${row} does not count`,
      'held',
      [allowed(), ...times(5, remembered('0s', list('0s', row))), ...lists(10, '0s')],
    ],
  ),
  [
    'a remembered refusal of the operation counts',
    'broken',
    [allowed(), ...times(10, remembered('0s', list('0s', 'queryNotCompleted'))), list('0s')],
  ],
  [
    'a remembered refusal of nobody knows where may not count',
    'held',
    [allowed(), ...times(10, remembered('0s', list('0s', 'invalidParameters'))), list('0s')],
  ],
  [
    'or may count',
    'held',
    [allowed(), ...times(10, remembered('0s', list('0s', 'invalidParameters'))), throttled('0s')],
  ],
]);

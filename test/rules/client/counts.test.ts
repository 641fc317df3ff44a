import { expect, test } from 'vitest';
import * as traces from './write-trace.ts';
import { type Row, judgeRows } from './judge-rows.ts';

/** Where each rule begins to be broken: to the millisecond, to the request. */

const { create, list, download, ask, mail, notified, ends, judge, begins, completes } = traces;

const listed = list('0s', traces.page);
const conflict = create('0s', 'requestConflict');
const other = { authorization: 'Bearer t2' };
const heard = notified('0s', 'COMPLETED', 200);

const times = (count: number, within: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => `${Math.floor((index * within) / Math.max(1, count - 1))}ms`);

/** All are sent before the first is answered, though no time passes. */
const together = (count: number): readonly traces.Part[] => {
  const lists = times(count, 0).map((at) => list(at));
  const part = (wanted: boolean): readonly traces.Part[] =>
    lists.map((told, index) => () => told(index + 1).filter(({ kind }) => (kind === 'request') === wanted));
  return [...part(true), ...part(false)];
};

judgeRows('C14', [
  ['five creates a second', 'held', times(5, 999).map((at) => create(at))],
  ['six', 'broken', times(6, 999).map((at) => create(at))],
  ['six in a second and no more', 'held', times(6, 1000).map((at) => create(at))],
  ['twenty creates in twenty minutes', 'held', times(20, 1_199_999).map((at) => create(at))],
  ['twenty-one', 'broken', times(21, 1_199_999).map((at) => create(at))],
  ['ten lists a second', 'held', times(10, 999).map((at) => list(at))],
  ['eleven', 'broken', times(11, 999).map((at) => list(at))],
  ['five at the same time', 'held', times(5, 0).map((at) => list(at, {}, { answered: '1s' }))],
  ['six at the same time', 'broken', times(6, 0).map((at) => list(at, {}, { answered: '1s' }))],
  ['five that get their answers at the same time', 'held', together(5)],
  ['six that get their answers at the same time', 'broken', together(6)],
  ['six one after the other at the same time', 'held', times(6, 0).map((at) => list(at))],
  [
    'six whose certificate was overlooked',
    'broken',
    times(6, 999).map((at) => create(at, { id: 'q1' }, { fault: 'expiredCertificate' })),
  ],
  ['six that got nowhere', 'inconclusive', times(6, 0).map((at) => create(at, 'nothing', { fault: 'refused' }))],
]);

judgeRows('C15', [
  ['five minutes', 'held', [listed, list('5m')]],
  ['a millisecond less', 'broken', [listed, list('4m59.999s')]],
  ['with the default spelled out', 'broken', [listed, list('1s', {}, { parameters: '?maxResults=250' })]],
  ['another page', 'held', [listed, list('1s', {}, { parameters: '?nextPageToken=p2' })]],
  ['another customer', 'held', [listed, list('1s', {}, other)]],
  ['the answer got lost', 'held', [list('0s', {}, { fault: 'reset' }), list('1s')]],
  ['a link had died', 'held', [listed, download('1s', 403), list('1s', traces.page)]],
  ['created once more', 'broken', [create('0s'), create('1s')]],
  ['told to create a new one', 'held', [create('0s'), list('1s', 'accessTimeElapsed'), create('1s')]],
  ['after a notification', 'held', [conflict, notified('1s', 'CANCELED', 200), create('1s')]],
]);

judgeRows('C16', [
  ['200', 'held', [notified('0s', 'COMPLETED', 200)]],
  ['299', 'held', [notified('0s', 'COMPLETED', 299)]],
  ['300', 'broken', [notified('0s', 'COMPLETED', 300)]],
  ['500', 'broken', [notified('0s', 'COMPLETED', 500)]],
  ['after the end', 'inconclusive', [ends('0s'), notified('1s', 'COMPLETED', 500)]],
]);

const finished = [begins('0s'), completes('0s'), heard];

judgeRows('C18', [
  ['two days', 'held', [...finished, ends('2d')]],
  ['a millisecond more', 'broken', [...finished, ends('2d0.001s')]],
  ['stuck', 'broken', [...finished, ends('1h', 'simulation: stuck (…) [CLOCK_STUCK]')]],
  ['stuck while time is held', 'inconclusive', [...finished, ends('1h', 'stuck (time is held by a) [CLOCK_STUCK]')]],
  ['stuck while at work', 'inconclusive', [...finished, ends('1h', 'stuck (waits; at work: a hash) [CLOCK_STUCK]')]],
  ['stuck while a collection never ends', 'inconclusive', [begins('0s'), ends('1h', 'stuck (…) [CLOCK_STUCK]')]],
  ['not yet over', 'inconclusive', finished],
]);

const size = (text: string): Row[2] => [list('0s', {}, { parameters: `?maxResults=${text}` })];

judgeRows('C20', [
  ['1', 'held', size('1')],
  ['250', 'held', size('250')],
  ['0', 'broken', size('0')],
  ['251', 'broken', size('251')],
  ['a fraction', 'broken', size('1.5')],
  ['what cannot be decoded', 'broken', size('%zz')],
  ['none', 'held', [list('0s')]],
]);

const grant = (at: string, token: string, life = 3600): traces.Part =>
  ask(at, 'grant_type=client_credentials&scope=s', { access_token: token, expires_in: life });

judgeRows('C22', [
  ['in the second half of its life', 'held', [grant('0s', 't1'), grant('30m', 't2')]],
  ['a millisecond earlier', 'broken', [grant('0s', 't1'), grant('29m59.999s', 't2')]],
  [
    'in the second half of a life that may have begun when it was asked for',
    'held',
    [
      ask('0s', 'grant_type=client_credentials&scope=s', { access_token: 't1', expires_in: 3600 }, { answered: '10s' }),
      grant('30m', 't2'),
    ],
  ],
  ['five minutes before its end, in the first half', 'held', [grant('0s', 't1', 400), grant('100s', 't2')]],
  ['a millisecond before that', 'broken', [grant('0s', 't1', 400), grant('99.999s', 't2')]],
  ['at once, of a life that a usual margin is as long as', 'held', [grant('0s', 't1', 60), grant('0s', 't2')]],
  ['refused', 'held', [grant('0s', 't1'), create('1s', 403), grant('1s', 't2')]],
]);

const letter = '{"toEmailAddress":"a@b","fromEmailAddress":"c@d","emailContent":"e"}';

judgeRows('C23', [
  ['three fields', 'held', [mail('0s', {}, { body: letter })]],
  ['an empty one', 'broken', [mail('0s', 400, { body: letter.replace('e"}', '"}') })]],
  ['with a byte order mark', 'held', [mail('0s', {}, { body: `\uFEFF${letter}` })]],
  [
    'refused and repeated while the refusal was on its way',
    'held',
    [mail('0s', 400, { body: letter, answered: '2s' }), mail('1s', {}, { body: letter })],
  ],
  ['refused and repeated', 'broken', [mail('0s', 400, { body: letter }), mail('1s', 400, { body: letter })]],
  [
    'refused and changed',
    'held',
    [mail('0s', 400, { body: letter }), mail('1s', {}, { body: letter.replace('"e"', '"f"') })],
  ],
  ['accepted, and the same again', 'held', [mail('0s', {}, { body: letter }), mail('1s', {}, { body: letter })]],
  ['refused for now, and repeated', 'held', [mail('0s', 503, { body: letter }), mail('1s', {}, { body: letter })]],
  ['without one', 'broken', [mail('0s', 400, { body: letter.replace('emailContent', 'content') })]],
  ['a number for one', 'broken', [mail('0s', 400, { body: letter.replace('"e"', '5') })]],
  ['no JSON', 'broken', [mail('0s', 400, { body: 'to=a' })]],
]);

test.each([
  ['emailContent', 'held'],
  ['toEmailAddress', 'broken'],
])('C23: an empty %s, where the service takes empty contents: %s', (field, verdict) => {
  const body = JSON.stringify({ ...(JSON.parse(letter) as object), [field]: '' });

  expect(judge('C23', [mail('0s', {}, { body })], { assumptions: { 'email.emptyContent': 'accepted' } })).toBe(verdict);
});

const lost = mail('0s', {}, { body: letter, fault: 'reset' });

test.each([
  ['every-request-sends', 'broken'],
  ['5m', 'held'],
] as const)('C24: a mail sent again after its answer was lost, where %s: %s', (choice, verdict) => {
  expect(judge('C24', [lost, mail('1s', {}, { body: letter })], { assumptions: { 'email.retrySafety': choice } })).toBe(
    verdict,
  );
});

judgeRows('C24', [
  ['the same an hour later', 'held', [lost, mail('1h', {}, { body: letter })]],
  ['the same a millisecond sooner', 'broken', [lost, mail('59m59s999ms', {}, { body: letter })]],
  ['another mail', 'held', [lost, mail('1s', {}, { body: letter.replace('"e"', '"f"') })]],
  [
    'what came in pieces may have been read',
    'held',
    [mail('0s', {}, { body: letter, fault: 'drip' }), mail('1s', {}, { body: letter })],
  ],
  ['one whose answer came', 'held', [mail('0s', {}, { body: letter }), mail('1s', {}, { body: letter })]],
  [
    'after a token was asked for',
    'broken',
    [lost, ask('1s', 'scope=s', { access_token: 't' }), mail('2s', {}, { body: letter })],
  ],
  [
    'late in the trace',
    'broken',
    [mail('3h', {}, { body: letter, fault: 'reset' }), mail('3h1s', {}, { body: letter })],
  ],
  [
    'within an hour after its answer, which took long, was lost',
    'broken',
    [mail('0s', {}, { body: letter, fault: 'reset', answered: '30m' }), mail('1h10m', {}, { body: letter })],
  ],
  [
    'after a silence that never ended',
    'broken',
    [mail('0s', {}, { body: letter, fault: 'silence' }), mail('1m', {}, { body: letter })],
  ],
  ['before other work', 'broken', [lost, mail('1s', {}, { body: letter }), create('2s')]],
  [
    'after work before it was lost',
    'broken',
    [create('0s'), mail('1s', {}, { body: letter, fault: 'reset' }), mail('2s', {}, { body: letter })],
  ],
  ['after other work', 'held', [lost, create('1s'), mail('2s', {}, { body: letter })]],
  [
    'after a mail of other words',
    'broken',
    [lost, mail('1s', {}, { body: letter.replace('"e"', '"f"') }), mail('2s', {}, { body: letter })],
  ],
  [
    'one that never got there',
    'held',
    [mail('0s', 'nothing', { body: letter, fault: 'refused' }), mail('1s', {}, { body: letter })],
  ],
  ['one that was refused', 'held', [mail('0s', 503, { body: letter }), mail('1s', {}, { body: letter })]],
]);

judgeRows('C27', [
  ['it has not ended', 'inconclusive', []],
  ['it finished', 'held', [ends('1h')]],
  ['it failed', 'inconclusive', [ends('1h', 'Error: no more')]],
]);

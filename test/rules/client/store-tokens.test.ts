import { expect, test } from 'vitest';
import * as traces from './write-trace.ts';
import { judgeRows } from './judge-rows.ts';

/**
 * "Tokens last for expires_in seconds. After that a request to the API fails with HTTP 403 and the message Request is not
 * authorized. The application then repeats steps 4 and 5 for a new token." (Authentication, interface B)
 */

const { ask, ends, list, mail, report, returns, submit } = traces;

const asks = (at: string, answer: Parameters<typeof ask>[2] = { access_token: 't1', expires_in: 3600 }): traces.Part =>
  ask(at, 'grant_type=client_credentials&scope=reporting::store:marketer', answer);
const renewed = { authorization: 'Bearer t2' };
const second = { access_token: 't2', expires_in: 3600 };
const another = { url: 'https://r.test/reports/2' };
const third = { url: 'https://r.test/reports/3' };
const asksOther = (at: string): traces.Part =>
  ask(at, 'grant_type=client_credentials&scope=store::apps:readwrite', second);
const refusedOther = report('2h', 'storeRefusal', { ...third, ...renewed });
const good = [asks('0s'), report('1m')];
const dead = report('1h', 'storeRefusal', another);

const withStatus =
  (status: number, part: traces.Part): traces.Part =>
  (number) =>
    part(number).map((entry) => (entry.kind === 'answer' ? { ...entry, answer: { ...entry.answer, status } } : entry));

judgeRows('C4', [
  ['a store token that was refused, used for the next call', 'broken', [...good, dead, report('2h', 403, third)]],
  ['the same without one that was answered before', 'broken', [asks('0s'), dead, report('2h', 403, third)]],
  ['the next call at that very moment', 'broken', [asks('0s'), dead, report('1h', 403, third), ends('2h')]],
  [
    'a new token for the next call',
    'held',
    [...good, dead, asks('1h', second), report('2h', {}, { ...third, ...renewed }), ends('2h')],
  ],
  [
    'the next call was under way',
    'held',
    [
      ...good,
      report('59m', 'storeRefusal', { ...another, answered: '1h' }),
      report('59m', 'storeRefusal', third),
      asks('1h', second),
      report('1h', {}, { ...another, ...renewed }),
      ends('2h'),
    ],
  ],
  [
    'the next call went out while a new token was asked for',
    'held',
    [...good, dead, asks('1h', { ...second }), report('1h', 'storeRefusal', third), ends('2h')],
  ],
  [
    'no new token was to be had',
    'held',
    [...good, dead, asks('1h', 500), report('2h', 'storeRefusal', third), asks('2h', 500), ends('2h')],
  ],
  [
    'a new token was refused, too: the next call shows it once more',
    'held',
    [
      ...good,
      dead,
      asks('1h', second),
      report('1h', 'storeRefusal', { ...another, ...renewed }),
      report('2h', 'storeRefusal', { ...third, ...renewed }),
      ends('2h'),
    ],
  ],
  [
    'a new token that worked, until it was refused itself',
    'broken',
    [
      ...good,
      dead,
      asks('1h', second),
      report('1h', {}, { ...another, ...renewed }),
      report('2h', 'storeRefusal', { ...another, ...renewed }),
      report('3h', 403, { ...third, ...renewed }),
    ],
  ],
  [
    'a refusal in other words',
    'inconclusive',
    [...good, report('1h', 403, another), report('2h', {}, third), ends('2h')],
  ],
  [
    'a refusal that was spoiled',
    'inconclusive',
    [
      ...good,
      report('1h', 'storeRefusal', { ...another, fault: 'malformedJson' }),
      report('2h', {}, third),
      ends('2h'),
    ],
  ],
  ['the same call once more, and once more', 'broken', [...good, dead, dead, dead]],
  [
    'the same call once more, when the refusal was still on its way',
    'held',
    [report('0s', 'storeRefusal', { answered: '2s' }), report('1s', 'nothing', { fault: 'silence' })],
  ],
  [
    'a token of another kind was asked for meanwhile',
    'broken',
    [...good, dead, ask('1h', 'grant_type=refresh_token&refresh_token=r1', second), report('2h', 403, third)],
  ],
  [
    'a token for the other API was asked for meanwhile',
    'broken',
    [...good, dead, asksOther('1h'), report('2h', 403, third)],
  ],
  [
    'and it was tried instead',
    'broken',
    [...good, dead, asksOther('1h'), refusedOther, report('3h', 403, { ...another, ...renewed })],
  ],
  ['and nothing else', 'broken', [...good, dead, asksOther('1h'), returns('1h', { failed: 1 })]],
  [
    'a new token of its own beside it',
    'held',
    [...good, dead, asksOther('1h'), asks('1h', second), report('2h', {}, { ...third, ...renewed }), ends('2h')],
  ],
  ['the other API takes it', 'held', [...good, submit('1h', 'storeRefusal'), report('2h', {}, third), ends('2h')]],
  [
    'another process',
    'held',
    [
      ...good,
      dead,
      ends('1h'),
      report('2h', 'storeRefusal', third),
      asks('2h', second),
      report('2h', {}, { ...third, ...renewed }),
      ends('2h'),
    ],
  ],
  [
    'a new token was asked for once the dead one had been used again',
    'broken',
    [...good, dead, report('2h', 403, third), asks('3h', second)],
  ],
  [
    'the next call was about to go out at that very moment, before the new token was asked for',
    'held',
    [...good, dead, report('1h', 'storeRefusal', third), asks('1h', second)],
  ],
  [
    'a refusal with another status',
    'inconclusive',
    [...good, withStatus(401, dead), report('2h', {}, third), returns('2h', {})],
  ],
  ['given up, and gone on', 'broken', [...good, dead, mail('1h'), returns('1h', { failed: 1 })]],
  [
    'a refusal that nobody was there to hear',
    'inconclusive',
    [report('0s', 'storeRefusal', { answered: '2s' }), ends('1s')],
  ],
  ['given up, and nothing more was sent before the end', 'held', [...good, dead, ends('1h', '403'), mail('2h')]],
  [
    'given up, where the token had worked for a call that was under way',
    'held',
    [
      report('0s', 'storeRefusal', { answered: '1s' }),
      report('0s', {}, { ...another, answered: '2s' }),
      mail('3s'),
      returns('4s', { failed: 1 }),
    ],
  ],
  [
    'given up, and gone on, where the token had never worked',
    'held',
    [asks('0s'), dead, mail('1h'), returns('1h', { failed: 1 })],
  ],
  [
    'a new token that the other API had refused before never worked here either',
    'broken',
    [submit('0s', 'storeRefusal'), asks('0s'), dead, report('2h', 403, third)],
  ],
  ['given up at once', 'held', [...good, dead, ends('1h', '403')]],
  [
    'given up as something else failed',
    'inconclusive',
    [...good, dead, list('1h', 'scopeNotEnabled'), ends('1h', '403')],
  ],
]);

test('a breach is told once, and what was given up by what it met', () => {
  const { evidenceOf } = traces;

  expect(evidenceOf('C4', [...good, dead, dead])).toEqual([
    'callReporting was repeated with the token that had been refused',
  ]);
  expect(evidenceOf('C4', [...good, dead, mail('1h'), returns('1h', {})])).toEqual([
    'callReporting met a refusal of its token and was given up',
  ]);
  expect(evidenceOf('C4', [list('1h', 'tokenExpired'), ends('1h')])).toEqual([
    'listDataQueryRecords met an expired token and was given up',
  ]);
});

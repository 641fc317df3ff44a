import { expect, test } from 'vitest';
import { judgeRows } from './judge-rows.ts';
import * as traces from './write-trace.ts';

/** "A caller may switch regions at any time": one that cannot be reached is no reason to stop. (What the service does) */

const { begins, create, ends, evidenceOf, given, list } = traces;

const away = { fault: 'refused', region: 'eu-west-1' } as const;
const elsewhere = { region: 'us-east-1' } as const;
const unreached = create('1s', 'nothing', away);
const failed = ends('9s', 'connect ECONNREFUSED');
const ofBob = { authorization: 'Bearer t2' };

judgeRows('C21', [
  ['nothing was asked', 'inconclusive', [failed]],
  ['every region was reached', 'inconclusive', [create('0s'), ends('9s')]],
  ['another region was asked', 'held', [unreached, create('2s', {}, elsewhere)]],
  ['no other was asked, and the client is not at its end', 'inconclusive', [unreached]],
  ['another had been asked the same before', 'held', [create('0s', {}, elsewhere), unreached, failed]],
  [
    'another had been asked for something else before',
    'broken',
    [list('0s', {}, elsewhere), list('1s', 'nothing', { ...away, parameters: '?nextPageToken=n' }), failed],
  ],
  [
    'another was asked for another customer',
    'broken',
    [given('c1', 'c2'), unreached, create('2s', {}, { ...elsewhere, ...ofBob }), failed],
  ],
  ['the same region was reached later', 'held', [unreached, create('2s', {}, { region: 'eu-west-1' }), failed]],
  ['the same region was not reached later either', 'broken', [unreached, create('2s', 'nothing', away), failed]],
  [
    'the same region broke a later connection',
    'inconclusive',
    [unreached, create('2s', 'nothing', { fault: 'stale', region: 'eu-west-1' }), failed],
  ],
  [
    'nobody was there any more to hear of it',
    'inconclusive',
    [create('1s', 'nothing', { ...away, answered: '3s' }), ends('2s')],
  ],
  [
    'for one of two calls there was another cause to stop',
    'inconclusive',
    [unreached, list('1s', 404, { answered: '2s' }), list('3s', 'nothing', { ...away, query: 'q2' }), failed],
  ],
  [
    'one of two calls was a retry',
    'inconclusive',
    [create('0s', 500, { region: 'eu-west-1' }), unreached, list('1s', 'nothing', away), failed],
  ],
  [
    'a listing did not reach it, and another was asked for a new query',
    'held',
    [list('1s', 'nothing', away), create('2s', { id: 'q2' }, elsewhere), ends('9s')],
  ],
  [
    'another had been asked for a query before',
    'broken',
    [create('0s', {}, elsewhere), list('1s', 'nothing', away), ends('9s')],
  ],
  [
    'another was asked for a new query of another customer',
    'broken',
    [given('c1', 'c2'), list('1s', 'nothing', away), create('2s', {}, { ...elsewhere, ...ofBob }), ends('9s')],
  ],
  ['the same call failed later', 'broken', [list('1s', 'nothing', away), list('1s', 'nothing', away), failed]],
]);

test('it is told which region was not reached', () => {
  const told = (region: object) =>
    evidenceOf('C21', [begins('0s'), create('1s', 'nothing', { fault: 'refused', ...region }), failed]);

  expect(told({ region: 'eu-west-1' })).toEqual([
    'createDataQuery did not reach eu-west-1, and no other region was asked',
  ]);
  expect(told({})).toEqual(['createDataQuery did not reach its region, and no other region was asked']);
});

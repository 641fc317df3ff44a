import { expect, test } from 'vitest';
import { invalidGrant, tokenErrors } from '../../../../src/spec/token-errors.ts';
import { judgeRows } from '../../client/judge-rows.ts';
import { ask, create, evidenceOf, type Part } from '../../client/write-trace.ts';
import { allowed, injected, on } from './write-service.ts';

/** What a rule says of the forms of refusals: traces written by hand. */

const row = { category: 'CONFLICT', type: 'REQUEST_CONFLICT', message: 'x' };
const { invalidClient, invalidScope } = tokenErrors;

const body =
  (part: Part, json: Readonly<Record<string, unknown>>): Part =>
  (number) =>
    part(number).map((entry) =>
      entry.kind === 'answer' ? { ...entry, answer: { ...entry.answer, body: JSON.stringify(json) } } : entry,
    );
const shaped = (status: number, json: Readonly<Record<string, unknown>>): Part => body(create('0s', status), json);
const grant = (status: number, error: string, description: string): Part =>
  body(ask('0s', '', status), { error, error_description: description });

judgeRows('S12', [
  ['nothing was refused', 'inconclusive', [allowed(), create('0s')]],
  ['a row', 'held', [allowed(), create('0s', 'requestConflict')]],
  ['no row, by a scenario', 'inconclusive', [allowed(), injected(create('0s', 404))]],
  ['no fields', 'broken', [allowed(), create('0s', 404)]],
  ['a type of a row with another message', 'broken', [allowed(), shaped(409, row)]],
  ['a type of no row', 'broken', [allowed(), shaped(409, { ...row, type: 'X' })]],
  ['a token address that refuses by a row', 'held', [grant(401, invalidClient.error, invalidClient.description)]],
  ['by a row, with another status', 'broken', [grant(400, invalidClient.error, invalidClient.description)]],
  [
    'by that status, as it may',
    'held',
    [grant(400, invalidClient.error, invalidClient.description)],
    on({ 'token.errorStatus': 'all-400' }),
  ],
  ['by another row', 'held', [grant(400, invalidScope.error, invalidScope.description)]],
  ['by another row as unauthorized', 'broken', [grant(401, invalidScope.error, invalidScope.description)]],
  ['by the words of another', 'broken', [grant(400, invalidScope.error, invalidClient.description)]],
  ['by no row', 'broken', [grant(400, 'x', 'y')]],
  ['by a grant that is dead', 'held', [grant(400, invalidGrant.error, invalidGrant.description)]],
]);

test.each([
  ['category', 'and without category, type and message'],
  ['type', 'and without category, type and message'],
  ['message', 'and without category, type and message'],
  ['', "REQUEST_CONFLICT, of which status, category and message are another row's"],
])('S12 says what a refusal without %j lacks', (left, lack) => {
  const json = Object.fromEntries(Object.entries(row).filter(([field]) => field !== left));

  expect(evidenceOf('S12', [allowed(), shaped(409, json)])).toEqual([`#2 was refused with 409 ${lack}`]);
});

test('S12 says of a type that it is in no row', () => {
  expect(evidenceOf('S12', [allowed(), shaped(409, { ...row, type: 'X' })])).toEqual([
    '#2 was refused with 409 and a type that is in no row',
  ]);
});

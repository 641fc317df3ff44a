import { expect, test } from 'vitest';
import { errors } from '../../src/spec/errors.ts';
import { tokenErrors } from '../../src/spec/token-errors.ts';
import { isDataList, isFailureName, isSentence, tellsFailure } from '../../src/trace/failure-words.ts';
import type { Plain } from '../../src/trace/told.ts';

/** How people write that something went wrong, and what only looks like it. */

const says = (value: Plain): boolean => tellsFailure(value, (text) => text);

const refusals = Object.values(errors).flatMap(({ category, type, message }) => [
  [type],
  [message],
  // As a body, word for word.
  [JSON.stringify({ category, type, message })],
]);
const ofTokens = Object.values(tokenErrors).flatMap(({ error, description }) => [
  [error],
  [JSON.stringify({ error, error_description: description })],
]);

test.each([...refusals, ...ofTokens])('%s says that something went wrong', (text) => {
  expect(says({ outcome: text })).toBe(true);
});

test.each<[Plain]>([
  [{ note: 'gave up' }],
  [{ note: 'GIVEN UP' }],
  [{ gaveUp: ['ben'] }],
  [{ note: '1 of 2' }],
  [{ note: '1/2' }],
  [{ note: 'the line went down' }],
  [{ note: 'page 2 of 2 hung up' }],
  [{ status: 400 }],
  [{ httpCode: 599 }],
  [{ failed: 'ben' }],
  [{ files: 'failed' }],
  [{ results: ['failed'] }],
  [{ ann: { recordId: '1', customerId: 'ann', scope: 'orders', reason: 'download failed' } }],
  [{ records: null }],
  [false],
  [{ ok: false }],
])('%j says so, too', (value) => {
  expect(says(value)).toBe(true);
});

test.each<[Plain]>([
  [{ note: '' }],
  [{ note: ' - ' }],
  [{ error: 'None' }],
  [{ error: ' none ' }],
  [{ failed: 'N/A' }],
  [{ failed: 'No' }],
  [{ failed: 0, errors: [], error: null }],
  [{ note: '2 of 2' }],
  [{ note: '2 out of 2' }],
  [{ note: '2/2 customers' }],
  [{ note: 'line down' }],
  [{ note: 'done in 420 Seconds' }],
  [{ note: '412 Records' }],
  [{ note: '{"failed":1}' }],
  [{ note: ' <p>not here</p>' }],
  [{ note: 'https://x.test/not-found' }],
  [{ note: 'a knot' }],
  [{ note: 'interrelated' }],
  [{ status: 399 }],
  [{ status: 600 }],
  [{ size: 404 }],
  [{ Orders: ['failed'] }],
  [{ failed: false }],
  [{ ann: [{ recordId: '1', customerId: 'ann', scope: 'orders', position: 0, status: 'canceled' }] }],
  [true],
])('%j says nothing of the kind', (value) => {
  expect(says(value)).toBe(false);
});

test.each([
  ['imported all of it', true],
  ['all done', false],
  ['{ "a": "b c d" }', false],
  [' two words ', false],
])('"%s" is a sentence: %s', (text, isOne) => {
  expect(isSentence(text)).toBe(isOne);
});

test.each([
  ['failedCustomers', true],
  ['gave_up', true],
  ['customers', false],
  ['overall', false],
])('%s is the name of what failed: %s', (name, isOne) => {
  expect(isFailureName(name)).toBe(isOne);
});

test.each<[string, Plain, boolean]>([
  ['Records', [], true],
  ['records', 3, false],
  ['myrecords', [], false],
  ['recordsLeft', [], false],
])('%s: %j is a list of data: %s', (name, value, isOne) => {
  expect(isDataList(name, value)).toBe(isOne);
});

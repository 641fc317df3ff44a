import { expect, test } from 'vitest';
import { isMisuse } from '../../src/misuse.ts';
import { readScenario } from '../../src/scenario/read-scenario.ts';

const refuse = (text: string) => {
  try {
    readScenario(text, 'f.yaml');
  } catch (error) {
    if (isMisuse(error)) return error;
    throw error;
  }
  throw new Error('it was accepted');
};

/** One step in line 3, its `{` in column 5; a whole file where the text has a line break. */
const write = (text: string): string => {
  if (text.startsWith('{')) return `name: x\nsteps:\n  - ${text}`;
  return text.includes('\n') ? text : `name: x\n${text}`;
};

// What was written, where the mistake is, what is said about it, and what is advised.
const mistakes: readonly (readonly [string, string, string, string])[] = [
  ['nmae: y\nname: x', '1:1', '"nmae" is not a field of a scenario', 'did you mean "name"?'],
  ['seed: 1\nsteps: []', '1:1', '"name" is missing', 'add "name: '],
  ['name:\nseed: 1', '1:6', 'nothing (null) is not a name', 'one line'],
  ['name: 12\nseed: 1', '1:7', '12 is not a name', 'put it in quotes: "12"'],
  ['seed: -1', '2:7', '-1 is not a seed', 'a whole number from 0'],
  ['client: [a.ts]', '2:9', 'a list of 1 is not the path of a module', 'one line'],
  ['steps: { at: 1h }', '2:8', 'an object with at is not a list of steps', 'write a list'],
  ['customers: []', '2:12', 'an empty list is not a list of customers', 'at least one'],
  ['customer: { scpe: orders }', '2:13', '"scpe" is not a field of a customer', 'did you mean "scope"?'],
  ['customer: { records: 1000001 }', '2:22', '1000001 is not a number of records', 'from 0 to 1000000'],
  ['customer: { records: 1.5 }', '2:22', '1.5 is not a number of records', 'a whole number'],
  ['customer: { collects: 10 min }', '2:23', '"10 min" is not a duration', 'write "10m"'],
  ['customer: { scope: a/b }', '2:20', '"a/b" is not a scope', 'letters, digits'],
  ['customer: { id: 7 }', '2:17', '7 is not a customer id', 'put it in quotes: "7"'],
  ['name: x\ncustomer: {}\ncustomers: [{}]', '3:1', '"customer" and "customers" both', 'keep one'],
  ['customers: [{ id: a }, { id: b }, { id: a }]', '2:35', 'customer "a" is described twice', 'one row for each scope'],
  ['assumptions: { cach.errors: everything }', '2:16', '"cach.errors" is not an assumption', '"cache.errors"'],
  ['assumptions: { cache.errors: success }', '2:30', 'cache.errors cannot be "success"', '"success-only"'],
  ['{ do: expireToken }', '3:5', 'does not say when it happens', 'add one of at, after, on'],
  ['{ at: 1h }', '3:5', 'does not say what happens', 'add one of do, fail, elapse'],
  ['{ at: 1h, on: createDataQuery, do: expireToken }', '3:15', '"on" cannot stand beside "at"', 'keep one'],
  ['{ at: 1h, do: expireToken, elapse: 1h }', '3:32', '"elapse" cannot stand beside "do"', 'keep one'],
  ['{ at: 1 hour, do: expireToken }', '3:11', '"1 hour" is not a duration', 'write "1h"'],
  ['{ at: 90, do: expireToken }', '3:11', '90 is not a duration', 'a number needs its unit'],
  ['{ at: 30m1h, do: expireToken }', '3:11', '"30m1h" is not a duration', 'from the largest unit'],
  ['{ at: 1h, wait: 1m, do: expireToken }', '3:15', '"wait" does not belong in this step', 'it goes with "after"'],
  ['{ after: create, do: expireToken }', '3:14', '"create" is not an event', 'did you mean "created"?'],
  ['{ on: listDataQueryRecord, fail: 503 }', '3:11', 'is not an operation', 'did you mean "listDataQueryRecords"?'],
  ['{ on: createDataQuery, nth: 0, fail: 503 }', '3:33', '0 is not a position', 'from 1 to 1000000'],
  ['{ at: 1h, do: expireTokn }', '3:19', '"expireTokn" is not an action', 'did you mean "expireToken"?'],
  ['{ at: 1h, do: elapse }', '3:19', '"elapse" does not stand behind "do"', 'write "elapse: 1h"'],
  ['{ at: 1h, do: fail }', '3:19', '"fail" does not stand behind "do"', 'write "fail: 503"'],
  ['{ at: 1h, do: expireToken, scope: a }', '3:32', '"scope" does not belong in this step', '"do: revokeConsent"'],
  ['{ at: 1h, do: expireToken, customr: c }', '3:32', '"customr" is not a field', 'did you mean "customer"?'],
  ['{ at: 1h, do: expireStoreToken }', '3:5', '"store" is missing', 'add "store: submission"'],
  [
    '{ at: 1h, do: expireStoreToken, store: reportin }',
    '3:44',
    '"reportin" is not a store',
    'did you mean "reporting"?',
  ],
  ['{ at: 1h, fail: 503 }', '3:15', 'a failure at a time needs an operation', 'operation: listDataQueryRecords'],
  ['{ after: listed, fail: 503 }', '3:22', 'a failure after an event needs an operation', 'operation:'],
  ['{ on: notification, fail: 503 }', '3:25', 'a notification cannot be made to fail yet', 'after: notified'],
  ['{ on: createDataQuery, fail: ACCESS_DENIED }', '3:34', 'the type of several errors', 'tokenExpired, tokenRevoked'],
  ['{ on: createDataQuery, fail: INTEGRATION_TIMEOT }', '3:34', 'is not an error of', '"INTEGRATION_TIMEOUT"'],
  ['{ on: createDataQuery, fail: tokenExpird }', '3:34', 'is not an error of', 'did you mean "tokenExpired"?'],
  ['{ on: createDataQuery, fail: 200 }', '3:34', '200 is not a failing status', '400 to 599'],
  ['{ on: createDataQuery, fail: "503" }', '3:34', '"503" is text', 'write 503 without quotes'],
  ['{ on: createDataQuery, fail: 503, times: 1001 }', '3:46', '1001 is not a number of times', 'from 1 to 1000'],
  ['{ on: createDataQuery, fail: 503, operation: notification }', '3:50', 'is not an operation', 'known: '],
  ['expect: { client: fails }', '2:19', '"fails" alone does not say how', '{ fails: '],
  ['expect: { client: suceeds }', '2:19', 'is not an outcome of the client', '"succeeds"'],
  ['expect: { client: { fails: "(" } }', '2:28', '"(" is not a regular expression', 'flags are'],
  ['expect: { client: { fails: /a/g } }', '2:28', '"/a/g" is not a regular expression', 'flags are i, m, s and u'],
  ['expect: { client: { fails: a }, result: 1 }', '2:33', 'a client that fails has no result', 'remove "result"'],
  ['expect: { requests: { sendEmails: 1 } }', '2:23', '"sendEmails" is not an operation', 'did you mean "sendEmail"?'],
  ['expect: { requests: { sendEmail: two } }', '2:34', '"two" is not a number of exchanges', 'a whole number'],
  ['expect: { requests: { sendEmail: {} } }', '2:34', 'a count without numbers', 'atLeast, atMost'],
  ['expect: { requests: { sendEmail: { atLeast: 2, atMost: 1 } } }', '2:34', '"atLeast" is more than', 'no number'],
  ['expect: { within: soon }', '2:19', '"soon" is not a duration', 'write it like'],
  ['expect: { result: .nan }', '2:19', 'NaN is not plain data', 'finite numbers'],
];

test.each(mistakes.map(([text, place, what, hint]) => ({ text, place, what, hint })))(
  'at $place of a file: $what; $hint',
  ({ text, place, what, hint }) => {
    const misuse = refuse(write(text));

    expect(misuse.code).toBe('SCENARIO_INVALID');
    expect(misuse.message).toContain(what);
    expect(misuse.hint).toContain(hint);
    const line = misuse.message.split('\n').find((one) => one.includes(what));
    expect(line?.startsWith(`f.yaml:${place}: `), misuse.message).toBe(true);
  },
);

test('all mistakes of a file are reported, one in a line, in the order they were written', () => {
  const misuse = refuse('name: x\nsteps:\n  - { at: 1x, do: expireTokn, custmer: a }\nseed: no\nexpct: {}\n');

  expect(misuse.message.split('\n').map((line) => line.split(': ')[0])).toEqual([
    'f.yaml:3:11',
    'f.yaml:3:19',
    'f.yaml:3:31',
    'f.yaml:4:7',
    'f.yaml:5:1',
  ]);
  expect(misuse.place).toBe('f.yaml:3:11');
});

test('a file of many mistakes is answered with twenty, and the number of the others', () => {
  const misuse = refuse(`name: x\nsteps:\n${'  - { at: 1h }\n'.repeat(30)}`);

  expect(misuse.message.split('\n')).toHaveLength(20);
  expect(misuse.hint).toContain('and 10 more');
});

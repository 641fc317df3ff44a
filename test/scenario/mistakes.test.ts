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
  ['{ at: 1h }', '3:5', 'does not say what happens', 'add one of do, fail, accident, elapse'],
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
  ['{ on: notification, fail: 503 }', '3:25', 'up to the endpoint that gets it', 'let that answer 500'],
  ['{ on: createDataQuery, fail: ACCESS_DENIED }', '3:34', 'the type of several errors', 'tokenExpired, tokenRevoked'],
  ['{ on: createDataQuery, fail: INTEGRATION_TIMEOT }', '3:34', 'is not an error of', '"INTEGRATION_TIMEOUT"'],
  ['{ on: createDataQuery, fail: tokenExpird }', '3:34', 'is not an error of', 'did you mean "tokenExpired"?'],
  ['{ on: createDataQuery, fail: 200 }', '3:34', '200 is not a failing status', '400 to 599'],
  ['{ on: createDataQuery, fail: "503" }', '3:34', '"503" is text', 'write 503 without quotes'],
  ['{ on: createDataQuery, fail: 503, times: 1001 }', '3:46', '1001 is not a number of times', 'from 1 to 1000'],
  ['{ on: createDataQuery, fail: 503, operation: notification }', '3:50', 'is not an operation', 'known: '],
  ['{ at: 1h, do: blankToken }', '3:5', '"lacks" is missing', 'add "lacks: customerId"'],
  ['{ at: 1h, do: blankToken, lacks: account }', '3:38', '"account" is not an id that', 'known: customerId, profileId'],
  ['{ at: 1h, do: blankToken, lacks: customrId }', '3:38', 'is not an id that', 'did you mean "customerId"?'],
  ['{ at: 1h, do: expireToken, application: a/b }', '3:45', '"a/b" is not an application id', 'letters, digits'],
  ['{ at: 1h, do: grantConsent, for: 1 hour }', '3:38', '"1 hour" is not a duration', 'write "1h"'],
  ['{ at: 1h, do: revokeConsent, for: 1h }', '3:34', '"for" does not belong', '"do: grantConsent", "do: holdAccount"'],
  ['{ at: 1h, do: createProfile }', '3:5', '"application" is missing', 'add "application: application-2"'],
  ['{ at: 1h, do: rotateSecrets }', '3:19', '"rotateSecrets" is not an action', 'did you mean "rotateSecret"?'],
  ['{ at: 1h, do: enableScope }', '3:5', '"scope" is missing', 'add "scope: orders"'],
  ['{ at: 1h, do: attachProfile }', '3:5', '"api" is missing', 'add "api: portability"'],
  ['{ at: 1h, do: detachProfile, api: portabilty }', '3:39', 'is not an API', 'did you mean "portability"?'],
  ['{ at: 1h, do: beginTrouble }', '3:5', '"trouble" is missing', 'add "trouble: backendSilent"'],
  ['{ at: 1h, do: beginTrouble, trouble: backendSilnt }', '3:42', 'not a trouble', 'did you mean "backendSilent"?'],
  ['{ at: 1h, do: beginTrouble, trouble: serviceThrows, for: 5 }', '3:62', '5 is not a duration', 'needs its unit'],
  ['{ at: 1h, do: endTrouble, trouble: fog }', '3:40', '"fog" is not a trouble', 'known: scannersBlock, '],
  ['{ at: 1h, do: regionDown }', '3:5', '"region" is missing', 'add "region: eu-west-1"'],
  ['{ at: 1h, do: regionDown, region: eu-west1 }', '3:39', 'is not a region', 'did you mean "eu-west-1"?'],
  ['{ at: 1h, do: regionUp, region: us-west-1 }', '3:37', 'is not a region', 'did you mean "'],
  ['{ at: 1h, do: regionDown, region: eu-west-1, fails: 200 }', '3:57', '200 is not a failing status', '400 to 599'],
  [
    '{ at: 1h, do: regionDown, region: eu-west-1, fails: invalidClient }',
    '3:57',
    '"invalidClient" is no refusal of interface C',
    'e.g. 503',
  ],
  ['{ on: createDataQuery, do: loseAnswer, loss: rest }', '3:50', 'is not a way to lose', 'did you mean "reset"?'],
  ['{ on: createDataQuery, do: loseAnswer, times: 0 }', '3:51', '0 is not a number of times', 'from 1 to 1000'],
  ['{ on: createDataQuery, accident: refusd }', '3:38', 'is not an accident', 'did you mean "refused"?'],
  ['{ on: createDataQuery, accident: reset, by: 1s }', '3:45', '"by" does not go with "reset"', 'timeout, late'],
  ['{ on: createDataQuery, accident: late, pieces: 2 }', '3:44', '"pieces" does not go with', 'slowHeaders, drip'],
  ['{ on: createDataQuery, accident: drip, pieces: 0 }', '3:52', '0 is not a number of pieces', 'from 1 to 1000'],
  ['{ on: createDataQuery, do: refused }', '3:32', '"refused" does not stand behind', 'write "accident: refused"'],
  ['{ on: createDataQuery, do: accident }', '3:32', '"accident" does not stand behind', 'accident: reset'],
  ['{ at: 1h, accident: reset }', '3:15', 'an accident at a time needs an operation', 'operation:'],
  ['{ on: notification, accident: reset }', '3:25', 'an accident cannot be one to a notification', 'loseNotification'],
  ['{ at: 1h, do: loseAnswer }', '3:15', 'a lost answer at a time needs an operation', 'operation:'],
  ['{ on: notification, do: loseAnswer }', '3:25', 'a lost answer cannot be one to a notification', 'loseNotification'],
  ['{ on: createDataQuery, do: delayAnswer }', '3:5', '"by" is missing', 'add "by: 10s"'],
  ['{ on: createDataQuery, do: delayAnswer, by: 10 }', '3:49', '10 is not a duration', 'a number needs its unit'],
  [
    '{ after: listed, do: delayAnswer, by: 1s }',
    '3:22',
    'a late answer after an event needs an operation',
    'operation:',
  ],
  ['{ on: notification, do: delayAnswer, by: 1s }', '3:25', 'a late answer cannot be one to a', 'delayNotification'],
  ['{ on: notification, do: delayNotification }', '3:5', '"by" is missing', 'add "by: 10s"'],
  ['{ on: notification, do: loseNotification, by: 1s }', '3:47', '"by" does not belong', '"do: delayNotification"'],
  ['{ on: notification, do: loseNotifications }', '3:29', 'is not an action', 'did you mean "loseNotification"?'],
  ['{ on: notification, do: repeatNotification, copies: 1 }', '3:57', '1 is not a number of copies', 'from 2 to 100'],
  ['{ on: notification, do: repeatNotification, times: 0 }', '3:56', '0 is not a number of times', 'from 1 to 1000'],
  ['customer: { records: [] }', '2:22', 'an empty list is not a list of records', 'at least one'],
  ['customer: { records: [{ a: 1 }, 2] }', '2:33', '2 is not a record', 'write fields'],
  ['customer: { fileSize: 0 }', '2:23', '0 is not a number of bytes', 'from 1 to 2000000000'],
  ['customer: { fileSize: 2000000001 }', '2:23', '2000000001 is not a number of bytes', 'from 1 to 2000000000'],
  ['customer: { records: [{}], fileSize: 9 }', '2:28', 'files of your own records', 'remove "fileSize"'],
  ['customer: { records: 3, schema: {} }', '2:25', 'a schema without records of your own', 'as a list'],
  ['customer: { records: [{}], schema: [] }', '2:36', 'an empty list is not a JSON Schema', 'write fields'],
  ['customer: { collects: hedl }', '2:23', '"hedl" is not a duration', 'did you mean "held"?'],
  ['customer: { collects: 10m..5m }', '2:23', '"10m..5m" goes from the longer', 'write "5m..10m"'],
  ['customer: { collects: 10m..20 min }', '2:23', '"20 min" is not a duration', 'write "20m"'],
  ['customer: { notifiedAfter: 5 }', '2:28', '5 is not a duration', 'a number needs its unit'],
  ['customer: { consent: yes }', '2:22', '"yes" is no consent', 'write true, false, or how long'],
  ['customer: { consent: 1 hour }', '2:22', '"1 hour" is not a duration', 'write "1h"'],
  ['applications: []', '2:15', 'an empty list is not a list of applications', 'at least one'],
  ['applications: [{}]', '2:16', '"id" is missing', 'add "id: '],
  ['applications: [{ id: a }, { id: b }, { id: a }]', '2:38', 'application "a" is described twice', 'an id of its own'],
  [
    'applications: [{ id: a, scope: [b] }]',
    '2:25',
    '"scope" is not a field of an application',
    'did you mean "scopes"?',
  ],
  ['applications: [{ id: a, scopes: orders }]', '2:33', '"orders" is not a list of scopes', 'write a list'],
  ['applications: [{ id: a, allowlisted: no }]', '2:38', '"no" is not an answer to whether', 'true or false'],
  ['applications: [{ id: a, attached: [report] }]', '2:36', '"report" is not an API', 'known: portability, '],
  ['applications: [{ id: a, customers: [7] }]', '2:37', '7 is not a customer id', 'put it in quotes'],
  ['profile: 2024-02-28', '2:10', '"2024-02-28" is not a profile', '"2024-02-29"'],
  ['latency: 2s..1s', '2:10', 'goes from the longer to the shorter', 'write "1s..2s"'],
  ['latency: 1s..', '2:10', '"" is not a duration', 'write it like'],
  ['latency: 100', '2:10', '100 is not a duration', 'a number needs its unit'],
  ['limits: { pagesize: 10 }', '2:11', '"pagesize" is not a field of the limits', 'did you mean "pageSize"?'],
  ['limits: { queriesAtOnce: 2 }', '2:11', '"queriesAtOnce" is not a field of the limits', 'known: '],
  ['limits: { createRate: 0 }', '2:23', '0 is not a limit', 'a whole number from 1'],
  ['limits: { linkLifetime: 300 }', '2:25', '300 is not a duration', 'a number needs its unit'],
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

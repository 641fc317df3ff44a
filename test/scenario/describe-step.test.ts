import { expect, test } from 'vitest';
import { describeStep } from '../../src/scenario/describe-step.ts';
import { readScenario } from '../../src/scenario/read-scenario.ts';

test.each([
  [
    'on: listDataQueryRecords, nth: 2, fail: integrationTimeout, times: 3',
    'on the 2nd listDataQueryRecords: fail with integrationTimeout, 3 times',
  ],
  ['on: createDataQuery, fail: 503', 'on the 1st createDataQuery: fail with status 503'],
  ['at: 5m, fail: 504, operation: sendEmail', 'at 5m: fail sendEmail with status 504'],
  [
    'after: created, wait: 10m, do: revokeConsent',
    '10m after the 1st "created": revoke the consent of the first customer to all scopes',
  ],
  [
    'after: listed, nth: 11, do: grantConsent, customer: c, scope: s',
    'after the 11th "listed": grant the consent of c to the scope s',
  ],
  ['on: notification, nth: 23, elapse: 61m', 'on the 23rd notification: let 61m pass'],
  ['at: 1s, do: expireToken, customer: c-2', 'at 1s: expire the token of c-2'],
  ['at: 1s, do: revokeStoreToken, store: reporting', 'at 1s: revoke the token of the reporting store'],
  ['at: 1s, do: holdAccount, for: 2h', 'at 1s: hold the account of the first customer for 2h'],
  ['at: 1s, do: releaseAccount', 'at 1s: release the account of the first customer'],
])('{ %s } reads as a sentence', (written, sentence) => {
  const [step] = readScenario(`name: x\nsteps: [{ ${written} }]`, 'x.yaml').steps;

  expect(step === undefined ? '' : describeStep(step)).toBe(sentence);
});

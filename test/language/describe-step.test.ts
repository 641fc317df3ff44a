import { expect, test } from 'vitest';
import { describeStep } from '../../src/language/describe-step.ts';
import { readScenario } from '../../src/language/read-scenario.ts';

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
  ['at: 1s, do: revokeToken, application: a-2', 'at 1s: revoke the token of the first customer given to a-2'],
  ['at: 1s, do: blankToken, lacks: customerId', 'at 1s: blank the customer id in the token of the first customer'],
  ['at: 1s, do: garbleToken, garbles: customerId', 'at 1s: garble the customer id in the token of the first customer'],
  ['at: 1s, do: blankToken, customer: c, lacks: profileId', 'at 1s: blank the security profile id in the token of c'],
  [
    'at: 1s, do: grantConsent, customer: c, scope: s, application: a, for: 1h',
    'at 1s: grant the consent of c to the scope s given to a for 1h',
  ],
  ['at: 1s, do: finishCollection', 'at 1s: finish the collection for the first customer in all scopes'],
  ['at: 1s, do: finishCollection, customer: c, scope: s', 'at 1s: finish the collection for c in the scope s'],
  ['at: 1s, do: createProfile, application: a-2', 'at 1s: create the security profile of a-2'],
  ['at: 1s, do: deleteProfile', 'at 1s: delete the security profile of the first application'],
  ['at: 1s, do: rotateSecret', 'at 1s: rotate the secret of the first application'],
  ['at: 1s, do: allowlistApp, application: a', 'at 1s: allowlist a'],
  ['at: 1s, do: delistApp, application: a', 'at 1s: delist a'],
  ['at: 1s, do: enableScope, application: a, scope: s', 'at 1s: enable the scope s for a'],
  ['at: 1s, do: disableScope, scope: s', 'at 1s: disable the scope s for the first application'],
  ['at: 1s, do: attachProfile, application: a, api: reporting', 'at 1s: attach the security profile of a to reporting'],
  [
    'at: 1s, do: detachProfile, api: portability',
    'at 1s: detach the security profile of the first application from portability',
  ],
  ['at: 1s, do: beginFault, fault: backendSilent, for: 5m', 'at 1s: begin the service fault backendSilent for 5m'],
  ['at: 1s, do: endFault, fault: backendSilent', 'at 1s: end the service fault backendSilent'],
  ['at: 1s, do: regionDown, region: eu-west-1, for: 1h', 'at 1s: take eu-west-1 down with status 503 for 1h'],
  [
    'at: 1s, do: regionDown, region: us-west-2, fails: integrationTimeout',
    'at 1s: take us-west-2 down with integrationTimeout',
  ],
  ['at: 1s, do: regionUp, region: eu-west-1', 'at 1s: bring eu-west-1 up'],
  [
    'at: 1s, do: regionDown, region: us-west-2, fails: unresolved',
    'at 1s: take us-west-2 down with the fault unresolved',
  ],
  ['on: downloadFile, fault: truncated', 'on the 1st downloadFile: inject truncated'],
  [
    'at: 1s, fault: drip, operation: downloadFile, pieces: 5, by: 2s, times: 3',
    'at 1s: inject drip (in 5 pieces, by 2s) into downloadFile, 3 times',
  ],
  ['on: createDataQuery, fault: reset', 'on the 1st createDataQuery: inject reset'],
  ['at: 1s, fault: silence, operation: sendEmail, times: 2', 'at 1s: inject silence into sendEmail, 2 times'],
  ['on: createDataQuery, fault: late, by: 10s', 'on the 1st createDataQuery: inject late (by 10s)'],
  ['on: notification, nth: 2, do: loseNotification', 'on the 2nd notification: lose a notification'],
  ['at: 1s, do: loseNotification, times: 3', 'at 1s: lose 3 notifications'],
  ['on: notification, do: delayNotification, by: 5m', 'on the 1st notification: delay a notification by 5m'],
  ['on: notification, do: repeatNotification', 'on the 1st notification: let a notification arrive twice'],
  [
    'at: 1s, do: repeatNotification, copies: 3, by: 1m, times: 2',
    'at 1s: let 2 notifications arrive 3 times, 1m apart',
  ],
  ['at: 1s, do: releaseAccount', 'at 1s: release the account of the first customer'],
  ['on: sendEmail, nth: every, elapse: 1m', 'on every sendEmail: let 1m pass'],
  ['on: sendEmail, nth: 2..4, fail: 503', 'on the 2nd to 4th sendEmail: fail with status 503'],
  ['after: created, nth: 3.., elapse: 1m', 'after every "created" from the 3rd on: let 1m pass'],
  [
    'on: listDataQueryRecords, where: { page: 3, region: eu-west-1 }, do: expireToken',
    'on the 1st listDataQueryRecords (region eu-west-1, page 3): expire the token of the first customer',
  ],
  [
    'on: sendEmail, nth: every, chance: 30%, fail: 503',
    'on every sendEmail, with a chance of 30%: fail with status 503',
  ],
  ['at: 1s, fail: 503, operation: sendEmail, for: 5m', 'at 1s: fail sendEmail with status 503 for 5m'],
  [
    'at: 1s, fail: 503, operation: sendEmail, for: 5m, times: 3',
    'at 1s: fail sendEmail with status 503, 3 times for 5m at most',
  ],
  ['at: 1s, do: loseNotification, for: 5m', 'at 1s: lose all notifications for 5m'],
  ['at: 1s, do: delayNotification, by: 1m, times: 3, for: 5m', 'at 1s: delay 3 notifications by 1m for 5m'],
  [
    'on: sendEmail, together: [{ do: holdAccount }, { fail: 503 }]',
    'on the 1st sendEmail: hold the account of the first customer and fail with status 503',
  ],
  [
    'at: 1s, do: holdAccount, then: [{ wait: 5m, do: releaseAccount }, { on: sendEmail, fail: 503 }]',
    'at 1s: hold the account of the first customer; then 5m later: release the account of the first customer; then on the 1st sendEmail: fail with status 503',
  ],
])('{ %s } reads as a sentence', (written, sentence) => {
  const [step] = readScenario(`name: x\nsteps: [{ ${written} }]`, 'x.yaml').steps;

  expect(step === undefined ? '' : describeStep(step)).toBe(sentence);
});

import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { scenario, type ScenarioBuilder } from '../../src/language/builder.ts';
import { readScenario } from '../../src/language/read-scenario.ts';
import type { StepVerbs } from '../../src/language/step-builder.ts';
import { refusedAtTheCall } from './refused-at-the-call.ts';

type Verbs = StepVerbs<ScenarioBuilder>;

// How a file says it and how a builder does; and what both mean, where that is more than the words of the file.
const verbs: readonly [string, (verbs: Verbs) => ScenarioBuilder, object?][] = [
  ['do: expireToken, application: a-2', (on) => on.expireToken({ application: 'a-2' })],
  ['do: revokeToken, customer: c, application: a-2', (on) => on.revokeToken({ customer: 'c', application: 'a-2' })],
  ['do: garbleToken, garbles: profileId', (on) => on.garbleToken('profileId')],
  ['do: blankToken, lacks: profileId', (on) => on.blankToken('profileId')],
  ['do: expireConsent, application: a-2', (on) => on.expireConsent({ application: 'a-2' })],
  ['do: grantConsent, for: 1h', (on) => on.grantConsent({ for: '1h' })],
  ['do: finishCollection, scope: orders', (on) => on.finishCollection({ scope: 'orders' })],
  ['do: createProfile, application: a-2', (on) => on.createProfile('a-2')],
  ['do: deleteProfile', (on) => on.deleteProfile()],
  ['do: rotateSecret', (on) => on.rotateSecret()],
  ['do: allowlistApp, application: a-2', (on) => on.allowlistApp({ application: 'a-2' })],
  ['do: delistApp', (on) => on.delistApp()],
  ['do: enableScope, scope: orders, application: a-2', (on) => on.enableScope('orders', { application: 'a-2' })],
  ['do: disableScope, scope: orders', (on) => on.disableScope('orders')],
  [
    'do: attachProfile, api: reporting, application: a-2',
    (on) => on.attachProfile('reporting', { application: 'a-2' }),
  ],
  ['do: detachProfile, api: portability', (on) => on.detachProfile('portability')],
  ['do: beginFault, fault: backendSilent, for: 5m', (on) => on.beginFault('backendSilent', { for: '5m' })],
  ['do: endFault, fault: scannersBlock', (on) => on.endFault('scannersBlock')],
  ['do: regionDown, region: eu-west-1', (on) => on.regionDown('eu-west-1'), { fails: { kind: 'status', status: 503 } }],
  [
    'do: regionDown, region: us-west-2, for: 1h, fails: INTEGRATION_TIMEOUT',
    (on) => on.regionDown('us-west-2', { for: '1h', fails: 'integrationTimeout' }),
    { fails: { kind: 'row', row: 'integrationTimeout' } },
  ],
  ['do: regionUp, region: eu-west-1', (on) => on.regionUp('eu-west-1')],
  [
    'do: regionDown, region: us-west-2, fails: timeout',
    (on) => on.regionDown('us-west-2', { fails: 'timeout' }),
    { fails: { kind: 'connection', fault: 'timeout' } },
  ],
  ['fault: truncated', (on) => on.fault('truncated'), { do: 'fault', times: 1 }],
  [
    'fault: drip, by: 5s, pieces: 4, times: 2, operation: downloadFile',
    (on) => on.fault('drip', { by: '5s', pieces: 4, times: 2, operation: 'downloadFile' }),
    { do: 'fault' },
  ],
  ['fault: reset', (on) => on.fault('reset'), { do: 'fault', times: 1 }],
  [
    'fault: silence, times: 2, operation: sendEmail',
    (on) => on.fault('silence', { times: 2, operation: 'sendEmail' }),
    { do: 'fault' },
  ],
  ['fault: late, by: 10s', (on) => on.fault('late', { by: '10s' }), { do: 'fault', times: 1 }],
  ['do: loseNotification', (on) => on.loseNotification(), { times: 1 }],
  ['do: delayNotification, by: 5m, times: 2', (on) => on.delayNotification('5m', { times: 2 })],
  ['do: repeatNotification', (on) => on.repeatNotification(), { copies: 2, by: '0s', times: 1 }],
  [
    'do: repeatNotification, copies: 4, by: 1m, times: 3',
    (on) => on.repeatNotification({ copies: 4, by: '1m', times: 3 }),
  ],
];

test.each(verbs)('{ %s } and the verb of the same name mean the same', (written, say, more) => {
  const meant = { ...(parse(`{ ${written} }`) as object), ...more };
  const read = readScenario(`name: x\nsteps: [{ on: createDataQuery, ${written} }]`, 'x.yaml');
  const built = say(scenario('x').on('createDataQuery')).build();

  expect(read.steps[0]?.action).toStrictEqual(meant);
  expect(built.steps[0]?.action).toStrictEqual(meant);
});

const begin = (): Verbs => scenario('x').at('1s');

// None of these may compile, and each is refused where JavaScript tries all the same.
refusedAtTheCall([
  [
    // @ts-expect-error
    () => begin().beginFault('backendSilnt'),
    '.beginFault("backendSilnt")',
    'did you mean "backendSilent"?',
  ],
  [
    // @ts-expect-error
    () => begin().endFault('backendFail'),
    '.endFault("backendFail")',
    'did you mean "backendFails"?',
  ],
  [
    // @ts-expect-error
    () => begin().regionDown('eu-west1'),
    '.regionDown("eu-west1")',
    'did you mean "eu-west-1"?',
  ],
  [
    // @ts-expect-error
    () => begin().regionUp('us-east'),
    '.regionUp("us-east")',
    'did you mean "us-east-1"?',
  ],
  [
    // @ts-expect-error
    () => begin().regionDown('eu-west-1', { fails: 'invalidClient' }),
    '.regionDown("eu-west-1", { fails: "invalidClient" })',
    'an error of interface C',
  ],
  [
    // @ts-expect-error
    () => begin().attachProfile('portabilty'),
    '.attachProfile("portabilty")',
    'did you mean "portability"?',
  ],
  [
    // @ts-expect-error
    () => begin().detachProfile('report'),
    '.detachProfile("report")',
    'known: portability, submission, reporting',
  ],
  [
    // @ts-expect-error
    () => begin().blankToken('customrId'),
    '.blankToken("customrId")',
    'did you mean "customerId"?',
  ],
  [
    // @ts-expect-error
    () => scenario('x').on('createDataQuery').fault('silent'),
    '.fault("silent")',
    'did you mean "silence"?',
  ],
  [
    // @ts-expect-error
    () => begin().createProfile(),
    '.createProfile()',
    'letters, digits',
  ],
  [
    // @ts-expect-error
    () => begin().rotateSecret({ application: 7 }),
    '.rotateSecret({ application: 7 })',
    'put it in quotes: "7"',
  ],
  [
    // @ts-expect-error
    () => begin().revokeConsent({ for: '1h' }),
    '.revokeConsent({ for: "1h" })',
    'it goes with "do: grantConsent"',
  ],
  [() => begin().fault('reset'), '.fault("reset")', 'operation'],
  [
    // @ts-expect-error
    () => begin().fault('trunkated', { operation: 'downloadFile' }),
    '.fault("trunkated", { operation: "downloadFile" })',
    'did you mean "truncated"?',
  ],
  [
    () => scenario('x').on('notification').fault('late', { by: '1s' }),
    '.fault("late", { by: "1s" })',
    'loseNotification',
  ],
  [
    // @ts-expect-error
    () => scenario('x').on('createDataQuery').fault('late', { by: 10 }),
    '.fault("late", { by: 10 })',
    '"10s"',
    'BAD_DURATION',
  ],
  [
    // @ts-expect-error
    () => begin().beginFault('serviceThrows', { for: '5 mins' }),
    '.beginFault("serviceThrows", { for: "5 mins" })',
    'write "5m"',
    'BAD_DURATION',
  ],
]);

import { expect, test } from 'vitest';
import type { StepAction } from '../../src/language/ast.ts';
import { scenario, type ScenarioBuilder } from '../../src/language/builder.ts';
import { readScenario } from '../../src/language/read-scenario.ts';
import type { StepVerbs } from '../../src/language/step-verbs.ts';

type Verbs = StepVerbs<ScenarioBuilder>;

// How a file says it, how a builder does, and what both mean.
const verbs: readonly (readonly [string, (verbs: Verbs) => ScenarioBuilder, StepAction])[] = [
  [
    'do: expireToken, application: a-2',
    (on) => on.expireToken({ application: 'a-2' }),
    { do: 'expireToken', application: 'a-2' },
  ],
  [
    'do: revokeToken, customer: c, application: a-2',
    (on) => on.revokeToken({ customer: 'c', application: 'a-2' }),
    { do: 'revokeToken', customer: 'c', application: 'a-2' },
  ],
  [
    'do: garbleToken, garbles: profileId',
    (on) => on.garbleToken('profileId'),
    { do: 'garbleToken', garbles: 'profileId' },
  ],
  ['do: blankToken, lacks: profileId', (on) => on.blankToken('profileId'), { do: 'blankToken', lacks: 'profileId' }],
  [
    'do: expireConsent, application: a-2',
    (on) => on.expireConsent({ application: 'a-2' }),
    { do: 'expireConsent', application: 'a-2' },
  ],
  ['do: grantConsent, for: 1h', (on) => on.grantConsent({ for: '1h' }), { do: 'grantConsent', for: '1h' }],
  [
    'do: finishCollection, scope: orders',
    (on) => on.finishCollection({ scope: 'orders' }),
    { do: 'finishCollection', scope: 'orders' },
  ],
  ['do: createProfile, application: a-2', (on) => on.createProfile('a-2'), { do: 'createProfile', application: 'a-2' }],
  ['do: deleteProfile', (on) => on.deleteProfile(), { do: 'deleteProfile' }],
  ['do: rotateSecret', (on) => on.rotateSecret(), { do: 'rotateSecret' }],
  [
    'do: allowlistApp, application: a-2',
    (on) => on.allowlistApp({ application: 'a-2' }),
    { do: 'allowlistApp', application: 'a-2' },
  ],
  ['do: delistApp', (on) => on.delistApp(), { do: 'delistApp' }],
  [
    'do: enableScope, scope: orders, application: a-2',
    (on) => on.enableScope('orders', { application: 'a-2' }),
    { do: 'enableScope', scope: 'orders', application: 'a-2' },
  ],
  ['do: disableScope, scope: orders', (on) => on.disableScope('orders'), { do: 'disableScope', scope: 'orders' }],
  [
    'do: attachProfile, api: reporting, application: a-2',
    (on) => on.attachProfile('reporting', { application: 'a-2' }),
    { do: 'attachProfile', api: 'reporting', application: 'a-2' },
  ],
  [
    'do: detachProfile, api: portability',
    (on) => on.detachProfile('portability'),
    { do: 'detachProfile', api: 'portability' },
  ],
  [
    'do: beginFault, fault: backendSilent, for: 5m',
    (on) => on.beginFault('backendSilent', { for: '5m' }),
    { do: 'beginFault', fault: 'backendSilent', for: '5m' },
  ],
  [
    'do: endFault, fault: scannersBlock',
    (on) => on.endFault('scannersBlock'),
    { do: 'endFault', fault: 'scannersBlock' },
  ],
  [
    'do: regionDown, region: eu-west-1',
    (on) => on.regionDown('eu-west-1'),
    { do: 'regionDown', region: 'eu-west-1', fails: { kind: 'status', status: 503 } },
  ],
  [
    'do: regionDown, region: us-west-2, for: 1h, fails: INTEGRATION_TIMEOUT',
    (on) => on.regionDown('us-west-2', { for: '1h', fails: 'integrationTimeout' }),
    { do: 'regionDown', region: 'us-west-2', for: '1h', fails: { kind: 'row', row: 'integrationTimeout' } },
  ],
  ['do: regionUp, region: eu-west-1', (on) => on.regionUp('eu-west-1'), { do: 'regionUp', region: 'eu-west-1' }],
  [
    'do: regionDown, region: us-west-2, fails: timeout',
    (on) => on.regionDown('us-west-2', { fails: 'timeout' }),
    { do: 'regionDown', region: 'us-west-2', fails: { kind: 'connection', fault: 'timeout' } },
  ],
  ['fault: truncated', (on) => on.fault('truncated'), { do: 'fault', fault: 'truncated', times: 1 }],
  [
    'fault: drip, by: 5s, pieces: 4, times: 2, operation: downloadFile',
    (on) => on.fault('drip', { by: '5s', pieces: 4, times: 2, operation: 'downloadFile' }),
    { do: 'fault', fault: 'drip', by: '5s', pieces: 4, times: 2, operation: 'downloadFile' },
  ],
  ['fault: reset', (on) => on.fault('reset'), { do: 'fault', fault: 'reset', times: 1 }],
  [
    'fault: silence, times: 2, operation: sendEmail',
    (on) => on.fault('silence', { times: 2, operation: 'sendEmail' }),
    { do: 'fault', fault: 'silence', times: 2, operation: 'sendEmail' },
  ],
  [
    'fault: late, by: 10s',
    (on) => on.fault('late', { by: '10s' }),
    { do: 'fault', fault: 'late', by: '10s', times: 1 },
  ],
  ['do: loseNotification', (on) => on.loseNotification(), { do: 'loseNotification', times: 1 }],
  [
    'do: delayNotification, by: 5m, times: 2',
    (on) => on.delayNotification('5m', { times: 2 }),
    { do: 'delayNotification', by: '5m', times: 2 },
  ],
  [
    'do: repeatNotification',
    (on) => on.repeatNotification(),
    { do: 'repeatNotification', copies: 2, by: '0s', times: 1 },
  ],
  [
    'do: repeatNotification, copies: 4, by: 1m, times: 3',
    (on) => on.repeatNotification({ copies: 4, by: '1m', times: 3 }),
    { do: 'repeatNotification', copies: 4, by: '1m', times: 3 },
  ],
];

test.each(verbs)('{ %s } and the verb of the same name mean the same', (written, say, meant) => {
  const read = readScenario(`name: x\nsteps: [{ on: createDataQuery, ${written} }]`, 'x.yaml');
  const built = say(scenario('x').on('createDataQuery')).build();

  expect(read.steps[0]?.action).toStrictEqual(meant);
  expect(built.steps[0]?.action).toStrictEqual(meant);
});

const begin = (): Verbs => scenario('x').at('1s');

// None of these may compile, and each is refused where JavaScript tries all the same.
const mistakes: readonly (readonly [string, () => unknown, string, string, string])[] = [
  [
    'an unknown service fault',
    // @ts-expect-error
    () => begin().beginFault('backendSilnt'),
    'BAD_OPTION',
    'beginFault("backendSilnt")',
    'did you mean "backendSilent"?',
  ],
  [
    'an unknown service fault to end',
    // @ts-expect-error
    () => begin().endFault('backendFail'),
    'BAD_OPTION',
    'endFault("backendFail")',
    'did you mean "backendFails"?',
  ],
  [
    'an unknown region',
    // @ts-expect-error
    () => begin().regionDown('eu-west1'),
    'BAD_OPTION',
    'regionDown("eu-west1")',
    'did you mean "eu-west-1"?',
  ],
  [
    'an unknown region to come up',
    // @ts-expect-error
    () => begin().regionUp('us-east'),
    'BAD_OPTION',
    'regionUp("us-east")',
    'did you mean "us-east-1"?',
  ],
  [
    'an outage with an error of another interface',
    // @ts-expect-error
    () => begin().regionDown('eu-west-1', { fails: 'invalidClient' }),
    'BAD_OPTION',
    'regionDown("eu-west-1", { fails: "invalidClient" })',
    'an error of interface C',
  ],
  [
    'an unknown API',
    // @ts-expect-error
    () => begin().attachProfile('portabilty'),
    'BAD_OPTION',
    'attachProfile("portabilty")',
    'did you mean "portability"?',
  ],
  [
    'an unknown API to detach',
    // @ts-expect-error
    () => begin().detachProfile('report'),
    'BAD_OPTION',
    'detachProfile("report")',
    'known: portability, submission, reporting',
  ],
  [
    'an id that no token yields',
    // @ts-expect-error
    () => begin().blankToken('customrId'),
    'BAD_OPTION',
    'blankToken("customrId")',
    'did you mean "customerId"?',
  ],
  [
    'an unknown fault that loses an answer',
    // @ts-expect-error
    () => scenario('x').on('createDataQuery').fault('silent'),
    'BAD_OPTION',
    'fault("silent")',
    'did you mean "silence"?',
  ],
  [
    'a new profile without a name',
    // @ts-expect-error
    () => begin().createProfile(),
    'BAD_OPTION',
    'createProfile()',
    'letters, digits',
  ],
  [
    'an application that is no id',
    // @ts-expect-error
    () => begin().rotateSecret({ application: 7 }),
    'BAD_OPTION',
    'rotateSecret({ application: 7 })',
    'put it in quotes: "7"',
  ],
  [
    'an option of another verb',
    // @ts-expect-error
    () => begin().revokeConsent({ for: '1h' }),
    'BAD_OPTION',
    'revokeConsent({ for: "1h" })',
    'it goes with "do: grantConsent"',
  ],
  [
    'a delay without a unit',
    // @ts-expect-error
    () => scenario('x').on('createDataQuery').fault('late', { by: 10 }),
    'BAD_DURATION',
    'fault("late", { by: 10 })',
    '"10s"',
  ],
  [
    'a length in words',
    // @ts-expect-error
    () => begin().beginFault('serviceThrows', { for: '5 mins' }),
    'BAD_DURATION',
    'beginFault("serviceThrows", { for: "5 mins" })',
    'write "5m"',
  ],
  ['a fault without a target', () => begin().fault('reset'), 'BAD_OPTION', 'fault("reset")', 'operation'],
  [
    'an unknown fault',
    // @ts-expect-error
    () => begin().fault('trunkated', { operation: 'downloadFile' }),
    'BAD_OPTION',
    'fault("trunkated", { operation: "downloadFile" })',
    'did you mean "truncated"?',
  ],
  [
    'a late answer to a notification',
    () => scenario('x').on('notification').fault('late', { by: '1s' }),
    'BAD_OPTION',
    'fault("late", { by: "1s" })',
    'loseNotification',
  ],
];

test.each(mistakes)('%s is refused at the call', (_, call, code, place, hint) => {
  expect(call).toThrow(
    expect.objectContaining({
      name: 'Misuse',
      code,
      place: expect.stringContaining(`.${place}`),
      hint: expect.stringContaining(hint),
    }),
  );
});

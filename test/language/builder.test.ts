import { expect, test } from 'vitest';
import type { Step } from '../../src/language/ast.ts';
import { scenario } from '../../src/language/builder.ts';
import { createTriggers, createVerbs } from '../../src/language/step-builder.ts';
import { refusedAtTheCall } from './refused-at-the-call.ts';

/** Calls as JavaScript would make them, past the types. */
const untyped = (value: unknown): never => value as never;

test('a builder yields plain data, with the call as the place of each step', () => {
  const built = scenario('late')
    .customer({ scope: 'orders', records: 600, collects: '10m' })
    .assume({ 'cache.errors': 'success-only' })
    .seed(7)
    .after('created', { wait: '10m', nth: 2 })
    .holdAccount({ for: '2h' })
    .on('listDataQueryRecords', { nth: 2 })
    .fail('integrationTimeout', { times: 3 })
    .at('5m')
    .expireStoreToken('reporting')
    .on('notification')
    .elapse('61m')
    .expect({ client: { fails: /elapsed/i }, requests: { createDataQuery: 2 }, within: '3h' })
    .build();

  expect(JSON.parse(JSON.stringify(built))).toStrictEqual(built);
  expect(built).toStrictEqual({
    version: 1,
    name: 'late',
    source: 'late',
    seed: 7,
    customers: [{ scope: 'orders', records: 600, collects: '10m' }],
    assumptions: { 'cache.errors': 'success-only' },
    steps: [
      {
        trigger: { kind: 'after', event: 'created', nth: 2, wait: '10m' },
        action: { do: 'holdAccount', for: '2h' },
        place: "after('created', wait 10m, nth 2)",
      },
      {
        trigger: { kind: 'on', exchange: 'listDataQueryRecords', nth: 2 },
        action: { do: 'fail', failure: { kind: 'row', row: 'integrationTimeout' }, times: 3 },
        place: "on('listDataQueryRecords', nth 2)",
      },
      {
        trigger: { kind: 'at', time: '5m' },
        action: { do: 'expireStoreToken', store: 'reporting' },
        place: "at('5m')",
      },
      {
        trigger: { kind: 'on', exchange: 'notification', nth: 1 },
        action: { do: 'elapse', duration: '61m' },
        place: "on('notification')",
      },
    ],
    expect: {
      client: { outcome: 'fails', matching: '/elapsed/i' },
      requests: { createDataQuery: { atLeast: 2, atMost: 2 } },
      within: '3h',
    },
  });
});

test('a common beginning can be continued in two ways', () => {
  const begun = scenario('x').customer({ records: 1 });

  const held = begun.at('1m').holdAccount().build();
  const revoked = begun.at('2m').revokeToken().build();

  expect([begun.build().steps.length, held.steps.length, revoked.steps.length]).toEqual([0, 1, 1]);
  expect(revoked.steps[0]?.action).toEqual({ do: 'revokeToken' });
});

test('what is said again is added, and replaces what has the same name', () => {
  const built = scenario('x')
    .customers([{ id: 'a' }])
    .customer({ id: 'b' })
    .assume({ 'cache.errors': 'everything', 'cache.boundary': 'old-answer' })
    .assume({ 'cache.errors': 'success-only' })
    .expect({ within: '1h', result: { records: 1 } })
    .expect({ within: '2h' })
    .build();

  expect(built.customers).toEqual([{ id: 'a' }, { id: 'b' }]);
  expect(built.assumptions).toEqual({ 'cache.errors': 'success-only', 'cache.boundary': 'old-answer' });
  expect(built.expect).toMatchObject({ within: '2h', result: { records: 1 } });
});

test('an option that is undefined is one left out', () => {
  const { steps } = scenario('x').on('createDataQuery', { nth: undefined }).holdAccount({ for: undefined }).build();

  expect(steps[0]).toStrictEqual({
    trigger: { kind: 'on', exchange: 'createDataQuery', nth: 1 },
    action: { do: 'holdAccount' },
    place: "on('createDataQuery')",
  });
});

refusedAtTheCall([
  [() => scenario('x').at(untyped('1 hour')), '.at("1 hour")', 'write "1h"', 'BAD_DURATION'],
  [() => scenario('x').at(untyped(5)), '.at(5)', '"5s"', 'BAD_DURATION'],
  [
    // @ts-expect-error
    () => scenario('x').after('created', { wait: 'ten' }),
    '.after("created", { wait: "ten" })',
    'write it like',
    'BAD_DURATION',
  ],
  [() => scenario('x').after(untyped('creatd')), '.after("creatd")', '"created"'],
  [() => scenario('x').on(untyped('createDataQuerry')), '.on("createDataQuerry")', '"createDataQuery"'],
  [() => scenario('x').on('sendEmail', { nth: 0 }), '.on("sendEmail", { nth: 0 })', 'from 1'],
  [
    () => scenario('x').on('sendEmail', untyped({ wait: '1s' })),
    '.on("sendEmail", { wait: "1s" })',
    'it goes with "after"',
  ],
  [
    // @ts-expect-error
    () => scenario('x').on('notification').elapse('61 mins'),
    '.on(\'notification\').elapse("61 mins")',
    'write "61m"',
    'BAD_DURATION',
  ],
  [
    () =>
      scenario('x')
        .at('1s')
        .holdAccount(untyped({ fro: '1h' })),
    '.at(\'1s\').holdAccount({ fro: "1h" })',
    'did you mean "for"?',
  ],
  [() => scenario('x').at('1s').holdAccount(untyped('2h')), '.at(\'1s\').holdAccount("2h")', '{ name: value }'],
  [
    () => scenario('x').expect({ client: { fails: /a/g } }),
    '.expect({ client: an object with fails })',
    'flags are i, m, s and u',
  ],
  [
    () => scenario('x').on('createDataQuery').fail(untyped('tokenExpird')),
    '.on(\'createDataQuery\').fail("tokenExpird")',
    '"tokenExpired"',
  ],
  [() => scenario('x').at('1s').fail(503), ".at('1s').fail(503)", 'operation'],
  [
    () => scenario('x').at('1s').revokeStoreToken(untyped('reports')),
    '.at(\'1s\').revokeStoreToken("reports")',
    'reporting',
  ],
  [() => scenario('a\nb'), 'scenario("a\\nb")', 'one line'],
  [() => scenario('x').seed(1.5), '.seed(1.5)', 'whole number'],
  [() => scenario('x').customer({ records: 1e9 }), '.customer({ records: 1000000000 })', 'from 0 to 1000000'],
  [
    () => scenario('x').assume(untyped({ 'cache.error': 'everything' })),
    '.assume({ cache.error: "everything" })',
    '"cache.errors"',
  ],
  [() => scenario('x').expect({ result: new Date(0) }), '.expect({ result: a Date })', 'lists and objects'],
  [() => scenario('x').expect({ within: 'soon' }), '.expect({ within: "soon" })', 'write it like', 'BAD_DURATION'],
]);

test('verbs can be said to something other than a scenario that is being written', () => {
  const heard: Step[] = [];
  const moments = createTriggers((step) => heard.push(step), 'sim.');

  const count = moments.on('notification').elapse('61m');

  expect(count).toBe(1);
  expect(heard).toEqual([
    {
      trigger: { kind: 'on', exchange: 'notification', nth: 1 },
      action: { do: 'elapse', duration: '61m' },
      place: "on('notification')",
    },
  ]);
  // @ts-expect-error
  expect(() => moments.at('soon')).toThrow('sim.at("soon"): "soon" is not a duration');
});

test('verbs for a ready-made trigger need no moment', () => {
  const verbs = createVerbs({ kind: 'at', time: '5m' }, ({ action }) => action);

  expect(verbs.grantConsent({ customer: 'c-1', scope: 'orders' })).toEqual({
    do: 'grantConsent',
    customer: 'c-1',
    scope: 'orders',
  });
});

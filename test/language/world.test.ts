import { expect, test } from 'vitest';
import { parseCollects } from '../../src/language/spans.ts';
import { scenario } from '../../src/language/builder.ts';
import { readScenario } from '../../src/language/read-scenario.ts';

const text = `name: two shops
profile: 2024-02-29
latency: 120ms
clockSkew: -5m
limits: { pageSize: 10, linkLifetime: 1m }
applications:
  - { id: shop-a, scopes: [orders], customers: [ann] }
  - { id: shop-b, allowlisted: false, attached: [] }
customers:
  - { id: ann, scope: orders, records: [{ id: 1, lines: [] }, {}], schema: { type: object }, collects: held }
  - { id: bob, records: 3, fileSize: 2000000000, collects: 5m..10m, notifiedAfter: 30s, consent: 1h }
  - { id: cyd, consent: false }
`;

test('a world is the same in a file and in calls', () => {
  const { source: _source, expect: written, ...rest } = readScenario(text, 'shops.yaml');
  const { places, ...expected } = written;
  const read = { ...rest, expect: expected };

  const { source: _name, ...built } = scenario('two shops')
    .profile('2024-02-29')
    .latency('120ms')
    .clockSkew('-5m')
    .limits({ pageSize: 10, linkLifetime: '1m' })
    .applications([
      { id: 'shop-a', scopes: ['orders'], customers: ['ann'] },
      { id: 'shop-b', allowlisted: false, attached: [] },
    ])
    .customers([
      {
        id: 'ann',
        scope: 'orders',
        records: [{ id: 1, lines: [] }, {}],
        schema: { type: 'object' },
        collects: 'held',
      },
      { id: 'bob', records: 3, fileSize: 2_000_000_000, collects: '5m..10m', notifiedAfter: '30s', consent: '1h' },
      { id: 'cyd', consent: false },
    ])
    .build();

  expect(read).toStrictEqual(built);
  expect(places).toMatchObject({ 'applications[0].customers[0]': 'shops.yaml:7:49' });
  expect(JSON.parse(JSON.stringify(read))).toStrictEqual(read);
  expect(read).toMatchObject({
    profile: '2024-02-29',
    latency: '120ms',
    clockSkew: '-5m',
    limits: { pageSize: 10, linkLifetime: '1m' },
    applications: [{ id: 'shop-a' }, { id: 'shop-b', attached: [] }],
    customers: [{ collects: 'held' }, { consent: '1h' }, { consent: false }],
  });
});

test('applications are added, limits are replaced by name, and the last profile and latency count', () => {
  const built = scenario('x')
    .application({ id: 'a' })
    .application({ id: 'b' })
    .limits({ createRate: 1, listRate: 2 })
    .limits({ listRate: 3 })
    .latency('1s')
    .latency('2s')
    .build();

  expect(built.applications).toEqual([{ id: 'a' }, { id: 'b' }]);
  expect(built.limits).toEqual({ createRate: 1, listRate: 3 });
  expect(built.latency).toBe('2s');
});

test.each([
  ['10m', { kind: 'fixed', length: 600_000 }],
  ['5m..10m', { kind: 'drawn', least: 300_000, most: 600_000 }],
  ['5m..5m', { kind: 'drawn', least: 300_000, most: 300_000 }],
  ['held', { kind: 'held' }],
  ['10m..5m', undefined],
  ['5m..', undefined],
  ['..5m', undefined],
  ['1m..2m..3m', undefined],
  ['holds', undefined],
])('a collection that takes "%s"', (written, meant) => {
  expect(parseCollects(written)).toEqual(meant);
});

/** Calls as JavaScript would make them, past the types. */
const untyped = (value: unknown): never => value as never;

test.each([
  [
    'an application twice',
    () => scenario('x').application({ id: 'a' }).application({ id: 'a' }),
    'BAD_OPTION',
    'application({ id: "a" })',
    'an id of its own',
  ],
  [
    'no application at all',
    () => scenario('x').applications([]),
    'BAD_OPTION',
    'applications(an empty list)',
    'at least one',
  ],
  [
    'an API that there is not',
    // @ts-expect-error
    () => scenario('x').application({ id: 'a', attached: ['reportin'] }),
    'BAD_OPTION',
    'application({ id: "a", attached: a list of 1 })',
    'did you mean "reporting"?',
  ],
  [
    'an unknown profile',
    // @ts-expect-error
    () => scenario('x').profile('2024-02-28'),
    'BAD_OPTION',
    'profile("2024-02-28")',
    '"2024-02-29"',
  ],
  ['a skew in words', () => scenario('x').clockSkew('-5 min'), 'BAD_DURATION', 'clockSkew("-5 min")', 'write "5m"'],
  ['a skew of days', () => scenario('x').clockSkew('-2d'), 'BAD_OPTION', 'clockSkew("-2d")', 'a day at most'],
  ['a latency in words', () => scenario('x').latency('1 sec'), 'BAD_DURATION', 'latency("1 sec")', 'write "1s"'],
  [
    'a limit that cannot be set',
    // @ts-expect-error
    () => scenario('x').limits({ queriesAtOnce: 2 }),
    'BAD_OPTION',
    'limits({ queriesAtOnce: 2 })',
    'known: createRate, ',
  ],
  [
    'a limit of nothing',
    () => scenario('x').limits({ pageSize: 0 }),
    'BAD_OPTION',
    'limits({ pageSize: 0 })',
    'from 1',
  ],
  [
    'a length of time that is a number',
    // @ts-expect-error
    () => scenario('x').limits({ listingWindow: 60 }),
    'BAD_DURATION',
    'limits({ listingWindow: 60 })',
    '"60s"',
  ],
  [
    'a schema for counted records',
    () => scenario('x').customer({ records: 2, schema: {} }),
    'BAD_OPTION',
    'customer({ records: 2, schema: an object without fields })',
    'as a list',
  ],
  [
    'a size for own records',
    () => scenario('x').customer({ records: [{}], fileSize: 5 }),
    'BAD_OPTION',
    'customer({ records: a list of 1, fileSize: 5 })',
    'remove "fileSize"',
  ],
  [
    'a record that is no data',
    () => scenario('x').customer({ records: [{ at: new Date(0) }] }),
    'BAD_OPTION',
    'customer({ records: a list of 1 })',
    'plain data',
  ],
  [
    'a span that runs backwards',
    () => scenario('x').customer({ collects: '2h..1h' }),
    'BAD_OPTION',
    'customer({ collects: "2h..1h" })',
    'write "1h..2h"',
  ],
  [
    'consent in words',
    () => scenario('x').customer({ consent: untyped('maybe') }),
    'BAD_OPTION',
    'customer({ consent: "maybe" })',
    'write true, false',
  ],
] as const)('%s is refused at the call', (_, call, code, place, hint) => {
  expect(call).toThrow(
    expect.objectContaining({
      name: 'Misuse',
      code,
      place: `scenario("x").${place}`,
      hint: expect.stringContaining(hint),
    }),
  );
});

import { expect, test } from 'vitest';
import { parseCollects } from '../../src/language/spans.ts';
import { scenario } from '../../src/language/builder.ts';
import { readScenario } from '../../src/language/read-scenario.ts';
import { refusedAtTheCall } from './refused-at-the-call.ts';

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

refusedAtTheCall([
  [
    () => scenario('x').application({ id: 'a' }).application({ id: 'a' }),
    '.application({ id: "a" })',
    'an id of its own',
  ],
  [() => scenario('x').applications([]), '.applications(an empty list)', 'at least one'],
  [
    // @ts-expect-error
    () => scenario('x').application({ id: 'a', attached: ['reportin'] }),
    '.application({ id: "a", attached: a list of 1 })',
    'did you mean "reporting"?',
  ],
  [
    // @ts-expect-error
    () => scenario('x').profile('2024-02-28'),
    '.profile("2024-02-28")',
    '"2024-02-29"',
  ],
  [() => scenario('x').clockSkew('-5 min'), '.clockSkew("-5 min")', 'write "5m"', 'BAD_DURATION'],
  [() => scenario('x').clockSkew('-2d'), '.clockSkew("-2d")', 'a day at most'],
  [() => scenario('x').latency('1 sec'), '.latency("1 sec")', 'write "1s"', 'BAD_DURATION'],
  [
    // @ts-expect-error
    () => scenario('x').limits({ queriesAtOnce: 2 }),
    '.limits({ queriesAtOnce: 2 })',
    'known: createRate, ',
  ],
  [() => scenario('x').limits({ pageSize: 0 }), '.limits({ pageSize: 0 })', 'from 1'],
  [
    // @ts-expect-error
    () => scenario('x').limits({ listingWindow: 60 }),
    '.limits({ listingWindow: 60 })',
    '"60s"',
    'BAD_DURATION',
  ],
  [
    () => scenario('x').customer({ records: 2, schema: {} }),
    '.customer({ records: 2, schema: an object without fields })',
    'as a list',
  ],
  [
    () => scenario('x').customer({ records: [{}], fileSize: 5 }),
    '.customer({ records: a list of 1, fileSize: 5 })',
    'remove "fileSize"',
  ],
  [
    () => scenario('x').customer({ records: [{ at: new Date(0) }] }),
    '.customer({ records: a list of 1 })',
    'plain data',
  ],
  [() => scenario('x').customer({ collects: '2h..1h' }), '.customer({ collects: "2h..1h" })', 'write "1h..2h"'],
  [() => scenario('x').customer({ consent: untyped('maybe') }), '.customer({ consent: "maybe" })', 'write true, false'],
]);

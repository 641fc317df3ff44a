import { expect, test } from 'vitest';
import type { InitialWorld } from '../../../src/trace/initial-world.ts';
import { judgeRows } from './judge-rows.ts';
import * as traces from './write-trace.ts';

/** How many records a result says there were, of whom, and of what: each count is compared with those that it can mean. */

const { begins, completes, create, download, evidenceOf, given, list, notified, returns } = traces;

interface Slot {
  readonly customer: string;
  readonly scope: string;
  readonly records: number;
}

const ann: Slot = { customer: 'ann', scope: 'orders', records: 2 };
const annReturns: Slot = { customer: 'ann', scope: 'returns', records: 1 };
const ben: Slot = { customer: 'ben', scope: 'orders', records: 3 };

/** An application is configured with a token for each customer and scope. */
const giving =
  (slots: readonly Slot[], more: Partial<InitialWorld> = {}): traces.Part =>
  (number) =>
    given('nobody')(number).map((entry) => {
      if (entry.kind !== 'began' || entry.world === undefined) return entry;
      const scopes = [...new Set(slots.map(({ scope }) => scope))];
      const applications = entry.world.applications.map((one) => ({ ...one, scopes }));
      const holdings = slots.map((slot) => ({ ...slot, notifiedAfter: 0 }));
      const tokens = slots.map(({ customer, scope }) => ({
        token: tokenOf({ customer, scope }),
        application: 'app',
        customer,
        scope,
        expiresAt: 3_600_000,
      }));
      return { ...entry, world: { ...entry.world, applications, scopes, holdings, tokens, ...more } };
    });

const tokenOf = ({ customer, scope }: Pick<Slot, 'customer' | 'scope'>): string => `token-${customer}-${scope}`;

/** All records of one customer and scope come, under a query of that name. */
const imports = (slot: Slot, query = `q-${slot.customer}-${slot.scope}`): readonly traces.Part[] => {
  const { customer, scope, records } = slot;
  const url = `https://c.test/${scope}/data-queries`;
  const of = { authorization: `Bearer ${tokenOf(slot)}` };
  const inScope =
    (part: traces.Part): traces.Part =>
    (number) =>
      part(number).map((entry) => (entry.kind === 'transition' ? { ...entry, scope } : entry));
  const linksTo = (kind: string) => Array.from({ length: records }, (_, at) => `https://l.test/${kind}/${query}.${at}`);
  const [files, schemas] = [linksTo('files'), linksTo('schemas')];
  const page = { records: files.map((file, at) => ({ file, schema: schemas[at] })) };
  return [
    create('0s', { id: query }, { ...of, url }),
    inScope(begins('0s', query, customer)),
    inScope(completes('1m', query, customer)),
    notified('1m', 'COMPLETED', 200, query),
    list('2m', page, { ...of, url: `${url}/${query}/records` }),
    ...[...files, ...schemas].map((link) => download('2m', {}, { url: link })),
  ];
};

const all = [giving([ann, annReturns, ben]), ...imports(ann), ...imports(annReturns), ...imports(ben)];
const says = (result: unknown): readonly traces.Part[] => [...all, returns('3m', result)];

/** All of ann's records arrived, and none of ben's, who is told of. */
const withoutBen = (ofAnn: object): readonly traces.Part[] => [
  giving([ann, ben]),
  ...imports(ann),
  create('2m', 'tokenRevoked', { authorization: `Bearer ${tokenOf(ben)}` }),
  returns('3m', { ann: ofAnn, ben: { records: 0, error: '403' } }),
];

judgeRows('C17', [
  ['of all together', 'held', says({ records: 6 })],
  ['of each customer', 'held', says({ ann: { records: 3 }, ben: { records: 3 } })],
  ['of each scope', 'held', says({ ann: { orders: { records: 2 }, returns: { records: 1 } }, ben: { records: 3 } })],
  [
    'of each customer in a list, scope by scope',
    'held',
    says([
      { customer: 'ann', records: 2 },
      { customer: 'ann', records: 1 },
      { customer: 'ben', records: 3 },
    ]),
  ],
  ['of two customers, the other way round', 'broken', says({ ann: { records: 4 }, ben: { records: 2 } })],
  [
    'of two scopes, the other way round',
    'broken',
    says({ ann: { orders: { records: 1 }, returns: { records: 2 } }, ben: { records: 3 } }),
  ],
  [
    'of two scopes, named beside the count',
    'broken',
    says([
      { customer: 'ann', scope: 'orders', records: 1 },
      { customer: 'ann', scope: 'returns', records: 2 },
      { customer: 'ben', scope: 'orders', records: 3 },
    ]),
  ],
  [
    'of two scopes, in a list below each customer',
    'broken',
    says([
      {
        customer: 'ann',
        imports: [
          { scope: 'orders', records: 1 },
          { scope: 'returns', records: 2 },
        ],
      },
      { customer: 'ben', imports: [{ scope: 'orders', records: 3 }] },
    ]),
  ],
  [
    'of a scope that the customer has nothing in',
    'broken',
    says({ ann: { orders: { records: 2 } }, ben: { orders: { records: 3 }, returns: { records: 1 } } }),
  ],
  [
    'of a scope that the customer has nothing in, none',
    'held',
    says({ ann: { records: 3 }, ben: { orders: { records: 3 }, returns: { records: 0 } } }),
  ],
  ['of two customers in one object', 'held', says({ both: { first: 'ann', second: 'ben', records: 6 } })],
  ['of nobody by name', 'held', says([{ records: 2 }, { records: 1 }, { records: 3 }])],
  ['of what a number is, beside each', 'held', says({ ann: { records: 3, pages: 1 }, ben: { records: 3, pages: 1 } })],
  ['with nothing amiss', 'held', says({ ann: { records: 3, error: null }, ben: { records: 3, error: null } })],
  ['below another field', 'held', says({ ann: { result: { records: 3 } }, ben: { result: { records: 3 } } })],
  [
    'of pairs',
    'held',
    says([
      ['ann', { records: 3 }],
      ['ben', { records: 3 }],
    ]),
  ],
  [
    'of pairs, the other way round',
    'broken',
    says([
      ['ann', { records: 4 }],
      ['ben', { records: 2 }],
    ]),
  ],
  [
    'in lists of lists',
    'held',
    says({
      records: [
        [{}, {}, {}],
        [{}, {}, {}],
      ],
    }),
  ],
  ['in a list of nothings', 'held', says({ records: [null, null, null, null, null, null] })],
  ['in a list that is too short', 'broken', says({ records: [null, null, null, null, null] })],
  [
    'in a list of counts and something else',
    'held',
    says({ records: [{ customer: 'ann', records: 3 }, { customer: 'ben', records: 3 }, { note: 'done' }] }),
  ],
  [
    'in a list that is too long to be shown whole',
    'held',
    says({ imports: Array.from({ length: 100 }, () => ({ records: 1 })) }),
  ],
  ['beside a rate', 'held', says({ all: { records: 6 }, rate: { records: 0.5 } })],
  ['beside a difference', 'held', says({ all: { records: 6 }, change: { records: -1 } })],
  [
    'of each query, where a customer has two',
    'held',
    [
      giving([ann, ben]),
      ...imports(ann),
      ...imports(ben),
      ...imports(ben, 'again'),
      returns('3m', { first: { records: 2 }, second: { records: 3 }, third: { records: 3 } }),
    ],
  ],
  ['with a number that is no count', 'held', says({ records: 6, rate: { records: 0.5 }, change: { records: -1 } })],
  ['of one, where another did not come', 'held', withoutBen({ records: 2 })],
  ['of one too many, where another did not come', 'broken', withoutBen({ records: 3 })],
]);

test('it is told of whom, and of what', () => {
  expect(evidenceOf('C17', says({ ann: { records: 4 }, ben: { records: 2 } }))).toEqual([
    'the client returned 4 records of ann, and there are 3',
    'the client returned 2 records of ben, and there are 3',
  ]);
  expect(
    evidenceOf('C17', says({ ann: { orders: { records: 1 }, returns: { records: 2 } }, ben: { records: 3 } })),
  ).toEqual([
    'the client returned 1 records of ann (orders), and there are 2',
    'the client returned 2 records of ann (returns), and there are 1',
  ]);
});

import type { Arbitrary } from 'fast-check';
import type { CustomerRow, StepAction, Where } from '../../../language/ast.ts';
import { isRetried } from '../../refusals-at.ts';
import { faultsOf, listedRefusals } from '../actions.ts';
import { type FC, onceIn, oneOf } from '../odds.ts';
import { after, on } from '../triggers.ts';
import type { Draft } from '../compose.ts';
import type { Kinds, Plot } from './kind.ts';

type Rows = readonly (Required<Pick<CustomerRow, 'id' | 'scope' | 'records'>> & Pick<CustomerRow, 'collects'>)[];

/** Customers with more than one scope: of one customer, or of two of whom one has a single one. */
const severalScopes: readonly Rows[] = [
  [
    { id: 'customer-1', scope: 'orders', records: 2 },
    { id: 'customer-1', scope: 'profile', records: 0 },
  ],
  [
    { id: 'customer-1', scope: 'orders', records: 1 },
    { id: 'customer-1', scope: 'profile', records: 2 },
    { id: 'customer-2', scope: 'orders', records: 1 },
  ],
];

/** The second is done first, where both are imported at once: its notification comes before that of the first. */
const two: Rows = [
  { id: 'customer-1', scope: 'orders', records: 2 },
  { id: 'customer-2', scope: 'orders', records: 1, collects: '1m' },
];

const called = ['createDataQuery', 'listDataQueryRecords'] as const;

const passing = (fc: FC, whom: Where): Arbitrary<Draft> =>
  fc
    .constantFrom(...called)
    .chain((exchange) =>
      fc
        .record({ failure: listedRefusals(fc, exchange, isRetried), times: fc.constantFrom(1, 2) })
        .map((how) => ({ trigger: { ...on(exchange), where: whom }, action: { do: 'fail', ...how } })),
    );

/** What goes wrong for one of several, and for nobody else. */
const wrongForOne = (fc: FC, { customer, scope }: Required<Pick<Where, 'customer' | 'scope'>>): Arbitrary<Draft> => {
  const access: readonly StepAction[] = [
    { do: 'revokeConsent', customer, scope },
    { do: 'revokeToken', customer },
    { do: 'holdAccount', customer },
    { do: 'expireConsent', customer, scope },
  ];
  return oneOf<Draft>(
    fc,
    [
      2,
      fc.constantFrom(...called).chain((exchange) =>
        faultsOf(fc, exchange).map((action) => ({
          trigger: { ...on(exchange), where: { customer, scope } },
          action,
        })),
      ),
    ],
    [
      2,
      fc.record({
        trigger: fc.constantFrom(on('createDataQuery'), after('created', '1m'), on('listDataQueryRecords')),
        action: fc.constantFrom(...access),
      }),
    ],
    [
      1,
      fc.record({ trigger: fc.constant(after('created', '1m')), action: fc.constant({ do: 'expireToken', customer }) }),
    ],
    [
      1,
      faultsOf(fc, 'notification').map((action) => ({
        trigger: { ...on('notification'), where: { customer, scope } },
        action,
      })),
    ],
  );
};

const draw = (
  fc: FC,
  tables: readonly Rows[],
  happens: (fc: FC, whom: Required<Pick<Where, 'customer' | 'scope'>>) => Arbitrary<Draft>,
): Arbitrary<Plot> =>
  fc.constantFrom(...tables).chain((rows) =>
    fc
      .constantFrom(...rows)
      .chain(({ id: customer, scope }) => onceIn(fc, 2, happens(fc, { customer, scope })))
      .map((draft) => ({ drafts: draft === undefined ? [] : [draft], customers: rows })),
  );

/**
 * Customers who are all at the same point at once, with a page after each record, of which each has one fewer than the one before;
 * their first tokens are over by then, or not.
 */
const atOnce = (fc: FC, happens: Arbitrary<Draft | undefined>): Arbitrary<Plot> =>
  fc
    .record({ people: fc.constantFrom(2, 3), collects: fc.constantFrom('10m', '61m', '2h'), draft: happens })
    .map(({ people, collects, draft }) => ({
      drafts: draft === undefined ? [] : [draft],
      customers: Array.from({ length: people }, (_, index) => ({
        id: `customer-${index + 1}`,
        scope: 'orders',
        records: 2 + people - index,
        collects,
      })),
      assumptions: { 'list.mostPerPage': 1 },
    }));

const whom: Where = { customer: 'customer-2' };

/** In the middle of the listings of all, by when some links have died, or all hours are over. */
const pausedAtOnce = (fc: FC): Arbitrary<Draft> =>
  fc
    .record({
      exchange: fc.constantFrom('downloadFile' as const, 'downloadFile' as const, 'listDataQueryRecords' as const),
      nth: fc.integer({ min: 3, max: 8 }),
      duration: fc.constantFrom('6m', '61m'),
    })
    .map(({ exchange, nth, duration }) => ({ trigger: on(exchange, nth), action: { do: 'elapse', duration } }));

/** One customer is refused again and again, and nobody else. */
const refusedOften = (fc: FC, where: Where): Arbitrary<Draft> =>
  fc
    .record({
      exchange: fc.constantFrom(...called),
      row: fc.constantFrom('requestConflict' as const, 'tooManyRequests' as const, 'integrationTimeout' as const),
      times: fc.integer({ min: 2, max: 5 }),
    })
    .map(({ exchange, row, times }) => ({
      trigger: { ...on(row === 'requestConflict' ? 'createDataQuery' : exchange), where },
      action: { do: 'fail', failure: { kind: 'row', row }, times },
    }));

/** Scenarios of those whose data it is. */
export const customerKinds = {
  severalScopes: {
    what: 'A customer has data in two scopes, and something goes wrong in one of them.',
    weight: 3,
    needs: ['createDataQuery'],
    severalCustomers: true,
    draws: { any: (fc) => draw(fc, severalScopes, wrongForOne), recoverable: (fc) => draw(fc, severalScopes, passing) },
  },
  severalCustomers: {
    what: 'There are two customers, and something goes wrong for one of them.',
    weight: 2,
    needs: ['createDataQuery'],
    severalCustomers: true,
    draws: { any: (fc) => draw(fc, [two], wrongForOne), recoverable: (fc) => draw(fc, [two], passing) },
  },
  allAtOnce: {
    what: 'Several customers come to the same point at the same moment, and one of them is refused again and again.',
    weight: 2,
    needs: ['createDataQuery'],
    severalCustomers: true,
    draws: {
      any: (fc) => atOnce(fc, onceIn(fc, 2, refusedOften(fc, whom))),
      recoverable: (fc) => atOnce(fc, onceIn(fc, 2, passing(fc, whom))),
    },
  },
  pauseForAll: {
    what: 'Several customers are listed at the same time, and time passes between two of their pages or files.',
    weight: 3,
    needs: ['listDataQueryRecords', 'downloadFile'],
    severalCustomers: true,
    draws: { any: (fc) => atOnce(fc, pausedAtOnce(fc)) },
  },
} as const satisfies Kinds;

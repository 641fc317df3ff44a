import type { CustomerRow, Scenario } from '../../language/ast.ts';
import { lackingField, roundDuration } from './less.ts';
import { replacedSettings } from '../../language/settings.ts';

/** A scenario without settings: an ordinary world, for customers of this kind. */
const inOrdinaryWorld = (scenario: Scenario, customers: readonly CustomerRow[]): Scenario => {
  const bare = { ...scenario, assumptions: {}, customers };
  for (const name of ['limits', 'applications', ...replacedSettings] as const) delete bare[name];
  return bare;
};

/** The most ordinary worlds, in which most that goes wrong goes wrong, too: one customer with a record; those that there were. */
export const ordinaryWorlds = (scenario: Scenario): readonly Scenario[] => [
  inOrdinaryWorld(scenario, [{ records: 1 }]),
  inOrdinaryWorld(scenario, scenario.customers.map(plainRow)),
];

const plainRow = ({ id, scope, records = 1 }: CustomerRow): CustomerRow => ({
  ...(id !== undefined && { id }),
  ...(scope !== undefined && { scope }),
  records,
});

/** Everything about the world goes back to what it usually is, one thing after the other. */
export function* simplerWorlds(scenario: Scenario): Generator<Scenario> {
  yield* lackingField(scenario, ['limits', 'applications', ...replacedSettings]);
  const { assumptions, customers } = scenario;
  const ids = Object.keys(assumptions) as (keyof typeof assumptions)[];
  if (ids.length > 1) yield { ...scenario, assumptions: {} };
  for (const left of lackingField(assumptions, ids)) yield { ...scenario, assumptions: left };
  for (const count of [1, 2, 6, customers.length - 1]) {
    if (count > 0 && count < customers.length) yield { ...scenario, customers: customers.slice(0, count) };
  }
  // Most are generated alike, and stay so.
  const [first, ...others] = customers;
  const areAlike = others.every((other) => JSON.stringify(other) === JSON.stringify(first));
  for (const [index, row] of (areAlike ? customers.slice(0, 1) : customers).entries()) {
    for (const simpler of simplerRows(row)) {
      yield { ...scenario, customers: customers.map((one, place) => (areAlike || place === index ? simpler : one)) };
    }
  }
}

/** A few records will do for most stories; 250 just fill a page of the largest size. */
const fewRecords = [1, 2, 3, 250, 251];

const simplerRows = (row: CustomerRow): readonly CustomerRow[] => {
  const { records, collects } = row;
  const count = typeof records === 'number' ? records : 0;
  const fewer = [...fewRecords, Math.ceil(count / 2), count - 1].filter((less) => less > 0 && less < count);
  return [
    ...lackingField(row, ['notifiedAfter', 'consent', 'collects', 'fileSize', 'schema']),
    ...[...new Set(fewer)].map((less) => ({ ...row, records: less })),
    ...(collects === undefined ? [] : roundDuration(collects)).map((length) => ({ ...row, collects: length })),
  ];
};

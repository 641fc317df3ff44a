import type { Holding } from '../core/world.ts';
import type { CustomerRow } from '../scenario/ast.ts';
import { unwrap } from '../scenario/problem.ts';
import { checkCustomers } from '../scenario/schema.ts';
import { ms } from '../spec/time.ts';
import type { SimulateOptions } from './options.ts';

const usualRow = { scope: 'orders', records: 10, collects: '10m' } as const satisfies CustomerRow;

/** The customers' data, with all that was left out filled in. */
export const readHoldings = ({ customer, customers }: SimulateOptions): readonly Holding[] => {
  const given = customers ?? (customer === undefined ? [{}] : [customer]);
  const rows = unwrap(
    checkCustomers(given),
    customers === undefined ? 'simulate({ customer })' : 'simulate({ customers })',
  );
  return rows.map((row, index) => ({
    customerId: row.id ?? `customer-${index + 1}`,
    scope: row.scope ?? usualRow.scope,
    records: row.records ?? usualRow.records,
    collects: { kind: 'fixed', length: ms(row.collects ?? usualRow.collects) },
    notifiedAfter: 0,
  }));
};

/** Whether each holding's customer consents, by position: a number is how many milliseconds the consent lasts. */
export const consentOf = ({ customer, customers }: SimulateOptions): readonly (boolean | number)[] =>
  (customers ?? (customer === undefined ? [{}] : [customer])).map(() => true);

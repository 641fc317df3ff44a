import type { Crowd } from '../core/accounts.ts';
import { key } from '../core/key.ts';
import type { Collects, Holding, WorldSettings } from '../core/world.ts';
import { refuse } from '../misuse.ts';
import type { CustomerRow } from '../language/ast.ts';
import { readSetting } from '../language/settings.ts';
import { parseCollects } from '../language/spans.ts';
import { ms } from '../spec/time.ts';
import { checkCount, type CustomerChoice, readData } from './custom-data.ts';

interface CustomerOptions {
  readonly customer?: CustomerChoice;
  readonly customers?: readonly CustomerChoice[];
}

const usualRow = { scope: 'orders', records: 10, collects: '10m', notifiedAfter: '0s' } as const satisfies CustomerRow;

const rowsOf = ({ customer, customers }: CustomerOptions): readonly CustomerChoice[] =>
  customers ?? (customer === undefined ? [{}] : [customer]);

/** The customers' data, with all that was left out filled in. */
export const readAccounts = (options: CustomerOptions): Pick<WorldSettings, 'holdings' | 'crowds'> => {
  const place = options.customers === undefined ? 'simulate({ customer })' : 'simulate({ customers })';
  const given = rowsOf(options);
  const written = Array.isArray(given) ? given.map((row) => withoutOurs(row, place)) : given;
  const isUsual = options.customer === undefined && options.customers === undefined;
  const rows: readonly CustomerRow[] = isUsual ? [{}] : readSetting('customers', written, place);
  const holdings: Holding[] = [];
  const crowds: Crowd[] = [];
  for (const [index, row] of rows.entries()) {
    const { files, count } = given[index] ?? {};
    const data = readData(row, files, place);
    const usual: Holding = {
      customerId: row.id ?? `customer-${holdings.length + 1}`,
      scope: row.scope ?? usualRow.scope,
      records: countRecords(row, files),
      collects: readCollects(row.collects),
      notifiedAfter: ms(row.notifiedAfter ?? usualRow.notifiedAfter),
      ...(data !== undefined && { data }),
    };
    if (count === undefined) holdings.push(usual);
    else crowds.push(addCrowd(holdings, usual, row.id ?? 'customer', checkCount(count, place)));
  }
  if (holdings.length > rows.length && rows.length > 1) checkTwins(holdings, place);
  return { holdings, crowds };
};

const addCrowd = (holdings: Holding[], usual: Holding, name: string, count: number): Crowd => {
  const from = holdings.length;
  for (let number = 1; number <= count; number++) holdings.push({ ...usual, customerId: `${name}-${number}` });
  return { name, scope: usual.scope, from, count };
};

/** Rows are told apart by their ids; what a row is multiplied to may be another one. */
const checkTwins = (holdings: readonly Holding[], place: string): void => {
  const known = new Set<string>();
  for (const { customerId, scope } of holdings) {
    const name = key(customerId, scope);
    if (known.has(name)) {
      const hint = 'give the row that has a "count" an id of its own';
      throw refuse(place, `there are two customers "${customerId}" for the scope "${scope}"`, hint);
    }
    known.add(name);
  }
};

/** Paths and crowds make sense only here, not in a scenario file. To the rules of a row, files are records of the user's own. */
const withoutOurs = (row: CustomerChoice, place: string): CustomerRow => {
  if (typeof row !== 'object' || row === null) return row;
  const { files, count: _count, ...rest } = row;
  if (files === undefined) return rest;
  if (rest.records === undefined) return { ...rest, records: [{}] };
  throw refuse(place, '"records" and "files" both say what the data is', 'keep one of them');
};

const countRecords = ({ records = usualRow.records }: CustomerRow, files: readonly string[] | undefined): number => {
  if (files !== undefined) return files.length;
  return typeof records === 'number' ? records : records.length;
};

const readCollects = (written: string = usualRow.collects): Collects => {
  const collects = parseCollects(written);
  if (collects === undefined) throw new Error(`"${written}" passed for a collection time`);
  return collects;
};

/** Whether each holding's customer consents, by position: a number is how many milliseconds the consent lasts. */
export const consentOf = (options: CustomerOptions): readonly (boolean | number)[] => {
  const all: (boolean | number)[] = [];
  for (const { consent = true, count = 1 } of rowsOf(options)) {
    const lasts = typeof consent === 'string' ? ms(consent) : consent;
    for (let number = 1; number <= count; number++) all.push(lasts);
  }
  return all;
};

import type { Collects, Holding } from '../core/world.ts';
import { Misuse } from '../misuse.ts';
import type { CustomerRow } from '../language/ast.ts';
import { readSetting } from '../language/settings.ts';
import { parseCollects } from '../language/spans.ts';
import { ms } from '../spec/time.ts';
import { type CustomerChoice, readData } from './custom-data.ts';

interface CustomerOptions {
  readonly customer?: CustomerChoice;
  readonly customers?: readonly CustomerChoice[];
}

const usualRow = { scope: 'orders', records: 10, collects: '10m', notifiedAfter: '0s' } as const satisfies CustomerRow;

const rowsOf = ({ customer, customers }: CustomerOptions): readonly CustomerChoice[] =>
  customers ?? (customer === undefined ? [{}] : [customer]);

/** The customers' data, with all that was left out filled in. */
export const readAccounts = (options: CustomerOptions): readonly Holding[] => {
  const place = options.customers === undefined ? 'simulate({ customer })' : 'simulate({ customers })';
  const given = rowsOf(options);
  const written = Array.isArray(given) ? given.map((row) => withoutFiles(row, place)) : given;
  const isUsual = options.customer === undefined && options.customers === undefined;
  const rows: readonly CustomerRow[] = isUsual ? [{}] : readSetting('customers', written, place);
  return rows.map((row, index) => {
    const data = readData(row, given[index]?.files, place);
    return {
      customerId: row.id ?? `customer-${index + 1}`,
      scope: row.scope ?? usualRow.scope,
      records: countRecords(row, given[index]?.files),
      collects: readCollects(row.collects),
      notifiedAfter: ms(row.notifiedAfter ?? usualRow.notifiedAfter),
      ...(data !== undefined && { data }),
    };
  });
};

/** Paths make sense only here, not in a scenario file. To the rules of a row, files are records of the user's own. */
const withoutFiles = (row: CustomerChoice, place: string): CustomerRow => {
  if (typeof row !== 'object' || row === null || row.files === undefined) return row;
  const { files: _files, ...rest } = row;
  if (rest.records === undefined) return { ...rest, records: [{}] };
  throw new Misuse('BAD_OPTION', place, '"records" and "files" both say what the data is', 'keep one of them');
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
export const consentOf = (options: CustomerOptions): readonly (boolean | number)[] =>
  rowsOf(options).map(({ consent = true }) => (typeof consent === 'string' ? ms(consent) : consent));

import { countLeftOut, type Plain } from '../../trace/told.ts';

/** How many records a result says there were, by its fields called `records`: numbers, or lists. */
export interface Claims {
  /** How many of these fields there are. */
  readonly places: number;
  /** Where there are several, it may mean the sum of those that lie equally deep, or of all. */
  readonly readings: readonly number[];
}

export const readClaims = (result: Plain | undefined): Claims => {
  const byDepth: number[][] = [];
  // Of counts that are not all shown there is no sum.
  if (!collectCounts(result, 0, byDepth)) return { places: 0, readings: [] };
  const all = byDepth.flat();
  const groups = [...byDepth.filter((group) => group !== undefined), all].filter(({ length }) => length > 0);
  return { places: all.length, readings: [...new Set(groups.map(sum))] };
};

/** How many records a result says there were of one customer, or of one of their scopes: where it names no other beside the count. */
export interface Share {
  readonly customer: string;
  readonly scope?: string;
  readonly records: number;
}

/** Whom a part of a result is about. */
type Subject = Partial<Pick<Share, 'customer' | 'scope'>>;

export const readShares = (
  value: Plain | undefined,
  names: { readonly customers: readonly string[]; readonly scopes: readonly string[] },
  above: Subject = {},
): readonly Share[] => {
  if (typeof value !== 'object' || value === null) return [];
  const only = (all: readonly string[]): string | undefined => {
    const [name, ...others] = Object.values(value).filter((one) => typeof one === 'string' && all.includes(one));
    return others.length > 0 ? undefined : (name as string | undefined);
  };
  const customer = only(names.customers) ?? above.customer;
  const scope = only(names.scopes) ?? above.scope;
  const here: Subject = { ...(customer !== undefined && { customer }), ...(scope !== undefined && { scope }) };
  return Object.entries(value).flatMap(([field, one]): readonly Share[] => {
    const records = field === 'records' ? countOf(one) : undefined;
    if (records !== undefined) return customer === undefined ? [] : [{ ...here, customer, records }];
    if (names.customers.includes(field)) return readShares(one, names, { ...here, customer: field });
    return readShares(one, names, names.scopes.includes(field) ? { ...here, scope: field } : here);
  });
};

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

/** Whether all counts are shown: no list that some of them lie in was cut short. */
const collectCounts = (value: Plain | undefined, depth: number, byDepth: number[][]): boolean => {
  if (typeof value !== 'object' || value === null) return true;
  const before = byDepth.flat().length;
  const isShown = Object.entries(value).every(([field, one]) => {
    const count = field === 'records' ? countOf(one) : undefined;
    if (count === undefined) return collectCounts(one, depth + 1, byDepth);
    (byDepth[depth] ??= []).push(count);
    return true;
  });
  const isCut = Array.isArray(value) && countLeftOut(value as readonly Plain[]) > 0;
  return isShown && !(isCut && byDepth.flat().length > before);
};

const countOf = (value: Plain): number | undefined => {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value >= 0 ? value : undefined;
  if (!Array.isArray(value)) return undefined;
  const items = value as readonly Plain[];
  const isOfRecords = !items.some((item) => Array.isArray(item) || (isFields(item) && 'records' in item));
  const left = countLeftOut(items);
  if (!isOfRecords) return undefined;
  return left === 0 ? items.length : items.length - 1 + left;
};

const isFields = (value: Plain | undefined): value is Readonly<Record<string, Plain>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

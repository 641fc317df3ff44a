import { more, type Plain } from '../../trace/told.ts';

/** How many records a result says there were, by its fields called `records`: numbers, or lists. */
export interface Claims {
  /** How many of these fields there are. */
  readonly places: number;
  /** Where there are several, it may mean the sum of those that lie equally deep, or of all. */
  readonly readings: readonly number[];
}

export const readClaims = (result: Plain | undefined): Claims => {
  const byDepth: number[][] = [];
  if (result !== undefined) collectCounts(result, 0, byDepth);
  const all = byDepth.flat();
  const groups = [...byDepth.filter((group) => group !== undefined), all].filter(({ length }) => length > 0);
  return { places: all.length, readings: [...new Set(groups.map(sum))] };
};

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

const collectCounts = (value: Plain, depth: number, byDepth: number[][]): void => {
  if (typeof value !== 'object' || value === null) return;
  for (const [field, one] of Object.entries(value)) {
    const count = field === 'records' ? countOf(one) : undefined;
    if (count === undefined) collectCounts(one, depth + 1, byDepth);
    else (byDepth[depth] ??= []).push(count);
  }
};

const countOf = (value: Plain): number | undefined => {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value >= 0 ? value : undefined;
  if (!Array.isArray(value)) return undefined;
  const items = value as readonly Plain[];
  const isOfRecords = !items.some((item) => Array.isArray(item) || (isFields(item) && 'records' in item));
  return isOfRecords ? countItems(items) : undefined;
};

const isFields = (value: Plain | undefined): value is Readonly<Record<string, Plain>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Of a list that was cut, its last item tells how many more there are. */
const countItems = (items: readonly Plain[]): number => {
  const last = items.at(-1);
  const left = isFields(last) ? last[more] : undefined;
  return typeof left === 'number' && Object.keys(last ?? {}).length === 1 ? items.length - 1 + left : items.length;
};

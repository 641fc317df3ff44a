import { isPlain, reservedKeys } from '../spec/plain.ts';

/** How deep data may be nested, in files and in calls. Real scenarios need a handful of levels. */
export const deepest = 64;

export type Fields = Readonly<Record<string, unknown>>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A word or a number as it was written; lists and fields have no text of their own, and may have a field named `toString`. */
export const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? `${value}` : '';

/** Whether a value is what JSON can hold: no functions, dates, circles, NaN. */
export const isData = (value: unknown, depth = 0): boolean => {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true;
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || depth >= deepest) return false;
  const items: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
  const isNamed = Array.isArray(value) || Object.keys(value).every((key) => !reservedKeys.has(key));
  return isNamed && (Array.isArray(value) || isPlain(value)) && items.every((item) => isData(item, depth + 1));
};

/** Without the fields that are undefined: in TypeScript that means the same as leaving them out. */
export const given = <Given extends object>(fields: Given): Present<Given> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Present<Given>;

type Present<Given> = { readonly [Name in keyof Given]?: Exclude<Given[Name], undefined> };

/** What a text is as JSON; undefined where it is none. */
export const tryJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

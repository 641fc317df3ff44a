import { type Misuse, refuse } from '../misuse.ts';
import { deepest, isFields, tryJson } from '../language/data.ts';
import { reservedKeys } from '../spec/plain.ts';
import { type Region, regions } from '../spec/regions.ts';

/* Reading of files that anybody may have written. All throw Misuse BAD_OPTION with the place. */

/** In characters. A day of requests has a few million. */
const largestText = 64 * 1024 * 1024;
export const mostValues = 5_000_000;

export const checkSize = (text: string, place: string): void => {
  if (text.length <= largestText) return;
  throw refuse(place, `it has ${text.length} characters`, `${largestText} are read at most; record less at a time`);
};

/** A tree that is not too deep or too large, and has no keys that mean something to JavaScript. */
export const checkTree = (root: unknown, place: string): void => {
  let values = 0;
  const visit = (value: unknown, at: string, depth: number): void => {
    values += 1;
    if (values > mostValues) throw refuse(at, `more than ${mostValues} values`, 'record less at a time');
    if (typeof value !== 'object' || value === null) return;
    if (depth > deepest) throw refuse(at, `more than ${deepest} levels are nested`, 'no recording needs so many');
    if (Array.isArray(value)) {
      for (const [index, item] of value.entries()) visit(item, `${at}[${index}]`, depth + 1);
      return;
    }
    for (const key of Object.keys(value)) {
      if (reservedKeys.has(key)) throw refuse(at, `"${key}" cannot be a key`, 'remove it');
      // What browsers write for themselves is never read, and may be nested deeply.
      if (!key.startsWith('_')) visit((value as Record<string, unknown>)[key], `${at}.${key}`, depth + 1);
    }
  };
  visit(root, place, 0);
};

/** A field of a file, with the way to it. */
export interface Field {
  readonly value: unknown;
  readonly place: string;
}

export const fieldOf = ({ value, place }: Field, key: string): Field => ({
  value: isFields(value) && Object.hasOwn(value, key) ? value[key] : undefined,
  place: `${place}.${key}`,
});

export const isAbsent = ({ value }: Field): boolean => value === undefined || value === null;

const expected = ({ place, value }: Field, what: string): Misuse =>
  refuse(place, value === undefined ? `${what} is missing` : `this is not ${what}`, 'export the recording again');

export const readText = (field: Field): string => {
  if (typeof field.value === 'string') return field.value;
  throw expected(field, 'a text');
};

export const readNumber = (field: Field): number => {
  if (typeof field.value === 'number' && Number.isFinite(field.value)) return field.value;
  throw expected(field, 'a number');
};

export const readList = (field: Field): readonly Field[] => {
  if (!Array.isArray(field.value)) throw expected(field, 'a list');
  return field.value.map((value: unknown, index) => ({ value, place: `${field.place}[${index}]` }));
};

export const readFields = (field: Field): Field => {
  if (isFields(field.value)) return field;
  throw expected(field, 'an object');
};

export const isRegion = (value: unknown): value is Region => typeof value === 'string' && Object.hasOwn(regions, value);

/** A JSON object; undefined for whatever else a text may be. */
export const readObject = (text: string): Readonly<Record<string, unknown>> | undefined => {
  const value = tryJson(text);
  return isFields(value) ? value : undefined;
};

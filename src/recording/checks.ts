import { refuse } from '../misuse.ts';
import { suggest } from '../nearest.ts';
import { readInstant } from '../spec/time.ts';
import { type Field, fieldOf, mostValues, readFields, readList, readNumber, readText } from './data.ts';

/* What the fields of a recording are held to. Each throws Misuse BAD_OPTION with the place of the field that is otherwise. */

export type Check = (field: Field) => unknown;

export const fields =
  (checks: Readonly<Record<string, Check>>): Check =>
  (field) => {
    readFields(field);
    for (const [key, check] of Object.entries(checks)) check(fieldOf(field, key));
  };

export const listOf =
  (check: Check): Check =>
  (field) => {
    for (const item of readList(field)) check(item);
  };

export const optional =
  (check: Check): Check =>
  (field) =>
    field.value === undefined ? undefined : check(field);

export const texts: Check = (field) => {
  for (const key of Object.keys(readFields(field).value as object)) readText(fieldOf(field, key));
};

/** No more than a recording has entries, for each of them is drawn. */
export const counts: Check = ({ value, place }) => {
  const areCounts = Object.values(value ?? {}).every(
    (one) => Number.isSafeInteger(one) && one >= 0 && one <= mostValues,
  );
  if (!areCounts) throw refuse(place, 'these are no counts', `${mostValues} are the most`);
};

export const oneOf =
  (what: string, words: readonly string[], others: readonly string[] = []): Check =>
  (field) => {
    const word = readText(field);
    if (!words.includes(word) && !others.includes(word))
      throw refuse(field.place, `"${word.slice(0, 40)}" is no ${what}`, suggest(word, words));
  };

export const date: Check = (field) => {
  if (readInstant(readText(field)) === undefined)
    throw refuse(field.place, 'this is no date', 'as "2024-02-29T00:00:00.000Z"');
};

export const sinceTheBeginning: Check = (field) => {
  if (readNumber(field) < 0) throw refuse(field.place, 'this is before the beginning', 'export the recording again');
};

/** Fields that say what they are by words and numbers, whatever they are called; none is called as what any object has. */
export const plain: Check = ({ value, place }) => {
  if (typeof value !== 'object' || value === null) return;
  for (const key of Object.keys(value)) {
    if (key in Object.prototype) throw refuse(place, `"${key}" is no field of it`, 'export the recording again');
    plain({ value: (value as Record<string, unknown>)[key], place: `${place}.${key}` });
  }
};

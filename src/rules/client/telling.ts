import { countLeftOut, type Plain } from '../../trace/told.ts';
import type { History } from '../history.ts';
import { type Arrival, readArrivals } from '../history/arrivals.ts';
import { isDataList, isFailureName, isFine, isPraise, isSentence, tellsFailure } from '../../trace/failure-words.ts';

/**
 * Whether a result says of what did not arrive that it did not: by a word of failure anywhere, or by naming it (its customer,
 * scope or query) in another way than what arrived. A count of records beside its name is what all have, and says nothing.
 */
export const tellsOf = (result: Plain | undefined, missing: Arrival, arrivals: readonly Arrival[]): boolean => {
  if (result === undefined) return false;
  // Another that is missing as well is a name like any other.
  const all = [...new Set([...arrivals, missing].flatMap(namesOf))];
  if (tellsFailure(result, (text) => unnamed(text, all))) return true;
  const others = new Set(arrivals.filter(({ state }) => state !== 'missing').flatMap(namesOf));
  const own = namesOf(missing).filter((name) => !others.has(name));
  // By the id of a query alone few name it.
  const isOwn = own.some((name) => name === missing.customer || name === missing.scope);
  const wanted = isOwn ? own : [missing.customer, ...own];
  const isOther = (text: string): boolean => isNamed(text, [...others]) && !isNamed(text, wanted);
  const usual = new Set(findMentions(result, isOther, all).map(({ way }) => way));
  const mentions = findMentions(result, (text) => isNamed(text, wanted), all);
  return mentions.some(({ way, isOrdinary }) => !isOrdinary && !usual.has(way));
};

/** Whether a run of the client failed, or ended well and says of all that is missing that it is. */
export const failedOrTold = (history: History): boolean => {
  const arrivals = readArrivals(history);
  const missing = arrivals.filter(({ state }) => state === 'missing');
  return history.ends.some(({ outcome, told }) => {
    const tells = missing.length > 0 && missing.every((one) => tellsOf(told?.value, one, arrivals));
    return tells || outcome === 'rejected';
  });
};

/** Whether a list in which what there was is named was cut short, so that what it says of the rest is not shown. */
export const isCutShort = (value: Plain | undefined, arrivals: readonly Arrival[]): boolean => {
  const names = arrivals.flatMap(namesOf);
  const isCut = (one: Plain, field: string): boolean => {
    if (typeof one !== 'object' || one === null || isDataList(field, one)) return false;
    const isNamedIn = Array.isArray(one) && findMentions(one, (text) => isNamed(text, names), names).length > 0;
    if (isNamedIn && countLeftOut(one as readonly Plain[]) > 0) return true;
    return Object.entries(one).some(([name, item]) => isCut(item, name));
  };
  return value !== undefined && isCut(value, '');
};

const namesOf = ({ customer, scope, queries }: Arrival): readonly string[] => [
  customer,
  scope,
  ...queries.map(({ id }) => id),
];

/** A place at which something is named. */
interface Mention {
  /** The place and what stands there besides, without names and numbers: the same for all that are named alike. */
  readonly way: string;
  /** Whether nothing stands there but what all have: a count, and nothing that is amiss. */
  readonly isOrdinary: boolean;
}

const findMentions = (
  value: Plain,
  isWanted: (text: string) => boolean,
  all: readonly string[],
  place = '',
): readonly Mention[] => {
  if (typeof value === 'string') return isWanted(value) ? [{ way: place, isOrdinary: false }] : [];
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) {
    return (value as readonly Plain[]).flatMap((item) => findMentions(item, isWanted, all, `${place}[]`));
  }
  return Object.entries(value).flatMap(([field, one]) => {
    if (isDataList(field, one)) return [];
    const below = `${place}.${isNamed(field, all) ? '<name>' : field}`;
    const said = (of: Plain, name?: string): Mention => ({
      way: `${below} ${formOf(of, all, name)}`,
      isOrdinary: isOrdinary(of, all),
    });
    const key = isWanted(field) ? [said(one, field)] : [];
    if (typeof one === 'string') return isWanted(one) ? [...key, said(value)] : key;
    return [...key, ...findMentions(one, isWanted, all, below)];
  });
};

const isNamed = (text: string, names: readonly string[]): boolean => names.some((name) => includesWord(text, name));

/** `customer-1` is not named by `customer-10`. */
const includesWord = (text: string, word: string): boolean => {
  const around = word === '' ? [] : text.split(word);
  return around.some((after, at) => at > 0 && !/[\w-]$/.test(around[at - 1] ?? '') && !/^[\w-]/.test(after));
};

/** The same with another word for each name. */
const unnamed = (text: string, names: readonly string[]): string =>
  names
    .filter((name) => includesWord(text, name))
    .toSorted((one, other) => other.length - one.length)
    .reduce((rest, name) => rest.replace(asWord(name), 'name'), text);

const asWord = (name: string): RegExp =>
  new RegExp(`(?<![\\w-])${name.replace(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`)}(?![\\w-])`, 'g');

/** What a value says apart from names and numbers. */
const formOf = (value: Plain, names: readonly string[], field = ''): string => {
  if (typeof value === 'number') return value < 0 ? '-' : '#';
  if (typeof value === 'string') {
    if (isSentence(unnamed(value, names))) return withoutNames(value, names);
    return isNamed(value, names) || !isWord(value) ? 'text' : value;
  }
  if (typeof value !== 'object' || value === null)
    return isAllRight(value, unnamed(field, names)) ? 'fine' : String(value);
  if (Array.isArray(value)) return '[]';
  const fields = Object.entries(value).map(
    ([name, one]) => `${isNamed(name, names) ? '<name>' : name}:${formOf(one, names, name)}`,
  );
  return `{${fields.sort().join()}}`;
};

const withoutNames = (text: string, names: readonly string[]): string =>
  names.reduce((rest, name) => (name === '' ? rest : rest.replaceAll(name, '<name>')), text).replace(/\d+/g, '#');

const isWord = (text: string): boolean => /^\p{L}[\p{L} _-]*$/u.test(text);

/** `error: null` and `failed: false` say that nothing was amiss. */
const isAllRight = (value: boolean | null, field: string): boolean => value === true || isFailureName(field);

const isCount = (value: Plain): boolean => (typeof value === 'number' && value >= 0) || Array.isArray(value);

const isOrdinaryText = (text: string, names: readonly string[]): boolean =>
  isSentence(unnamed(text, names)) ? isPraise(text) : isNamed(text, names) || !isWord(text) || isFine(text);

const isOrdinary = (value: Plain, names: readonly string[]): boolean => {
  if (typeof value === 'string') return isOrdinaryText(value, names);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return isCount(value);
  const fields = Object.entries(value);
  return (
    fields.some(([, one]) => isCount(one)) &&
    fields.every(([field, one]) => {
      if (typeof one === 'string') return isOrdinaryText(one, names);
      if (typeof one === 'boolean' || one === null) return isAllRight(one, unnamed(field, names));
      return isCount(one) || typeof one === 'object';
    })
  );
};

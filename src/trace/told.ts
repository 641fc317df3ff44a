import { reservedKeys } from '../spec/plain.ts';
import { isError, readError, tagOf } from './read-error.ts';

/** What a client told by its end: its result, or its error with all causes, as JSON has it and within bounds. */
export interface Told {
  /** Absent for `undefined`, and where nothing of it can be told. */
  readonly value?: Plain;
  /** Why it, or a part of it, cannot be told and so not be compared. */
  readonly unread?: string;
}

export type Plain = null | boolean | number | string | readonly Plain[] | { readonly [name: string]: Plain };

/** The last item of a list that was cut: how many more there are. Of each form of items the first few are told. */
const more = '…';

/** How many items of a list that was told are not shown. */
export const countLeftOut = (items: readonly Plain[]): number => {
  const last = items.at(-1);
  if (typeof last !== 'object' || last === null || Object.keys(last).join() !== more) return 0;
  const left = (last as Readonly<Record<string, Plain>>)[more];
  return typeof left === 'number' ? left : 0;
};

const longestList = 20;
const likeEachOther = 2;
const mostItems = 10_000;
const longestText = 200;
const deepest = 12;
/** In characters of JSON. */
const longest = 10_000;

/**
 * Reads what a client gave, whatever it is; what throws when it is read is left out, and that is said. `hide` takes the secrets
 * out of a text while it is whole: what is left of one that was cut is not found any more.
 */
export const tell = (given: unknown, hide: (text: string) => string = (text) => text): Told => {
  const teller: Teller = { above: [], unread: undefined, left: longest, hide };
  const value = tellValue(teller, given, '');
  const isTooLong = teller.left < 0;
  const unread = isTooLong ? `it is longer than ${longest} characters` : teller.unread;
  return {
    ...(value !== undefined && !isTooLong && { value }),
    ...(unread !== undefined && { unread }),
  };
};

/** No secret's name is so much longer than the secret that a text of this length, or a value of that, has to be cut for it. */
const shortText = 60;
const short = 3000;

const unhidden = new WeakMap<Told, Plain>();

/**
 * The same, with secrets looked for when somebody reads the value: to find them takes as long as to mask all that happened, and
 * of a client that has done well nobody wants to know more than how much it counts.
 */
export const tellLater = (given: unknown, hide: (text: string) => string): Told => {
  const { value, unread } = tell(given);
  if (value === undefined || unread !== undefined || !isShortIn(value) || JSON.stringify(value).length > short)
    return tell(given, hide);
  let hidden: Plain | undefined;
  const told: Told = {
    get value() {
      return (hidden ??= hideTexts(value, hide));
    },
  };
  unhidden.set(told, value);
  return told;
};

/** The same with its secrets: for who counts what is in it, or hides them himself. */
export const withSecrets = (told: Told): Told => {
  const value = unhidden.get(told);
  return value === undefined ? told : { value };
};

const isShortIn = (value: Plain): boolean => {
  if (typeof value === 'string') return value.length <= shortText;
  return typeof value !== 'object' || value === null || Object.values(value).every(isShortIn);
};

/** The same data with each of its texts hidden. */
export const hideTexts = (value: Plain, hide: (text: string) => string): Plain => {
  if (typeof value === 'string') return hide(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((one: Plain) => hideTexts(one, hide));
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, hideTexts(one, hide)]));
};

interface Teller {
  /** What the value lies in. */
  readonly above: unknown[];
  unread: string | undefined;
  /** How many characters there is room for. */
  left: number;
  readonly hide: (text: string) => string;
}

const take = <Value extends Plain>(teller: Teller, value: Value, length: number): Value => {
  teller.left -= length;
  return value;
};

const giveUp = (teller: Teller, place: string, what: string): undefined => {
  teller.unread ??= place === '' ? `it is ${what}` : `${place} is ${what}`;
};

const tellValue = (teller: Teller, value: unknown, place: string): Plain | undefined => {
  if (teller.left < 0) return undefined;
  switch (typeof value) {
    case 'undefined':
      return undefined;
    case 'string':
      return tellText(teller, value);
    case 'number':
    case 'bigint':
      return tellNumber(teller, value);
    case 'boolean':
      return take(teller, value, 5);
    case 'object':
      return value === null ? take(teller, null, 4) : tellObject(teller, value, place);
    default:
      // As in JSON: what a result can do besides is no part of what it says.
      return place === '' ? giveUp(teller, place, `a ${typeof value}`) : undefined;
  }
};

const tellText = (teller: Teller, whole: string): string => {
  const text = teller.hide(whole);
  const cut = text.length > longestText ? `${text.slice(0, longestText)}${more}` : text;
  return take(teller, cut, cut.length + 2);
};

const tellNumber = (teller: Teller, value: number | bigint): Plain => {
  const number = Number(value);
  return Number.isFinite(number) ? take(teller, number, String(number).length) : tellText(teller, String(value));
};

const tellObject = (teller: Teller, value: object, place: string): Plain | undefined => {
  if (teller.above.includes(value)) return giveUp(teller, place, 'circular');
  if (teller.above.length >= deepest) return giveUp(teller, place, `nested more than ${deepest} levels deep`);
  teller.above.push(value);
  try {
    return tellParts(teller, value, place);
  } catch {
    return giveUp(teller, place, 'not to be read');
  } finally {
    teller.above.pop();
  }
};

const tellParts = (teller: Teller, value: object, place: string): Plain | undefined => {
  if (Array.isArray(value)) return tellList(teller, value, place);
  if (isError(value)) return tellFields(teller, readError(value), place);
  const tag = tagOf(value);
  if (ArrayBuffer.isView(value)) return tellText(teller, `<${value.byteLength} bytes>`);
  if (tag === 'Set') return tellList(teller, [...(value as Set<unknown>)], place);
  if (tag === 'Map') {
    const entries = [...(value as Map<unknown, unknown>)].map(([key, one]) => [String(key), one]);
    return tellFields(teller, Object.fromEntries(entries) as object, place);
  }
  if (tag === 'Date' || tag === 'URL') return tellValue(teller, (value as Date | URL).toJSON(), place);
  if (tag === 'Promise' || 'then' in value) return giveUp(teller, place, 'a promise');
  if (Symbol.asyncIterator in value || 'pipe' in value) return giveUp(teller, place, 'a stream');
  if (tag !== 'Object' && tag !== 'Error') return giveUp(teller, place, `a ${tag}`);
  return tellFields(teller, value, place);
};

const tellFields = (teller: Teller, value: object, place: string): Plain => {
  const told: Record<string, Plain> = {};
  for (const [name, one] of Object.entries(value)) {
    if (teller.left < 0) break;
    // No file that is read may have such a name in it.
    if (reservedKeys.has(name)) continue;
    const plain = tellValue(teller, one, place === '' ? name : `${place}.${name}`);
    if (plain !== undefined) told[name] = plain;
    take(teller, '', name.length + 4);
  }
  return told;
};

/** A long list is told by its forms, so that an item unlike the others is among what is told. */
const tellList = (teller: Teller, items: readonly unknown[], place: string): Plain => {
  const told: Plain[] = [];
  const forms = new Map<string, number>();
  for (const [index, item] of items.slice(0, mostItems).entries()) {
    if (teller.left < 0) break;
    const form = formOf(item);
    const count = (forms.get(form) ?? 0) + 1;
    forms.set(form, count);
    if (items.length > longestList && (count > likeEachOther || told.length >= longestList)) continue;
    told.push(tellValue(teller, item, `${place}[${index}]`) ?? take(teller, null, 5));
  }
  const left = items.length - told.length;
  return left === 0 ? told : [...told, take(teller, { [more]: left }, 12)];
};

const formOf = (item: unknown): string => {
  if (typeof item !== 'object' || item === null) return item === null ? 'null' : typeof item;
  if (Array.isArray(item)) return 'list';
  return Object.keys(item).sort().join();
};

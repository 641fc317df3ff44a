import { keptByText } from '../spec/kept-by-text.ts';
import type { WireRequest } from './wire.ts';

/* Small readings of the text that HTTP is made of. They never throw: what cannot be read is undefined. */

/**
 * Percent-decoding of one path segment or query value; undefined when the escapes are broken. Where there are none, too: what was
 * cut out of an address becomes a text of its own, which is sooner compared. (docs/decisions/0030)
 */
export const decode = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
};

/** A text whose escapes are broken stands for itself: were it left out, a wrong value would be as good as none. */
const decodePart = (text: string): string => {
  const spaced = text.replaceAll('+', ' ');
  return decode(spaced) ?? spaced;
};

/** All values of one key, in their order. */
type Values = readonly [string, ...string[]];

/** Key-value pairs of a query string or a form body, each value of a key in turn; `+` is a space. */
export const allPairs = keptByText((text): ReadonlyMap<string, Values> => {
  const found = new Map<string, [string, ...string[]]>();
  if (text === '') return found;
  for (const piece of text.split('&')) {
    const equals = piece.indexOf('=');
    const key = decodePart(equals < 0 ? piece : piece.slice(0, equals));
    const value = decodePart(equals < 0 ? '' : piece.slice(equals + 1));
    const known = found.get(key);
    if (known === undefined) found.set(key, [value]);
    else known.push(value);
  }
  return found;
});

/** Which of equal keys counts; `none` makes of their values one that is none of them. */
export type Counting = 'first' | 'last' | 'none';

const choosers: Readonly<Record<Counting, (values: Values) => string>> = {
  first: ([value]) => value,
  last: (values) => String(values.at(-1)),
  none: (values) => values.join(','),
};

export const pairs = (text: string, counts: Counting = 'first'): ReadonlyMap<string, string> => chosen[counts](text);

const choose = (counts: Counting): ((text: string) => ReadonlyMap<string, string>) =>
  keptByText((text) => new Map([...allPairs(text)].map(([key, values]) => [key, choosers[counts](values)])));

const chosen = { first: choose('first'), last: choose('last'), none: choose('none') } as const;

/** A JSON object, or undefined when the text is anything else: most that is none does not begin like one. */
export const jsonObject = (text: string): Readonly<Record<string, unknown>> | undefined => {
  if (!/^[ \t\r\n]*\{/.test(text)) return undefined;
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return undefined;
  }
};

/** The fields of a JSON object that are text. */
export const textFields = (body: string): ReadonlyMap<string, string> => {
  const found = new Map<string, string>();
  for (const [name, value] of Object.entries(jsonObject(body) ?? {})) {
    if (typeof value === 'string') found.set(name, value);
  }
  return found;
};

/** The bare media type of a content-type header, in lower case. */
export const mediaType = (header: string | undefined): string =>
  (header ?? '').replace(/;.*/s, '').trim().toLowerCase();

/** What is sent of a text: UTF-8, in which half a surrogate pair is U+FFFD, in three bytes. */
export const toBytes = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Most bodies of requests are empty, and there is nothing to make of them. */
export const byteLength = (text: string): number => (text === '' ? 0 : toBytes(text).length);

/** Of the body of a request, in bytes. */
export const sizeOfBody = ({ body, bytes }: Pick<WireRequest, 'body' | 'bytes'>): number => bytes ?? byteLength(body);

export const isBlank = (text: string): boolean => text.trim() === '';

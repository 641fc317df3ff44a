/* Readings of the text that HTTP is made of. They never throw. */

/** Percent-decoding; undefined when the escapes are broken. */
export const decode = (text: string): string | undefined => {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
};

const decodePart = (text: string): string => decode(text) ?? text;

/** Which of equal names counts; with `none`, one that is written twice has a value that is none of them. */
export type Counting = 'first' | 'last' | 'none';

const noPairs: ReadonlyMap<string, string> = new Map();

/** Pairs of a query string or a form; `+` is a space, and what has broken escapes stands for itself. */
export const readPairs = (text: string, counts: Counting = 'first'): ReadonlyMap<string, string> => {
  if (text === '') return noPairs;
  const found = new Map<string, string>();
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text;
  const pieces = spaced.split('&');
  for (let at = 0; at < pieces.length; at++) {
    const piece = pieces[at] as string;
    const equals = piece.indexOf('=');
    const name = decodePart(equals < 0 ? piece : piece.slice(0, equals));
    const value = decodePart(equals < 0 ? '' : piece.slice(equals + 1));
    const known = found.get(name);
    if (known === undefined || counts === 'last') found.set(name, value);
    else if (counts === 'none') found.set(name, `${known},${value}`);
  }
  return found;
};

export type Json = Readonly<Record<string, unknown>>;

/** A JSON object, or undefined for whatever else it is. */
export const readJson = (text: string): Json | undefined => {
  if (!text.trimStart().startsWith('{')) return undefined;
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
};

export const textIn = (json: Json | undefined, field: string): string | undefined => {
  const value = json?.[field];
  return typeof value === 'string' ? value : undefined;
};

/** Control characters, line separators, and what turns the direction of a text around. */
const harmful = /[\p{Cc}\u2028\u2029\u200E\u200F\u061C\u202A-\u202E\u2066-\u2069\uFEFF]|\p{Cs}/gu;

const escape = (character: string): string => {
  const code = character.codePointAt(0) ?? 0;
  return code < 0x100 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u${code.toString(16).padStart(4, '0')}`;
};

/** Text of unknown origin, made harmless: it cannot move the cursor, or turn the text around. */
export const printable = (text: string): string =>
  text.replace(harmful, (character) => (character === '\n' || character === '\t' ? character : escape(character)));

/** The same on one line. */
export const oneLine = (text: string): string => printable(text).replace(/[\n\t]+/g, ' ');

const replacements: Readonly<Record<string, string>> = {
  '…': '...',
  '→': '->',
  '—': '-',
  '–': '-',
  '×': 'x',
  '’': "'",
  '“': '"',
  '”': '"',
};

/**
 * No line of it is one that a build server takes for a command to itself: `::error::`, `##[group]`, `##vso[…]`, `##teamcity[…]`.
 * `write` is how a character is written otherwise, where it goes.
 */
export const mute = (text: string, write = escape): string =>
  text.replace(/^(\s*):(?=:)|#(?=#\w*\[)/gm, (found) => found.replace(/[:#]$/, write));

/** Nothing of it would have to be written otherwise, on a line with others. */
export const isHarmless = (text: string): boolean => mute(printable(text)) === text && !/[\n\t]/.test(text);

/** JSON that reads as it did, and is harmless where it is looked at. */
export const muteJson = (json: string): string => mute(json.replace(harmfulButLines, escapeInJson), escapeInJson);

/** Data for other programs. */
export const writeJson = (data: unknown): string => `${muteJson(JSON.stringify(data, null, 2))}\n`;

/** What JSON escapes itself stands there escaped. */
const harmfulButLines = new RegExp(`(?!\\n)${harmful.source}`, 'gu');

const escapeInJson = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** For terminals that know nothing else. */
export const toAscii = (text: string): string =>
  text.replace(/[^\p{ASCII}]/gu, (character) => replacements[character] ?? '?');

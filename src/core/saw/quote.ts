import { showDuration } from '../../spec/time.ts';

/* How a refusal says what it looked at. Secrets are described, and never quoted. */

/** Characters that are quoted. */
export const longest = 40;

/** Text of a request, cut where nobody would read on. */
export const quote = (text: string): string =>
  JSON.stringify(text.length > longest ? `${text.slice(0, longest)}…` : text);

/** `a, b or c`; as many as one reads. */
export const anyOf = (texts: readonly string[]): string => {
  const shown = texts.slice(0, 5).map(quote);
  const all = texts.length > shown.length ? [...shown, '…'] : shown;
  return all.length < 2 ? all.join('') : `${all.slice(0, -1).join(', ')} or ${all.at(-1)}`;
};

/** A length of time as short as it goes: `1m1s`, `1h`. */
export const span = (milliseconds: number): string =>
  showDuration(milliseconds)
    .replace('.000s', 's')
    .replace(/(?<=m)0s$/, '')
    .replace(/(?<=h)0m$/, '');

/** What is written where there is no value: by mistake, and so no secret. */
const slips = new Set(['undefined', 'null', 'NaN', '[object Object]', '[object Promise]', 'true', 'false']);

/** A secret without its text. */
export const secret = (text: string | undefined): string => {
  if (text === undefined) return 'absent';
  if (text === '') return 'empty';
  return slips.has(text) ? `the text "${text}"` : `a text of ${text.length} characters`;
};

const schemes = /^(?:b[a-z]{4,6}|basic|digest|token|jwt|oauth|apikey|negotiate|hmac):?$/i;

/** An authorization header: its scheme, its blanks, and a dot for each other word. */
export const showAuthorization = (header: string | undefined): string => {
  if (header === undefined) return 'authorization: absent';
  if (header.trim() === '') return `authorization: ${header === '' ? 'empty' : 'blanks alone'}`;
  let isFirst = true;
  const shown = header.replace(/\S+/g, (word) => {
    const isPlain = (isFirst && schemes.test(word)) || slips.has(word);
    isFirst = false;
    return isPlain ? word : '…';
  });
  return `authorization: ${JSON.stringify(shown)}`;
};

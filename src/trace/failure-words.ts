import type { DataRecord } from '../core/records/data.ts';
import { errors } from '../spec/errors.ts';
import { tokenErrors } from '../spec/token-errors.ts';
import type { Plain } from './told.ts';

/* How people write that something went wrong: whatever reads like that is taken for it. */

/** `timedOut`, `TIMED_OUT` and `timed out` are the same two words. */
export const wordsOf = (text: string): readonly string[] =>
  text
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .match(/[\p{L}\d]+(?:['’]\p{L}+)?/gu) ?? [];

/** Words that begin like this. */
const stems =
  /^(?:abort|blank|block|cancel|conflict|crash|denied|deny|elaps|err|exceed|exception|expired|fail|forbid|fault|incomplete|interrupt|invalid|lack|lost|miss|partial|problem|refus|reject|remain|revok|skip|stale|throttl|timeout|timed|trouble|unable|unauth|unavail|undone|unfetch|unfinish|unimport|unknown|unreach|unread|unsuccess|unsupport|warn|wrong)/;
/** Words that are this. */
const plainWords =
  /^(?:not|no|none|never|cannot|without|only|except|late|left|held|hold|too|dead|died|breaks?|broke|broken|pending|partly|issues?|todo|\p{L}+n['’]t)$/u;
const gaveUp = /\bg[ai]ven?[ _-]?up\b/i;
/** As a word of its own: no part of an id (`guest-412`), of a number or of a path. */
const status = /(?:(?<![\p{L}\d.,_/#-])|(?<=(?:^|\P{L})(?:http|status)[_/-]?))[45]\d\d(?![\p{L}\d_%-]|\.\w|,\d)/iu;
/** What is measured or counted: `420s`, `420 seconds`, `412 records`. */
const amounts =
  /\d+ ?(?:ms|s|m|h|min|(?:sec|milli|minute|hour|day)\p{L}*|bytes|records|files|pages|rows|items|orders|times|attempts)(?!\p{L})/giu;
const share = /(\d+) ?(?:\/|of|out of) ?(\d+)/;

const isFailureWord = (word: string): boolean => stems.test(word) || plainWords.test(word);

/** Words with which people say that all is well. */
const fine =
  /^(?:ok|okay|success|succe|done|complet|finish|fulfil|import|all|whole|full|valid|fetch|download|saved?$|proces|receiv|sent|record|ready|true|yes)/;

/** Of a sentence it takes more: what it is about (a download, a record) says nothing of how that went. */
const praise =
  /^(?:ok|okay|success|succe|done|completed?$|finish|fulfil|imported|whole|full|fetched|downloaded|saved|processed|received|sent|ready|true|yes)/;

/** Whether a text is more than a word for a state, a name or a number: something that was written to be read. */
export const isSentence = (text: string): boolean => !isForeign(text) && text.trim().split(/\s+/).length > 2;

export const isPraise = (text: string): boolean => wordsOf(text).some((word) => praise.test(word));

export const isFine = (text: string): boolean => wordsOf(text).some((word) => fine.test(word));

/** Types and messages of the refusals. */
const refusals: readonly string[] = [
  ...Object.values(errors).flatMap(({ type, message }) => [type, message]),
  ...Object.values(tokenErrors).flatMap(({ error, description }) => [error, description]),
];

const saysNothing = /^(?:|-|no|none|nothing|n\/a|ok|0)$/i;

/** Contents of files and addresses are no words of the client's. */
const isForeign = (text: string): boolean => /^\s*[[{<]|^\w+:\/\//.test(text);

/** Whether a text says that something went wrong: by a refusal, a status, a word, or as a sentence that praises nothing. */
const isFailureText = (text: string): boolean => {
  if (saysNothing.test(text.trim())) return false;
  if (refusals.some((one) => text.includes(one))) return true;
  if (isForeign(text)) return false;
  const words = wordsOf(text);
  if (words.some(isFailureWord) || gaveUp.test(text) || status.test(text.replace(amounts, ''))) return true;
  const [, part, whole] = share.exec(text) ?? [];
  const rest = text.replace(share, '');
  return part !== whole || (isSentence(rest) && !isFine(rest));
};

export const isFailureName = (name: string): boolean => wordsOf(name).some(isFailureWord) || gaveUp.test(name);

/** Whether a value says that there is none of what its field is called. */
export const isNothing = (value: Plain): boolean => {
  if (typeof value === 'string') return saysNothing.test(value.trim());
  if (typeof value !== 'object' || value === null) return !value;
  return Object.values(value).every(isNothing);
};

/** Lists of what was brought in: what stands in there are the customers' own words. */
const data = /^(?:records?|data|files?|contents?|items|rows|orders)$/i;

export const isDataList = (name: string, value: Plain): boolean => Array.isArray(value) && data.test(name);

/** But for a record that a client returned as it came: an order with the status `canceled` is no import that failed. */
const mayTell = (value: Plain): value is Plain & object =>
  typeof value === 'object' && value !== null && !recordMark.every((field) => Object.hasOwn(value, field));

const recordMark = ['recordId', 'customerId', 'scope', 'position'] as const satisfies readonly (keyof DataRecord)[];

/** Whether a word of failure stands anywhere in a result; `unnamed` takes names out of a text: they say nothing of how it went. */
export const tellsFailure = (value: Plain, unnamed: (text: string) => string, name = '', isData = false): boolean => {
  if (typeof value === 'string') return !isData && isFailureText(unnamed(value));
  if (typeof value === 'number') return /status|code|http/i.test(unnamed(name)) && value >= 400 && value < 600;
  if (value === false) return name === '' || (isFine(unnamed(name)) && !isFailureName(unnamed(name)));
  if (value === null) return name === 'records';
  if (!mayTell(value)) return false;
  const below = isData || isDataList(name, value);
  if (Array.isArray(value)) {
    return (value as readonly Plain[]).some((item) => tellsFailure(item, unnamed, 'item', below));
  }
  return Object.entries(value).some(
    ([field, one]) => (isFailureName(unnamed(field)) && !isNothing(one)) || tellsFailure(one, unnamed, field, below),
  );
};

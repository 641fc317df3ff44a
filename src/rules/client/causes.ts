import type { Plain } from '../../trace/told.ts';
import type { End } from '../history.ts';
import { isNothing, wordsOf } from './failure-words.ts';

/** Words of errors that say no more than that something failed. */
const empty =
  /^(?:a|again|aggregate|an|all|and|app|application|at|be|because|been|by|client|clients?|collect\p{L}*|could|couldn['’]t|customers?|data|did|didn['’]t|do|due|during|error|errors|exception|export\p{L}*|fail\p{L}*|fatal|fetch\p{L}*|finish\p{L}*|for|from|get|go|got|had|has|have|import\p{L}*|in|is|it|job|later|load\p{L}*|my|not|occurred|of|oops|operation|or|order|orders|our|please|problem|proces\p{L}*|quer\p{L}*|records?|request|run|running|some|something|sorry|succe\p{L}*|sync\p{L}*|task|that|the|there|this|to|trouble|try|unable|uncaught|undefined|unexpected\p{L}*|unknown|unsuccessful\p{L}*|was|we|went|were|while|with|work|wrong|null|object|cannot|can['’]t|complet\p{L}*)$/u;

/** Words of errors that say no more than that nobody was told. */
const news =
  /^(?:after|any|arriv\p{L}*|came|come|ever|hear\p{L}*|hours?|id|in|minutes?|never|no|none|notif\p{L}*|out|receiv\p{L}*|seconds?|timed|timeout|until|wait\p{L}*|webhooks?|within)$/u;

/**
 * Whether an error says why: by its words, its causes, or any field that libraries and applications put on theirs. That no
 * notification came is a cause only where one was still to come.
 */
export const namesCause = ({ error = '', told }: Pick<End, 'error' | 'told'>, isAwaited: boolean): boolean => {
  // Older traces have no more than the message.
  if (told === undefined || told.unread !== undefined || isTelling(error, isAwaited)) return true;
  return saysWhy(told.value, isAwaited);
};

const saysWhy = (value: Plain | undefined, isAwaited: boolean): boolean => {
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([field, one]) => {
    if (isNothing(one)) return false;
    if (typeof one === 'string') return !isWording.test(field) || isTelling(one, isAwaited);
    return isInner.test(field) ? innerErrors(one).some((inner) => saysWhy(inner, isAwaited)) : true;
  });
};

/** What every error has. */
const isWording = /^(?:name|message|cause)$/;
/** Errors within an error are as good as what they say. */
const isInner = /^(?:cause|errors)$/;

const innerErrors = (value: Plain): readonly Plain[] => (Array.isArray(value) ? (value as readonly Plain[]) : [value]);

const isTelling = (text: string, isAwaited: boolean): boolean => {
  const words = wordsOf(text);
  const isNews = words.some((word) => /^(?:notif|webhook)/.test(word));
  return words.some((word) => {
    if (/^\d+$/.test(word)) return /^[45]\d\d$/.test(word);
    return !empty.test(word) && (isAwaited || !isNews || !news.test(word));
  });
};

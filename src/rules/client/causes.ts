import type { Plain } from '../../trace/told.ts';
import type { End } from '../history.ts';
import { isNothing, wordsOf } from '../../trace/failure-words.ts';

/** Words of errors that say no more than that something failed. */
const empty =
  /^(?:a|again|aggregate|an|all|and|app|application|at|be|because|been|by|client|clients?|collect\p{L}*|could|couldn['’]t|customers?|data|did|didn['’]t|do|due|during|error|errors|exception|export\p{L}*|fail\p{L}*|fatal|fetch\p{L}*|finish\p{L}*|for|from|get|go|got|had|has|have|import\p{L}*|in|is|it|job|later|load\p{L}*|my|not|occurred|of|oops|operation|or|order|orders|our|please|problem|proces\p{L}*|quer\p{L}*|records?|request|run|running|some|something|sorry|succe\p{L}*|sync\p{L}*|task|that|the|there|this|to|trouble|try|unable|uncaught|undefined|unexpected\p{L}*|unknown|unsuccessful\p{L}*|was|we|went|were|while|with|work|wrong|null|object|cannot|can['’]t|complet\p{L}*)$/u;

/** Words of what a program does about failures, which is no more why it failed: `max retries exceeded`, `the circuit is open`. */
const ofGivingUp =
  /^(?:after|attempt(?:s|ed)?|breaker|circuit|closed|exceeded|exhausted|gave|give|given|giving|limit|many|max|maximum|more|no|number|once|open(?:ed)?|reached|retr(?:y|ies|ied|ying)|than|times?|too|trie[sd]|up)$/u;

/** Words of errors that say no more than that nobody was told. */
const ofNews =
  /^(?:after|any|arriv\p{L}*|came|come|ever|hear\p{L}*|hours?|id|in|minutes?|never|no|none|notif\p{L}*|out|receiv\p{L}*|seconds?|timed|timeout|until|wait\p{L}*|webhooks?|within)$/u;

/**
 * Whether an error says why: by its words, its causes, or any field that libraries and applications put on theirs. That no
 * notification came is a cause only where one was still to come.
 */
export const namesCause = ({ error = '', told }: Pick<End, 'error' | 'told'>, isAwaited: boolean): boolean => {
  // A recording may have no more than the message.
  if (told === undefined) return error.trim() !== '';
  return told.unread !== undefined || saysWhy(told.value, isAwaited);
};

/** What an error was caused by, or gathers, has to say more than the error itself does. */
const saysWhy = (error: Plain | undefined, isAwaited: boolean): boolean => {
  if (typeof error === 'string') return isTelling(error, isAwaited);
  if (typeof error !== 'object' || error === null) return typeof error === 'number';
  return Object.entries(error).some(([field, one]) => {
    if (isNothing(one)) return false;
    if (field === 'errors' && Array.isArray(one)) return one.some((inner: Plain) => saysWhy(inner, isAwaited));
    if (field === 'name' || field === 'message') return typeof one === 'string' && isTelling(one, isAwaited);
    return field === 'cause' ? saysWhy(one, isAwaited) : true;
  });
};

const isTelling = (text: string, isAwaited: boolean): boolean => {
  const words = wordsOf(text);
  const isOfNews = !isAwaited && words.some((word) => /^(?:notif|webhook)/.test(word));
  return words.some((word) => {
    if (/^\d+$/.test(word)) return /^[45]\d\d$/.test(word);
    return !empty.test(word) && !ofGivingUp.test(word) && !(isOfNews && ofNews.test(word));
  });
};

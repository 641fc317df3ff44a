import type { Answer } from './answer.ts';
import { answered, eventAt, type History, lastBefore } from './history.ts';
import { type Asked, askedAt, headerWord, identityOf, operationOf, parametersOf, tokenWord } from './requests.ts';
import { lengths } from './rows.ts';

/** What is remembered for five minutes. */

/** Whether something remembered at one instant still is at another. (cache.boundary) */
const isFresh = (history: History, at: number, now: number): boolean =>
  history.settings.choices['cache.boundary'] === 'new-answer' ? now - at < lengths.memory : now - at <= lengths.memory;

/** The latest fresh answer of those that qualify, given to a request that repeats to the letter what this one asks. */
const latest = (
  history: History,
  index: number,
  asked: Asked,
  asker: (one: Asked) => string,
  qualifies: (answer: Answer) => boolean,
): number | undefined => {
  const parameters = parametersOf(history, asked);
  return lastBefore(history, index, (event, other) => {
    const one = askedAt(history, other);
    return (
      one !== undefined &&
      isFresh(history, event.at, asked.at) &&
      qualifies(answered(history, other)) &&
      operationOf(one) === operationOf(asked) &&
      asker(one) === asker(asked) &&
      parametersOf(history, one) === parameters
    );
  });
};

/** Whether an answer of the operation, or of what is behind it, is kept. (cache.errors) */
const isKept = (history: History, { decider, status }: Answer): boolean => {
  const kept = history.settings.choices['cache.errors'];
  if (decider === 'backend') return kept === 'everything';
  if (decider !== 'operation') return false;
  return status < 300 || kept === 'everything' || (kept === 'operation-refusals' && status < 500);
};

const remembersAnswers = (history: History): boolean => history.settings.choices['cache.meaning'] === 'whole-response';

/** The event whose answer a request of this caller would get again. */
export const rememberedAnswer = (history: History, index: number, asked: Asked): number | undefined =>
  remembersAnswers(history)
    ? latest(
        history,
        index,
        asked,
        (one) => identityOf(history, one),
        (answer) => isKept(history, answer),
      )
    : undefined;

/** The event whose refusal this header and these parameters get again, where refusals of all kinds are remembered. */
export const rememberedRefusal = (history: History, index: number, asked: Asked): number | undefined =>
  remembersAnswers(history) && history.settings.choices['cache.errors'] === 'everything'
    ? latest(history, index, asked, headerWord, ({ decider }) => decider === 'gate' || decider === 'limit')
    : undefined;

/** Whether an earlier request spares this one the authorization. (cache.meaning) */
export const isVouchedFor = (history: History, index: number): boolean => {
  const asked = eventAt(history, index);
  if (remembersAnswers(history) || (asked.kind !== 'create' && asked.kind !== 'list')) return false;
  const voucher = latest(
    history,
    index,
    asked,
    ({ token }) => tokenWord(token),
    ({ vouches }) => vouches === true,
  );
  return voucher !== undefined;
};

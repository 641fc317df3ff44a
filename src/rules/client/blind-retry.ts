import type { ErrorName } from '../../spec/errors.ts';
import { ms } from '../../spec/time.ts';
import { nameRequest } from '../../trace/say-request.ts';
import type { ClientResponse, Exchange, History } from '../history.ts';
import { nameRefusal } from '../history/response.ts';
import { collect, hasBetween, readOnce } from '../history/selectors.ts';
import { isMending } from '../history/state.ts';
import { clientRule } from '../rule.ts';
import { decide } from '../verdicts.ts';
import { callsOfAll } from './calls.ts';
import { pagesGiving } from './pages.ts';
import { answerMemory } from './published.ts';
import { judgeRepeats } from './repeats.ts';
import { asSent } from './same-call.ts';

/** Refusals that have a rule of their own, and the two of 403 that are worth another try. (Errors, interface C) */
const excepted: readonly ErrorName[] = ['blockedRequest', 'tokenExpired', 'tokenRevoked', 'accessTimeElapsed'];

const finalStatuses: readonly number[] = [400, 403, 404, 413];

/** Later than this somebody may have mended what was wrong, and it is not blind to look. */
const blindFor = ms('1h');

/** What was refused for good: how, and until when nothing can have changed. */
interface Final {
  readonly number: number;
  readonly refused: ClientResponse;
  readonly what: string;
  readonly until: number;
}

const readFinal = (history: History, call: Exchange): Final | undefined => {
  const { sure: refused, operation, number } = call;
  if (refused === undefined || refused.status < 400) return undefined;
  const { status, at, isWhole, refusal } = refused;
  if (operation === 'requestToken') {
    const isOfCustomer = call.form.get('grant_type') !== 'client_credentials';
    if (!isOfCustomer || !isWhole || ![400, 401].includes(status)) return undefined;
    return { number, refused, what: String(status), until: at + blindFor };
  }
  if (refusal === undefined || !refusal.listed || !finalStatuses.includes(refusal.status)) return undefined;
  if (excepted.includes(refusal.row)) return undefined;
  // A query that is not completed may be so later; not within the memory of answers, though.
  const length = refusal.row === 'queryNotCompleted' ? answerMemory(history) : blindFor;
  return { number, refused, what: nameRefusal(refusal), until: at + length };
};

export const noBlindRetry = clientRule({
  id: 'C6',
  name: 'no-blind-retry',
  level: 'must',
  claim:
    'What cannot succeed is not repeated unchanged: 400, 404, 413, and 403 but for blocked requests and expired tokens.',
  why: 'The same request gets the same refusal, and the limits run down meanwhile.',
  section: 'Errors, interface C',
  good: [
    ['0s', 'client', 'createDataQuery → 403 SCOPE_NOT_ENABLED'],
    ['0s', 'client', 'fails: the scope is not enabled'],
  ],
  bad: [
    ['0s', 'client', 'createDataQuery → 403 SCOPE_NOT_ENABLED'],
    ['1s', 'client', 'createDataQuery → 403 SCOPE_NOT_ENABLED'],
  ],
  judge: (history) => {
    const calls = callsOfAll(history, ['createDataQuery', 'listDataQueryRecords', 'requestToken', 'unknown']);
    const { against, settled } = judgeRepeats<Exchange, Final>(calls, {
      keyOf: asSent,
      settle: (call) => readFinal(history, call),
      judge: (call, before) =>
        before !== undefined && isBlind(before, call, readMendings(history)) && !wasGivenAgain(history, before, call)
          ? [`${nameRequest(call)} repeated #${before.number} unchanged, which was refused with ${before.what}`]
          : [],
    });
    return decide(against, settled, 'nothing was refused for good');
  },
});

/** What was mended since the refusal was decided may be known before it is heard. */
const isBlind = ({ refused, until }: Final, { at: sent, place }: Exchange, mended: readonly number[]): boolean =>
  place > refused.place && sent < until && !hasBetween(mended, refused.answer.place - 1, place);

/** A listing that is begun anew may give the very page token that was refused. */
const wasGivenAgain = (history: History, { refused }: Final, { place, subject }: Exchange): boolean =>
  subject?.query !== undefined &&
  pagesGiving(history, subject.query, subject.pageToken).some(
    (page) => page.place > refused.place && page.place < place,
  );

/** Where in the trace something was mended, or a query came to its end. */
const readMendings = readOnce(({ entries }): readonly number[] =>
  collect(entries, (entry, place) => {
    const isMended = entry.kind === 'action' && isMending(entry.action);
    return isMended || entry.kind === 'notification' ? [place] : [];
  }),
);

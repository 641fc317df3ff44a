import type { History } from '../history.ts';
import { isRow, isTransient, nameRefusal, type Refusal } from '../history/response.ts';
import { clientRule } from '../rule.ts';
import { atCall, decide, unended } from '../verdicts.ts';
import { mayHaveFailed, type PortabilityCall, wasHeard } from './calls.ts';
import { foundOtherCause } from './other-cause.ts';
import { isWorthRetrying, type Refused, refusedCalls, wasRefused } from './refused.ts';
import { wasMadeUpFor } from './same-call.ts';

export const retriesTransient = clientRule({
  id: 'C7',
  name: 'retries-transient',
  level: 'must',
  claim:
    'Refusals with 429, 500 and 504 are retried, blocked requests too, and errors outside the table at least once.',
  why: 'They pass, and an import that gives up at the first one fails for nothing.',
  section: 'Errors, interface C',
  good: [
    ['0s', 'client', 'createDataQuery → 504 INTEGRATION_TIMEOUT'],
    ['1s', 'client', 'createDataQuery → 201'],
  ],
  bad: [
    ['0s', 'client', 'createDataQuery → 504 INTEGRATION_TIMEOUT'],
    ['0s', 'client', 'fails: request timed out'],
  ],
  judge: (history) => {
    const refused = refusedCalls(history).filter(
      ({ sure }) => isWorthRetrying(sure.refusal) && wasHeard(history, sure.place),
    );
    const left = refused.filter((call) => !wasTriedAgain(history, call));
    if (left.length === 0) return decide([], refused.length, 'nothing was refused for the time being');
    if (history.ended === undefined) return unended;
    // Nobody has to wait for the next day, and what stopped the client may have been another of its calls.
    const isLeft = new Set(left.map(({ number }) => number));
    const certain = left.filter(
      (call) =>
        !isRow(call.sure.refusal, 'quotaExceeded') &&
        !foundOtherCause(history, call, ({ number }) => isLeft.has(number)),
    );
    const against = certain.map((call) =>
      atCall(call, `${call.operation} was refused with ${sayRefusal(call.sure.refusal)} and never tried again`),
    );
    return decide(against, 0, 'the client had other reasons to give up');
  },
});

/** What no table lists is told as such: it is why it has to be tried again. */
const sayRefusal = (refusal: Refusal): string =>
  `${nameRefusal(refusal)}${refusal.listed || isTransient(refusal) ? '' : ', which no table lists,'}`;

/**
 * It went out again, or was a retry itself: the limit of retries is the client's choice. A listing may begin anew, and with pages
 * of another size.
 */
const wasTriedAgain = (history: History, call: Refused): boolean =>
  wasMadeUpFor(history, call, (other, way) => {
    const isLater = other.place > call.place;
    if (way === 'same') return isLater || mayHaveBeenTried(history, other);
    if (way === 'anew') return isLater;
    const isSamePage = other.subject.pageToken === call.subject.pageToken;
    return other.place > call.sure.place || (isSamePage && !isLater && mayHaveBeenTried(history, other));
  });

const mayHaveBeenTried = (history: History, other: PortabilityCall): boolean =>
  mayHaveFailed(history, other) && (!wasRefused(other) || !other.sure.isWhole || isWorthRetrying(other.sure.refusal));

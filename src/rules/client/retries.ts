import { retryWaits } from '../../spec/retry.ts';
import { ms, readInstant, showDuration } from '../../spec/time.ts';
import type { ClientResponse, History } from '../history.ts';
import { isListedStatus, isRow, isTransient, nameRefusal, type Refusal } from '../history/response.ts';
import { collect, groupBy } from '../history/selectors.ts';
import { clientRule } from '../rule.ts';
import { atCall, decide, type Evidence, unended } from '../verdicts.ts';
import { isSameWork, type PortabilityCall, portabilityCalls, wasHeard } from './calls.ts';
import { foundOtherCause } from './other-cause.ts';
import { readOwners } from './tokens.ts';

type Refused = PortabilityCall & { readonly refusal: Refusal; readonly response: ClientResponse };

const wasRefused = (call: PortabilityCall): call is Refused =>
  call.refusal !== undefined && call.response !== undefined;

/**
 * Not in the table: "is retried first". One with a status of the table and no body that says more may be any of its rows: most
 * of them are final. (Errors, interface C)
 */
const isStrange = (refusal: Refusal): boolean =>
  !refusal.listed && !isTransient(refusal) && !(refusal.isUnreadable && isListedStatus(refusal.status));

const isWorthRetrying = (refusal: Refusal): boolean =>
  isTransient(refusal) || isStrange(refusal) || isRow(refusal, 'blockedRequest');

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
    const refused = portabilityCalls(history)
      .filter(wasRefused)
      .filter(({ refusal, response }) => isWorthRetrying(refusal) && wasHeard(history, response.place));
    const left = refused.filter((call) => !wasTriedAgain(history, call));
    if (left.length === 0) return decide([], refused.length, 'nothing was refused for the time being');
    if (history.ended === undefined) return unended;
    // Nobody has to wait for the next day, and what stopped the client may have been another of its calls.
    const isLeft = new Set(left.map(({ number }) => number));
    const certain = left.filter(
      (call) =>
        !isRow(call.refusal, 'quotaExceeded') && !foundOtherCause(history, call, ({ number }) => isLeft.has(number)),
    );
    const against = certain.map((call) =>
      atCall(call, `${call.operation} was refused with ${nameRefusal(call.refusal)} and never tried again`),
    );
    return decide(against, 0, 'the client had other reasons to give up');
  },
});

/**
 * It went out again, or was a retry itself: the limit of retries is the client's choice. A listing may begin anew, and with pages
 * of another size.
 */
const wasTriedAgain = (history: History, call: Refused): boolean => {
  const { maybeSame } = readOwners(history);
  return portabilityCalls(history).some((other) => {
    if (other.number === call.number || !maybeSame(other.credentials, call.credentials)) return false;
    const isLater = other.place > call.place;
    if (other.subject.key === call.subject.key) return isLater || cameToNothing(other);
    if (other.subject.query === undefined) return isLater;
    if (!isSameWork(other, call)) return false;
    const isSamePage = other.subject.pageToken === call.subject.pageToken;
    return other.place > call.response.place || (isSamePage && !isLater && cameToNothing(other));
  });
};

const cameToNothing = ({ response, overAt, refusal }: PortabilityCall): boolean =>
  response === undefined
    ? overAt !== undefined
    : !response.isWhole || (refusal !== undefined && isWorthRetrying(refusal));

const waits: readonly number[] = retryWaits.map((wait) => ms(wait));
const lastWait = waits[waits.length - 1] ?? 0;
/** What comes after so long a pause is a new attempt, and what follows it are retries of that. */
const mostPatient = 2 * lastWait;

export const backsOff = clientRule({
  id: 'C8',
  name: 'backs-off',
  level: 'should',
  claim: 'Before the retries of a call pass at least 1, 2, 4, 10 and 30 seconds, and no fewer than 30 from then on.',
  why: 'A service in trouble is not helped by callers who come back at once.',
  section: 'Errors, interface C',
  good: [
    ['0s', 'client', 'createDataQuery → 500'],
    ['1s', 'client', 'createDataQuery → 500'],
    ['3s', 'client', 'createDataQuery → 201'],
  ],
  bad: [
    ['0s', 'client', 'createDataQuery → 500'],
    ['100ms', 'client', 'createDataQuery → 500'],
    ['200ms', 'client', 'createDataQuery → 500'],
  ],
  judge: (history) => {
    // Retries of one call in one region: "a caller may switch regions at any time". (What the service does, interface C)
    const chains = groupBy(
      portabilityCalls(history),
      ({ region, credentials, subject }) => `${region}\n${credentials}\n${subject.key}`,
    );
    const retries = collect([...chains.values()], findRetries);
    const against = collect(retries, (retry) => judgeRetry(history, retry));
    return decide(against, retries.length, 'nothing was retried');
  },
});

/** A call that repeats one that was refused: the how many-th, and how long after its answer. The first of a new attempt is 0. */
interface Retry {
  readonly call: PortabilityCall;
  readonly refused: Refused;
  readonly count: number;
  readonly passed: number;
}

const findRetries = (chain: readonly PortabilityCall[]): readonly Retry[] => {
  let count = 0;
  return collect(chain, (call, index): Retry[] => {
    const refused = chain[index - 1];
    // Two of them under way at once are no retries of each other.
    const follows =
      refused !== undefined &&
      wasRefused(refused) &&
      call.place > refused.response.place &&
      isWorthRetrying(refused.refusal);
    if (!follows) {
      count = 0;
      return [];
    }
    const passed = call.at - refused.response.at;
    count = passed <= mostPatient ? count + 1 : 0;
    return [{ call, refused, count, passed }];
  });
};

/** Timers of some libraries fire a little early. */
const rounding = 5;

const judgeRetry = (history: History, { call, refused, count, passed }: Retry): readonly Evidence[] => {
  if (count === 0) return [];
  const { refusal, response } = refused;
  const isFree = count === 1 && !isTransient(refusal);
  const suggested = waits[count - 1] ?? lastWait;
  const wanted = isFree ? 0 : Math.min(suggested, toldToWait(history, response) ?? suggested);
  if (passed + rounding >= wanted) return [];
  const late = `retry ${count} of ${call.operation} came ${showDuration(passed)} after`;
  return [atCall(call, `${late} ${nameRefusal(refusal)}, where ${showDuration(wanted)} were to pass`)];
};

/** A 429 may say itself when to come back, in seconds or as a date. (Assumption `limits.retryAfter`) */
const toldToWait = ({ epoch = 0 }: History, { answer, at }: ClientResponse): number | undefined => {
  const { headers } = answer.wire;
  const header = headers['retry-after'];
  if (header === undefined) return undefined;
  if (/^\d+$/.test(header)) return Number(header) * 1000;
  const until = readInstant(header);
  if (until === undefined) return undefined;
  const byOwnClock = until - epoch - at;
  const said = readInstant(headers['date'] ?? '');
  return said === undefined ? byOwnClock : Math.min(byOwnClock, until - said);
};

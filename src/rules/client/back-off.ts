import { longestRetryWait, retryWaits } from '../../spec/retry.ts';
import { ms, readInstant, showDuration } from '../../spec/time.ts';
import type { ClientResponse, History } from '../history.ts';
import { isTransient, nameRefusal } from '../history/response.ts';
import { collect, groupBy, readOnce } from '../history/selectors.ts';
import { clientRule } from '../rule.ts';
import { atCall, decide, type Evidence } from '../verdicts.ts';
import { mayHaveGivenUp, type PortabilityCall } from './calls.ts';
import { expiriesOf, isWorthRetrying, type Refused, refusedCalls, wasRefused } from './refused.ts';
import { readAttempts } from './same-call.ts';

const waits: readonly number[] = retryWaits.map((wait) => ms(wait));
const lastWait = ms(longestRetryWait);
/** What comes after so long a pause is a new attempt, and what follows it are retries of that. */
const mostPatient = 2 * lastWait;

export const backsOff = clientRule({
  id: 'C8',
  name: 'backs-off',
  level: 'should',
  claim: 'Before the retries of a call pass at least 1, 2, 4, 10 and 30 seconds, and no fewer than 30 from then on.',
  why: 'A service that fails is not helped by callers who come back at once.',
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
    const retries = readRetries(history);
    const against = collect(retries, (retry) => judgeRetry(history, retry));
    return decide(against, retries.length, 'nothing was retried');
  },
});

/** Less than a hundredth of the suggested waits is no wait: seconds were taken for milliseconds, or nobody thought of waiting. */
const noWait = 1 / 100;

/** One retry at once, or two, may be meant. */
const hammering = 3;

export const noHammering = clientRule({
  id: 'C26',
  name: 'no-hammering',
  level: 'must',
  claim: 'A call is not repeated three times and more within a hundredth of the suggested waits.',
  why: 'All retries are spent before anything can have passed, and with them the limits that all customers share.',
  section: 'Errors, interface C',
  good: [
    ['0s', 'client', 'createDataQuery → 504'],
    ['1s', 'client', 'createDataQuery → 504'],
    ['3s', 'client', 'createDataQuery → 504'],
    ['7s', 'client', 'createDataQuery → 201'],
  ],
  bad: [
    ['0s', 'client', 'createDataQuery → 504'],
    ['1ms', 'client', 'createDataQuery → 504'],
    ['3ms', 'client', 'createDataQuery → 504'],
    ['7ms', 'client', 'createDataQuery → 504'],
  ],
  judge: (history) => {
    const retries = readRetries(history).filter(({ count }) => count >= hammering);
    const against = collect(retries, (retry): readonly Evidence[] => {
      const { call, count, refusedFirst } = retry;
      const suggested = waits.slice(0, count).reduce((sum, wait) => sum + wait, 0);
      const passed = call.at - refusedFirst;
      if (passed >= suggested * noWait || judgeRetry(history, retry).length === 0) return [];
      const text = `retry ${count} of ${call.operation} came ${showDuration(passed)} after the first refusal`;
      return [atCall(call, `${text}, where ${showDuration(suggested)} are suggested${sayTold(retry.refused.sure)}`)];
    });
    return decide(against, retries.length, 'no call was retried so often');
  },
});

/** A call that repeats one that was refused: the how many-th, and how long after its answer. The first of a new attempt is 0. */
interface Retry {
  readonly call: PortabilityCall;
  readonly refused: Refused;
  readonly count: number;
  readonly passed: number;
  /** When the client had the refusal that the first of these retries followed. */
  readonly refusedFirst: number;
}

/** Retries of one call in one region: "a caller may switch regions at any time". (What the service does, interface C) */
const readRetries = readOnce((history): readonly Retry[] => {
  if (refusedCalls(history).length === 0) return [];
  return collect(readAttempts(history), (attempts) => {
    const chains = groupBy(attempts, ({ region }) => region);
    return collect([...chains.values()], (chain) => findRetries(history, chain));
  });
});

/** Whoever may have found the token expired in another region meanwhile begins anew with the next one. */
const beginsAnew = (history: History, call: PortabilityCall, { credentials, sure }: Refused): boolean =>
  (expiriesOf(history).get(credentials) ?? []).some((place) => place > sure.place && place < call.place);

const findRetries = (history: History, chain: readonly PortabilityCall[]): readonly Retry[] => {
  let count = 0;
  let refusedFirst = 0;
  return collect(chain, (call, index): Retry[] => {
    const refused = chain[index - 1];
    // Two of them under way at once are no retries of each other.
    const follows =
      refused !== undefined &&
      wasRefused(refused) &&
      call.place > refused.sure.place &&
      isWorthRetrying(refused.sure.refusal) &&
      !beginsAnew(history, call, refused);
    if (!follows) {
      count = 0;
      return [];
    }
    const passed = call.at - refused.sure.at;
    count = passed <= mostPatient ? count + 1 : 0;
    if (count <= 1) refusedFirst = refused.sure.at;
    return [{ call, refused, count, passed, refusedFirst }];
  });
};

/** Timers of some libraries fire a little early. */
const rounding = 5;

const judgeRetry = (history: History, { call, refused, count, passed }: Retry): readonly Evidence[] => {
  const { refusal } = refused.sure;
  const isFree = count === 1 && !isTransient(refusal);
  const suggested = waits[count - 1] ?? lastWait;
  const wanted = isFree ? 0 : Math.min(suggested, toldToWait(history, refused.sure) ?? suggested);
  if (passed + rounding >= wanted || (passed > rounding && mayHaveGivenUp(refused, call.at - wanted))) return [];
  const late = `retry ${count} of ${call.operation} came ${showDuration(passed)} after`;
  return [
    atCall(call, `${late} ${nameRefusal(refusal)}, where ${showDuration(wanted)} were to pass${sayTold(refused.sure)}`),
  ];
};

/** Its unit is seconds, which many take for milliseconds. */
const sayTold = ({ answer }: ClientResponse): string => {
  const header = answer.wire.headers['retry-after'];
  return header === undefined ? '' : ` (Retry-After: ${header})`;
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

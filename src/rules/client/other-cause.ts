import type { Exchange, History } from '../history.ts';
import { waitedInVain } from '../history/arrivals.ts';
import { isRow } from '../history/response.ts';
import { readOnce } from '../history/selectors.ts';
import { inconclusive } from '../verdicts.ts';
import { begunQueries, mayHaveFailed, type PortabilityCall, portabilityCalls, wasHeard } from './calls.ts';
import { readOwners } from './tokens.ts';

export const otherCause = inconclusive('something else went wrong, too');

/**
 * Whether anything but that call gave the client a reason to stop: what it came to know since it had sent the call, of whichever
 * customer. An expired token is no such reason, nor is what `isKnown`. A client that fails for good in one place may stop all
 * others at once, with what they have under way; and one that has a time of its own for all of it stops when that is over.
 */
export const foundOtherCause = (
  history: History,
  { number, place }: Exchange,
  isKnown: (call: Exchange) => boolean = () => false,
): boolean => {
  const failed = history.exchanges.some((call) => {
    const { sure, overAt, lastPlace } = call;
    if (call.number === number || isKnown(call) || isRow(sure?.refusal, 'tokenExpired')) return false;
    return (overAt === undefined || lastPlace > place) && mayHaveFailed(history, call);
  });
  return failed || wasCanceled(history, place) || failedWaiting(history) || deadlinesTold(history).length > 0;
};

/**
 * Whether the import of that customer was broken off, as its last call came to nothing: a client may end well all the same, and say
 * which of its customers it failed for.
 */
export const wasBrokenOff = (history: History, { credentials }: Exchange): boolean => {
  const { maybeSame } = readOwners(history);
  const last = lastCalls(history).find((call) => maybeSame(call.credentials, credentials));
  return last !== undefined && mayHaveFailed(history, last);
};

/** The last call of each header that came to its end while the client heard of it, the latest first. */
const lastCalls = readOnce((history): readonly PortabilityCall[] => {
  const heard = portabilityCalls(history).filter(({ lastPlace }) => wasHeard(history, lastPlace));
  const last = new Map(heard.map((call) => [call.credentials, call]));
  return [...last.values()].sort((one, other) => other.place - one.place);
});

const wasCanceled = ({ notifications }: History, place: number): boolean =>
  notifications.some(
    // It may have been on its way for long.
    (sent) => sent.status === 'CANCELED' && [sent, ...sent.deliveries].some((heard) => heard.place > place),
  );

/** Whether a client that failed had long waited for a notification. */
const failedWaiting = (history: History): boolean =>
  history.ended?.outcome === 'rejected' &&
  [...begunQueries(history).values()].some((query) => waitedInVain(history, query));

/**
 * What a client says of a deadline that it had, or of a signal that stopped it: `AbortSignal.timeout` has no other words. The name
 * of a field is none.
 */
const deadlinesTold = readOnce(
  ({ ended }): readonly string[] =>
    `${ended?.error} ${JSON.stringify(ended?.told?.value)}`.match(/\bdeadline\b(?!":)|\boperation was aborted\b/i) ??
    [],
);
